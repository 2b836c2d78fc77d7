// What the browser tests have in common: visitors with pages of their own, and what a page must never show.
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject } from "vitest";

import { launch, sizes } from "./browser.mjs";
import { serve, type Server } from "./server.ts";

export type Size = keyof typeof sizes;

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** What went wrong in the page, in any of its scripts. */
  errors: string[];
}

/** A server and a browser for the tests around this call; both are gone after them. */
export function opened(use: (browser: Browser, server: Server) => void): void {
  let browser: Browser | undefined;
  let server: Server | undefined;
  beforeAll(async () => {
    server = await serve();
    browser = await launch();
    use(browser, server);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
}

/** Somebody with a browser of this size and nothing in it. What goes wrong in the page is added to `errors`. */
export async function visitor(browser: Browser, size: Size = "desktop", errors: string[] = []): Promise<Visitor> {
  const context = await browser.newContext({ viewport: sizes[size], reducedMotion: "reduce", hasTouch: size === "phone", acceptDownloads: true });
  const page = await context.newPage();
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && !/WebSocket|ERR_CONNECTION|Failed to load resource/.test(message.text()) && errors.push(message.text()));
  return { page, context, errors };
}

/** A table for friends, opened by one and joined by the other through its link: both are asked. */
export async function together(address: string, host: Page, guest: Page): Promise<void> {
  await host.goto(address);
  await host.waitForSelector(".deck.on");
  await host.click(".friends .btn.big");
  await host.waitForSelector(".waitpanel");
  await guest.goto(host.url());
  await guest.click(".start");
  await Promise.all([host.waitForSelector(".prompt"), guest.waitForSelector(".prompt")]);
}

/** Says this in the chat, which is open. */
export async function say(page: Page, text: string): Promise<void> {
  await page.fill(".chat input", text);
  await page.keyboard.press("Enter");
}

/** A fixture by its name, or another page by its path, in a browser of its own; no error in the page is forgiven. */
export async function open(browser: Browser, name: string, size: Size, work: (page: Page) => Promise<void>): Promise<void> {
  const { page, context, errors } = await visitor(browser, size);
  try {
    await page.goto(new URL(name.startsWith("/") ? name : `/dev/fixture/${name}`, inject("fixtures")).href);
    await page.waitForSelector(name.startsWith("/") ? "h1" : ".prompt, [data-card]");
    // What is measured is the page as it stays: with its own letters, laid out.
    await page.evaluate(() => document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))));
    await work(page);
    expect(errors).toEqual([]);
  } finally {
    await context.close();
  }
}

/** Everything that axe objects to. Our pages have no frames, so it is run in the page itself; only what is wrong is listed. */
export async function violations(page: Page): Promise<string[]> {
  const found = await new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] }).analyze();
  return found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 120)).join(" | ")}`);
}

/** Things to touch that are smaller than a fingertip. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("button, a, input")]
      .filter((node) => node.getClientRects().length > 0 && !node.matches(".rule, .cardword, .under, .sr") && !node.closest(".sr"))
      .flatMap((node) => {
        // What is touched of a box in a label is the label.
        const { width, height } = ((node.matches("input") && node.closest("label")) || node).getBoundingClientRect();
        return Math.min(width, height) < 43.5 ? [`${node.className} ${node.getAttribute("aria-label") ?? node.textContent} ${width}x${height}`] : [];
      }),
  );

/** How far the page reaches beyond the window's right edge. */
export const beside = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
