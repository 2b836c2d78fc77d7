// Pictures of real melees for docs/screens: `MAESTER_BIN=../target/release/maester node e2e/melee-screens.mjs`. A person and bots, four and
// eight at the table (`PLAYERS`), played until somebody fights in round 2 or later.
import { pictures, play, take, visit } from "./pictures.mjs";

await pictures(async (browser, address) => {
  for (const players of (process.env.PLAYERS ?? "4 8").split(" ").map(Number)) {
    const page = await visit(browser, address);
    const others = Array.from({ length: players - 1 }, (_, i) => ({ bot: ["steward", "eager"][i % 2] }));
    const room = await play(page, { format: "melee", players, others }, ({ view, prompt }) => prompt && view.round >= 2 && (view.challenge || prompt.topic === "initiate"));
    await take(page, address, `/room/${room}`, `melee${players}`);
    await page.context().close();
  }
});
