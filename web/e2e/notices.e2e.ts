// "It is your turn": in the title, as a sound, as a message of the browser, each with its switch; and by letter and webhook.
import { createHmac } from "node:crypto";
import { createServer as httpServer } from "node:http";
import { createServer, type AddressInfo, type Server as NetServer } from "node:net";

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { launch } from "./browser.mjs";
import { program, serve, type Server } from "./server.ts";
import { beside, smallTargets, violations, visitor } from "./stage.ts";

let browser: Browser;
const errors: string[] = [];
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

const post = (page: Page, path: string, body: object): Promise<{ room: string }> =>
  page.evaluate(async ([to, what]) => (await fetch(to, { method: "POST", headers: { "content-type": "application/json" }, body: what })).json() as Promise<{ room: string }>, [path, JSON.stringify(body)] as const);

/** Two people at a table of the card game; the first is asked first. */
async function table(ann: Page, bob: Page, address: string): Promise<string> {
  const decks = await ann.evaluate(async () => (await fetch("/api/decks")).json() as Promise<{ name: string }[]>);
  const { room } = await post(ann, "/api/rooms", { kind: "card", format: "joust", name: "Ann", deck: decks[0]?.name, opponent: "open", bluff: 0 });
  await post(bob, `/api/rooms/${room}/join`, { name: "Bob", deck: decks[1]?.name });
  await ann.goto(`${address}/room/${room}`);
  await ann.waitForSelector("[data-topic=mulligan]");
  return room;
}

const listening = (server: NetServer) => new Promise<number>((resolve) => server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)));

/** A mail server that keeps what it is sent; speaks just enough. */
function postOffice(letters: { to: string; text: string }[]): NetServer {
  return createServer((socket) => {
    let [rest, to, letter] = ["", "", null as string[] | null];
    socket.setEncoding("utf8").on("error", () => undefined);
    socket.write("220 here\r\n");
    socket.on("data", (data) => {
      const lines = (rest + String(data)).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (letter === null) {
          to = /^RCPT TO:<(.*)>/.exec(line)?.[1] ?? to;
          if (line === "DATA") letter = [];
          socket.write(line === "DATA" ? "354 go on\r\n" : line === "QUIT" ? "221 bye\r\n" : "250 good\r\n");
        } else if (line === ".") {
          letters.push({ to, text: letter.join("\n").replaceAll("=\n", "").replaceAll("=3D", "=") });
          letter = null;
          socket.write("250 taken\r\n");
        } else letter.push(line);
      }
    });
  });
}

describe.skipIf(program === null)("it is your turn", () => {
  const letters: { to: string; text: string }[] = [];
  const posted: { event: string; room: string; name: string; url: string }[] = [];
  let server: Server;
  let office: NetServer;
  let hook: NetServer;
  beforeAll(async () => {
    office = postOffice(letters);
    hook = httpServer((request, response) => {
      let body = "";
      request.on("data", (data) => (body += String(data)));
      request.on("end", () => {
        // What is not signed was not sent by the server.
        const mine = `sha256=${createHmac("sha256", "between us").update(body).digest("hex")}`;
        if (request.headers["x-maester-signature"] === mine) posted.push(JSON.parse(body) as (typeof posted)[0]);
        response.end();
      });
    });
    const [smtp, web] = await Promise.all([listening(office), listening(hook)]);
    const flags = ["--address", "https://play.example", "--smtp", `smtp://127.0.0.1:${smtp}`, "--smtp-from", "Maester <maester@here.example>", "--turn-webhook", `http://127.0.0.1:${web}/turn`, "--turn-after", "0"];
    server = await serve(flags, { MAESTER_TURN_WEBHOOK_SECRET: "between us" });
  });
  afterAll(async () => {
    await server?.stop();
    office?.close();
    hook?.close();
  });

  it("exactly one notice of each kind that is switched on, while the page is hidden, and none else", async () => {
    const [{ page: ann, context: anns }, { page: bob, context: bobs }] = await Promise.all([visitor(browser, "desktop", errors), visitor(browser, "desktop", errors)]);
    await Promise.all(
      [ann, bob].map((page) =>
        page.addInitScript(() => {
          const told = { messages: [] as string[], tones: 0, hidden: false };
          class Message {
            static permission = "default";
            static requestPermission = () => Promise.resolve((Message.permission = "granted"));
            onclick: (() => void) | null = null;
            constructor(_: string, { body }: { body: string }) {
              told.messages.push(body);
            }
          }
          const start = OscillatorNode.prototype.start;
          OscillatorNode.prototype.start = function (when) {
            told.tones += 1;
            start.call(this, when);
          };
          Object.defineProperty(document, "visibilityState", { get: () => (told.hidden ? "hidden" : "visible") });
          Object.assign(globalThis, { Notification: Message, told });
        }),
      ),
    );
    const told = (page: Page) => page.evaluate(() => (globalThis as unknown as { told: { messages: string[]; tones: number } }).told);
    const hide = (page: Page, hidden: boolean) =>
      page.evaluate((hidden) => {
        (globalThis as unknown as { told: { hidden: boolean } }).told.hidden = hidden;
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
    await Promise.all([ann.goto(server.address), bob.goto(server.address)]);
    /** At a new table Bob waits, looks away or not, and is asked. */
    const asked = async (away: boolean, before: (page: Page) => Promise<void> = () => Promise.resolve()) => {
      const room = await table(ann, bob, server.address);
      await bob.goto(`${server.address}/room/${room}`);
      await bob.waitForSelector(".prompt.wait");
      await before(bob);
      const rung = (await told(bob)).tones;
      await hide(bob, away);
      await ann.click(".prompt .acts .btn.main, .prompt .acts .btn:not(.quiet)");
      await bob.waitForSelector("[data-topic=mulligan]");
      // A second notice would come soon after the first.
      await bob.waitForTimeout(400);
      const { messages, tones } = await told(bob);
      return { messages, tones: tones - rung, badge: /^\(\d+\) /.exec(await bob.title())?.[0] ?? "" };
    };

    // As it is at first: the title alone.
    expect(await asked(true)).toEqual({ messages: [], tones: 0, badge: "(1) " });
    await hide(bob, false);
    await bob.waitForFunction(() => !/^\(\d/.test(document.title));
    const switches = (names: string[]) => async (page: Page) => {
      await page.click(".tools [aria-label='Table menu']");
      await page.click("[data-settings]");
      for (const name of names) await page.click(`label:has([name=notice-${name}])`);
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => document.querySelector(".sheet") === null);
    };
    // Switching the sound on lets it be heard once; two tones are one sound.
    expect(await asked(true, switches(["sound", "browser"]))).toEqual({ messages: ["It is your turn."], tones: 2, badge: "(1) " });
    await bob.evaluate(() => ((globalThis as unknown as { Notification: { permission: string } }).Notification.permission = "granted"));
    expect(await asked(false)).toEqual({ messages: [], tones: 0, badge: "" });
    expect(await asked(true, switches(["title", "sound", "browser"]))).toEqual({ messages: [], tones: 0, badge: "" });
    expect((await told(ann)).messages).toEqual([]);
    await Promise.all([anns.close(), bobs.close()]);
    expect(errors).toEqual([]);
  });

  it("by letter to an address that is set, confirmed, changed and taken out on the account's page; by webhook to all who are away", async () => {
    const [{ page: ann, context: anns }, { page: bob, context: bobs }] = await Promise.all([visitor(browser, "desktop", errors), visitor(browser, "phone", errors)]);
    const until = async (what: () => boolean) => expect.poll(what, { timeout: 15_000 }).toBe(true);
    await bob.goto(`${server.address}/account`);
    await bob.fill("input[autocomplete=username]", "Bob the Scribe");
    await bob.fill("input[type=password]", "correct horse");
    await bob.click("text=Make the account");
    await bob.waitForSelector("#h-mail");
    const panel = "section:has(#h-mail)";
    const set = async (address: string) => {
      await bob.fill(`${panel} input[type=email]`, address);
      await bob.click(`${panel} form .btn.main`);
      await bob.waitForSelector(`${panel} .good`);
    };
    await set("bob@there.example");
    await until(() => letters.length === 1);
    expect(letters[0]?.to).toBe("bob@there.example");
    expect(await bob.textContent(panel)).toContain("not confirmed yet");
    expect([await violations(bob), (await smallTargets(bob)).filter((target) => !/brand|Credits/.test(target)), await beside(bob)]).toEqual([[], [], 0]);
    // Another address: the link of the first letter opens nothing any more, that of the second does, once logged in.
    await bob.click("[data-mail=other]");
    await set("scribe@there.example");
    await until(() => letters.length === 2);
    const link = (letter: number) => server.address + (/https:\/\/play\.example(\/account\?confirm=\w+)/.exec(letters[letter]?.text ?? "")?.[1] ?? "/no-link");
    await bob.goto(link(0));
    await bob.waitForSelector(`${panel} .bad`);
    await bob.click("text=Log out");
    await bob.waitForSelector("text=New account");
    await bob.goto(link(1));
    await bob.waitForSelector("text=You came by the link of a letter");
    await bob.fill("input[autocomplete=username]", "Bob the Scribe");
    await bob.fill("input[type=password]", "correct horse");
    await bob.click("button:text('Log in')");
    await bob.waitForSelector(`${panel} .good:text('confirmed')`);
    expect(new URL(bob.url()).search).toBe("");

    // Bob has left his browser; Ann answers, and he is told once, both ways.
    await ann.goto(server.address);
    const room = await table(ann, bob, server.address);
    await ann.click(".prompt .acts .btn.main, .prompt .acts .btn:not(.quiet)");
    await until(() => posted.some((notice) => notice.room === room) && letters.length === 3);
    expect(posted.filter((notice) => notice.room === room)).toMatchObject([{ event: "turn", name: "Bob", url: `https://play.example/room/${room}` }]);
    expect([letters[2]?.to, letters[2]?.text.includes(`https://play.example/room/${room}`)]).toEqual(["scribe@there.example", true]);
    await bob.reload();
    await bob.click("[data-mail=drop]");
    await bob.waitForSelector(`${panel} input[type=email]`);
    const last = await table(ann, bob, server.address);
    await ann.click(".prompt .acts .btn.main, .prompt .acts .btn:not(.quiet)");
    await until(() => posted.some((notice) => notice.room === last));
    await ann.waitForTimeout(300);
    expect(letters.length, "and no letter").toBe(3);
    await Promise.all([anns.close(), bobs.close()]);
    expect(errors).toEqual([]);
  });
});
