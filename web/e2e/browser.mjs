// One headless Chromium, wherever it comes from.
import { existsSync } from "node:fs";

import { chromium } from "playwright-core";

const quiet = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export async function launch() {
  if (existsSync("/usr/bin/chromium")) return chromium.launch({ executablePath: "/usr/bin/chromium", args: quiet });
  const { default: carried } = await import("@sparticuz/chromium");
  return chromium.launch({ executablePath: await carried.executablePath(), args: [...carried.args, ...quiet] });
}

export const sizes = { desktop: { width: 1440, height: 900 }, small: { width: 1024, height: 768 }, phone: { width: 390, height: 844 } };
