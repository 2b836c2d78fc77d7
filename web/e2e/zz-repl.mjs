import http from "node:http";
import { launch, sizes } from "./browser.mjs";
const browser = await launch();
const S = { browser, sizes, pages: {}, errors: [] };
S.open = async (name, size = "desktop") => {
  const context = await browser.newContext({ viewport: sizes[size], hasTouch: size === "phone", acceptDownloads: true });
  const page = await context.newPage();
  page.on("console", (m) => { if (m.type() === "error") S.errors.push(`${name}: ${m.text()}`); });
  page.on("pageerror", (e) => S.errors.push(`${name}: ${e}`));
  page.setDefaultTimeout(8000);
  S.pages[name] = page;
  return page;
};
S.shot = (name, file) => S.pages[name].screenshot({ path: `/tmp/bdt/${file}.png` });
http.createServer((req, res) => {
  let body = "";
  req.on("data", (d) => (body += d));
  req.on("end", async () => {
    try {
      const f = new (Object.getPrototypeOf(async function () {}).constructor)("S", "p", body);
      const r = await f(S, S.pages);
      res.end((typeof r === "string" ? r : JSON.stringify(r, null, 1)) + "\n" + (S.errors.length ? `ERRORS ${S.errors.splice(0).join("\n")}\n` : ""));
    } catch (e) { res.end(`FAIL ${e.stack?.slice(0, 1500)}\n`); }
  });
}).listen(8298, "127.0.0.1");
