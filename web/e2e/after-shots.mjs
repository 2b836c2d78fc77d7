// Pictures of the pages after a game, from a running server: `node e2e/after-shots.mjs ADDRESS PATH... ` into the folder SHOTS.
import { mkdirSync } from "node:fs";

import { launch, sizes } from "./browser.mjs";

const [address, ...paths] = process.argv.slice(2);
const folder = process.env.SHOTS ?? "shots";
mkdirSync(folder, { recursive: true });
const browser = await launch();
for (const [size, viewport] of Object.entries(sizes)) {
  const context = await browser.newContext({ viewport, reducedMotion: "reduce", hasTouch: size === "phone", ...(process.env.COOKIE ? { storageState: { cookies: [{ name: process.env.COOKIE.split("=")[0], value: process.env.COOKIE.split("=")[1], domain: "127.0.0.1", path: "/", expires: -1, httpOnly: true, secure: false, sameSite: "Lax" }], origins: [] } } : {}) });
  const page = await context.newPage();
  for (const path of paths) {
    await page.goto(new URL(path, address).href);
    await page.waitForTimeout(1200);
    if (process.env.CLICK) await page.click(process.env.CLICK).catch(() => undefined);
    if (process.env.CLICK) await page.waitForTimeout(500);
    await page.screenshot({ path: `${folder}/${path.replace(/\W+/g, "_")}-${size}.png`, fullPage: process.env.FULL === "1" });
  }
  await context.close();
}
await browser.close();
