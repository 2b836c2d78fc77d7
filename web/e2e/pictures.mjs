// What the pictures of real play share: a server of its own, a seat played over the websocket from the page itself, three sizes.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { launch } from "./browser.mjs";

const program = process.env.MAESTER_BIN ?? "../target/release/maester";
const folder = process.env.SCREENS ?? "../docs/screens";
const sizes = { "1440x900": [1440, 900], "1024x768": [1024, 768], "390x844": [390, 844] };

/** Serves the program, hands a browser to `work`, and ends both. */
export async function pictures(work) {
  mkdirSync(folder, { recursive: true });
  const database = join(mkdtempSync(join(tmpdir(), "maester-screens-")), "games.sqlite");
  const child = spawn(program, ["serve", "--listen", "127.0.0.1:0", "--database", database, "--seed", process.env.SEED ?? "2026"]);
  try {
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
    try {
      await work(browser, address);
    } finally {
      await browser.close();
    }
  } finally {
    child.kill("SIGTERM");
  }
}

/** A page at the first size that has loaded the client. */
export async function visit(browser, address) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce", bypassCSP: true });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

/** A picture of `path` at each of the sizes, or at those that are named. */
export async function take(page, address, path, name, wanted = Object.keys(sizes)) {
  for (const size of wanted) {
    const [width, height] = sizes[size];
    await page.setViewportSize({ width, height });
    await page.goto(`${address}${path}`);
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `${folder}/${name}-${size}.png` });
  }
}

/**
 * Makes a room with a Stark deck, plays its first seat until `enough` says so or the game is over, and gives the room. `wish` is the body of
 * `POST /api/rooms` without name and deck; `enough` sees the state and is written as a function of it alone, as it runs in the page.
 */
export function play(page, wish, enough) {
  return page.evaluate(
    async ([wish, enough]) => {
      // Rebuilt from its text: a function cannot travel into the page.
      const done = new Function("state", `return (${enough})(state)`);
      const decks = await (await fetch("/api/decks")).json();
      const deck = decks.find((deck) => deck.faction.includes("tark")) ?? decks[0];
      const body = { kind: "card", name: "Ilse", deck: deck.name, opponent: "bot", bot: "steward", bot_deck: null, rulings: null, ...wish };
      const made = await fetch("/api/rooms", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
      const { room } = await made.json();
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
            if (!state.view) return;
            if (state.outcome || done(state)) return resolve();
            if (state.prompt && state.prompt.decision !== sent) {
              sent = state.prompt.decision;
              picks = [];
              go(state.prompt.legal);
            }
          } else if (told.error?.code === "too_fast") {
            // The room takes so many messages a second: the last one again, a moment later.
            setTimeout(() => ask(last.op, last.more), 500);
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
    },
    [wish, enough.toString()],
  );
}
