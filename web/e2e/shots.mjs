// Screenshots of the fixtures: `npm run shots [name ...]`. Builds with fixtures, serves them, writes shots/*.png (or into the folder SHOTS).
import { mkdirSync } from "node:fs";

import { build, preview } from "vite";

import { launch, sizes } from "./browser.mjs";

const wanted = process.argv.slice(2);
const names = wanted.length > 0 ? wanted : ["target", "attackers", "window", "plot", "plots", "wait", "setup", "mulligan", "search", "crowd", "end"];
if (!process.env.NO_BUILD) await build({ mode: "fixtures", logLevel: "warn" });
const server = await preview({ mode: "fixtures", build: { outDir: "dist-fixtures" }, preview: { port: 4179, strictPort: false }, logLevel: "warn" });
const address = server.resolvedUrls.local[0];
const folder = process.env.SHOTS ?? "shots";
mkdirSync(folder, { recursive: true });
const browser = await launch();
for (const [size, viewport] of Object.entries(sizes)) {
  const context = await browser.newContext({ viewport, reducedMotion: "reduce", hasTouch: size === "phone" });
  const page = await context.newPage();
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && console.log(size, message.text()));
  page.on("pageerror", (error) => console.log(size, "page error", error.message));
  for (const name of names) {
    const path = name.startsWith("/") ? name : `/dev/fixture/${name}`;
    await page.goto(new URL(path, address).href);
    await page.waitForTimeout(250);
    await page.screenshot({ path: `${folder}/${name.replaceAll("/", "_")}-${size}.png` });
  }
  await context.close();
}
await browser.close();
await server.close();
