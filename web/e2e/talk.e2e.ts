// What is said at a card table: a card named is a card shown, somebody muted is not heard, notes are for their writer alone.
import type { Browser } from "playwright-core";
import { describe, expect, it } from "vitest";

import { program, type Server } from "./server.ts";
import { beside, opened, say, smallTargets, together, violations, visitor } from "./stage.ts";

let browser: Browser;
let server: Server;
const errors: string[] = [];

describe.skipIf(program === null)("at a card table", () => {
  opened((b, s) => ([browser, server] = [b, s]));

  it("cards are named and shown, players muted, notes kept for their writer", async () => {
    const host = await visitor(browser, "desktop", errors);
    const guest = await visitor(browser, "phone", errors);
    await together(server.address, host.page, guest.page);

    // By its first letters and Enter: the name stands in the line, and the line is not sent yet.
    await host.page.click("[data-chat]");
    await host.page.fill(".chat input", "mind [[hedge kn");
    await host.page.waitForSelector(".offers li[aria-selected=true]");
    expect(await violations(host.page)).toEqual([]);
    await host.page.press(".chat input", "Enter");
    expect(await host.page.inputValue(".chat input")).toBe("mind [[Hedge Knight]] ");
    await host.page.keyboard.press("Enter");
    await host.page.waitForSelector(".said [data-named]");
    await say(host.page, "<b>[[Nobody At All]]</b>");
    await guest.page.waitForSelector("[data-chat] b");
    await guest.page.click("[data-chat]");
    await guest.page.click('.said [data-named="Hedge Knight"]');
    await guest.page.waitForSelector('[data-namedcard="Hedge Knight"] .full');
    expect(await guest.page.textContent(".said")).toContain("<b>[[Nobody At All]]</b>");
    expect(await guest.page.locator(".said .line b").count(), "only the names of who spoke").toBe(2);
    await guest.page.click(".said", { position: { x: 4, y: 4 } });
    expect(await violations(guest.page)).toEqual([]);
    expect(await beside(guest.page)).toBeLessThanOrEqual(0);
    expect((await smallTargets(guest.page)).filter((target) => /chat|mute|notes|Say/i.test(target))).toEqual([]);

    // Muted: nothing of the host is shown or counted; heard again, all of it is there.
    await guest.page.click("[data-mute]");
    await guest.page.waitForFunction(() => document.querySelectorAll(".said .line").length === 0);
    await say(host.page, "can you hear me");
    await guest.page.waitForSelector(".said >> text=3 lines of muted players are not shown");
    expect(await guest.page.locator("[data-chat] b").count()).toBe(0);
    await guest.page.click("[data-mute]");
    await guest.page.waitForFunction(() => document.querySelectorAll(".said .line").length === 3);

    // Notes: there again after a reload, and nowhere else.
    await guest.page.click("[data-pane=notes]");
    await guest.page.waitForSelector("textarea.notes:not([disabled])");
    await guest.page.fill("textarea.notes", "keeps two gold: The Hand's Judgment?");
    await guest.page.waitForSelector('[data-note="open"]');
    await guest.page.waitForSelector('[data-note="kept"]');
    await guest.page.reload();
    await guest.page.click("[data-chat]");
    await guest.page.click("[data-pane=notes]");
    await guest.page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>("textarea.notes")?.value.startsWith("keeps two gold"));
    await host.page.click("[data-pane=notes]");
    await host.page.waitForSelector("textarea.notes:not([disabled])");
    expect(await host.page.inputValue("textarea.notes")).toBe("");
    await host.page.keyboard.press("Escape");
    await host.page.waitForFunction(() => document.querySelector(".chat") === null);
    await Promise.all([host.context.close(), guest.context.close()]);
  });

  it("and nothing of all this was an error in the page", () => expect(errors).toEqual([]));
});
