// Pictures of real melees for docs/screens: `MAESTER_BIN=../target/release/maester node e2e/melee-screens.mjs`. A person and stewards, four and
// eight at the table, played over the websocket from the page itself until somebody fights in round 2 or later; then the three sizes.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { launch } from "./browser.mjs";

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
for (const players of (process.env.PLAYERS ?? "4 8").split(" ").map(Number)) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(address);
  const room = await page.evaluate(async (players) => {
    const decks = await (await fetch("/api/decks")).json();
    const mine = decks.find((deck) => deck.faction.includes("tark")) ?? decks[0];
    const names = ["steward", "eager"];
    const others = Array.from({ length: players - 1 }, (_, i) => ({ bot: names[i % 2] }));
    const body = { kind: "card", format: "melee", name: "Ilse", deck: mine.name, opponent: "bot", bot: "steward", bot_deck: null, rulings: null, players, others };
    const { room } = await (await fetch("/api/rooms", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })).json();
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
          const { view, prompt } = state;
          if (!view.players) return;
          if (state.outcome) return resolve();
          const mine = prompt && view.challenge?.defender === state.me && prompt.topic === "defenders";
          if (view.round >= 2 && mine) return resolve();
          if (view.round >= 2 && prompt && (view.challenge || prompt.topic === "initiate")) return resolve();
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
  }, players);
  for (const [name, [width, height]] of Object.entries({ "1440x900": [1440, 900], "1024x768": [1024, 768], "390x844": [390, 844] })) {
    await page.setViewportSize({ width, height });
    await page.goto(`${address}/room/${room}`);
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `${folder}/melee${players}-${name}.png` });
  }
  await context.close();
}
await browser.close();
child.kill("SIGTERM");
