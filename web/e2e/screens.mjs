// Pictures of real play for docs/screens: `MAESTER_BIN=../target/release/maester node e2e/screens.mjs`. Plays against the steward until a
// challenge of round 3 or later asks for defenders or keywords; then the table, the first page, the rules.
import { pictures, play, take, visit } from "./pictures.mjs";

await pictures(async (browser, address) => {
  const page = await visit(browser, address);
  const other = await page.evaluate(async () => (await (await fetch("/api/decks")).json()).find((deck) => deck.faction.includes("annister"))?.name ?? null);
  const room = await play(page, { format: "joust", bot_deck: other }, ({ view, prompt }) => prompt && view.round >= 3 && view.challenge && ["defenders", "claim", "keyword_use", "target"].includes(prompt.topic));
  await take(page, address, `/room/${room}`, "table");
  await take(page, address, "/", "home");
  await take(page, address, "/rules", "rules", ["1440x900"]);
});
