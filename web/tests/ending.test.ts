import { describe, expect, it } from "vitest";

import { leftBy } from "../src/lib/ending";
import type { Event } from "../src/lib/generated/Event";
import type { SeatInfo } from "../src/lib/generated/SeatInfo";

const seats = (many: number): SeatInfo[] => Array.from({ length: many }, (_, seat) => ({ seat, name: `P${seat + 1}`, player: "human", connected: true, open: false, deck: "" }));
const log = (...events: Event[]) => events.map((event, seq) => ({ seq, event }));

describe("how players left", () => {
  it("a concession in a melee, and an empty deck", () => {
    const events = log(
      { type: "eliminated", seat: 2, text: "Osk has no cards left in the deck and is eliminated.", rule: "RR.melee.eliminate" },
      { type: "eliminated", seat: 0, text: "Ada concedes and leaves the game.", rule: "TR.concede" },
      // What follows when who gave up really leaves is not told over what is known.
      { type: "eliminated", seat: 0, text: "Ada is eliminated.", rule: "RR.melee.eliminate.1" },
    );
    expect([...leftBy(events, seats(4))]).toEqual([[2, "out"], [0, "conceded"]]);
  });

  it("a concession that ends a joust: the one who did not win", () => {
    const outcome = { Won: { seats: [1], reason: "{P1} conceded" } };
    expect([...leftBy(log({ type: "over", outcome, text: "", rule: "TR.concede" }), seats(2))]).toEqual([[0, "conceded"]]);
  });

  it("nobody leaves a game that is won", () => {
    const outcome = { Won: { seats: [1], reason: "has 15 power" } };
    expect(leftBy(log({ type: "over", outcome, text: "", rule: "RR.glossary.winning" }), seats(2)).size).toBe(0);
  });
});
