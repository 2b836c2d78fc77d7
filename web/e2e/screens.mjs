// Pictures of real play for docs/screens: `MAESTER_BIN=../target/release/maester node e2e/screens.mjs`. Plays against the steward over the
// websocket, from the page itself, until a challenge of round 3 or later asks for defenders or keywords, then takes the three sizes.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { launch, sizes } from "./browser.mjs";

const program = process.env.MAESTER_BIN ?? "../target/release/maester";
const folder = process.env.SCREENS ?? "../docs/screens";
mkdirSync(folder, { recursive: true });
const database = join(mkdtempSync(join(tmpdir(), "maester-screens-")), "games.sqlite");
const child = spawn(program, ["serve", "--listen", "127.0.0.1:0", "--database", database]);
const address = await new Promise((resolve) => {
  let told = "";
  const hear = (data) => {
    told += String(data);
    const found = told.match(/http:\/\/[\d.:]+/)?.[0];
    if (found) resolve(found);
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
});

const browser = await launch();
const context = await browser.newContext({ viewport: sizes.desktop, reducedMotion: "reduce" });
const page = await context.newPage();
await page.goto(address);
const room = await page.evaluate(async () => {
  const decks = await (await fetch("/api/decks")).json();
  const mine = decks.find((deck) => deck.faction.includes("tark")) ?? decks[0];
  const other = decks.find((deck) => deck.faction.includes("annister")) ?? decks[1];
  const answer = await fetch("/api/rooms", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ kind: "card", format: "joust", name: "Ilse", deck: mine.name, opponent: "bot", bot: "steward", bot_deck: other.name }),
  });
  const { room } = await answer.json();
  const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/rooms/${room}/ws`);
  await new Promise((resolve, reject) => {
    let state = null;
    let sent = -1;
    let picks = [];
    let id = 0;
    let last = null;
    const ask = (op, more) => {
      last = { op, more };
      socket.send(JSON.stringify({ op, id: ++id, ...more }));
    };
    const go = (legal) => {
      // Cards before passing, so that the table fills; a set is closed after two.
      const list = legal.filter((choice) => !["pass", "done"].includes(choice.action.verb));
      const close = legal.find((choice) => ["pass", "done"].includes(choice.action.verb));
      const next = list.length > 0 && !(close && picks.length >= 2) ? list[picks.length % list.length] : close;
      picks.push((next ?? legal[0]).index);
      ask("preview", { decision: state.prompt.decision, picks });
    };
    socket.onmessage = (message) => {
      const told = JSON.parse(message.data);
      if (told.type === "state") {
        state = told;
        if (state.view.outcome) return resolve();
        const { view, prompt } = state;
        if (prompt && view.round >= 3 && view.challenge && ["defenders", "claim", "keyword_use", "target"].includes(prompt.topic)) return resolve();
        if (prompt && prompt.decision !== sent) {
          sent = prompt.decision;
          picks = [];
          go(prompt.legal);
        }
      } else if (told.error?.code === "too_fast") {
        // The room takes so many messages a second: the last one again, a moment later.
        setTimeout(() => (last.op === "answer" ? ask("answer", last.more) : ask("preview", last.more)), 500);
      } else if (told.error) {
        reject(new Error(JSON.stringify(told.error)));
      } else if (told.ok && "legal" in told.ok && told.ok.legal?.length) {
        go(told.ok.legal);
      } else if (told.ok?.complete) {
        ask("answer", { decision: state.prompt.decision, picks });
      }
    };
  });
  socket.close();
  return room;
});
for (const [name, viewport] of Object.entries({ "1440x900": [1440, 900], "1024x768": [1024, 768], "390x844": [390, 844] })) {
  await page.setViewportSize({ width: viewport[0], height: viewport[1] });
  await page.goto(`${address}/room/${room}`);
  await page.waitForTimeout(1500);
  await page.screenshot({ path: `${folder}/table-${name}.png` });
  await page.goto(address);
  await page.waitForTimeout(500);
  await page.screenshot({ path: `${folder}/home-${name}.png` });
}
await page.setViewportSize({ width: 1440, height: 900 });
await page.goto(`${address}/rules`);
await page.waitForTimeout(700);
await page.screenshot({ path: `${folder}/rules-1440x900.png` });
await browser.close();
child.kill("SIGTERM");
