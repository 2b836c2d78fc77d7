// Names of cards in what is said.
import { describe, expect, it } from "vitest";

import { boardNames } from "../src/games/board/names";
import { namesOf, openName, partsOf, withName } from "../src/lib/chatlinks";

const names = namesOf(["Hedge Knight", "Knights of the Realm", "The Hand's Judgment", "Daario Naharis", "Danaerys"].map((name, i) => ({ name, code: `0100${i}`, lines: [] })));

describe("cards in what is said", () => {
  it("are links where there is such a card, whatever its capitals and marks; everything else stays text", () => {
    const parts = partsOf("I fear [[the hands judgment]] and [[Nobody]] <b>[[x]]</b> [[Hedge Knight]]", names);
    expect(parts.map(({ text, card }) => [text, card?.code ?? null])).toEqual([
      ["I fear ", null], ["The Hand's Judgment", "01002"], [" and [[Nobody]] <b>[[x]]</b> ", null], ["Hedge Knight", "01000"],
    ]);
    expect(partsOf("", names)).toEqual([]);
    expect(partsOf("[[[[Hedge Knight]]]]", names).map((part) => part.text).join("")).toBe("[[Hedge Knight]]");
  });

  it("are offered while their name is written, those that begin so first", () => {
    expect(openName("see [[hed")).toBe("hed");
    expect(openName("see [[hed]] and")).toBeNull();
    expect(names.like("knight")).toEqual(["Knights of the Realm", "Hedge Knight"]);
    expect(names.like("!?")).toEqual([]);
    expect(withName("see [[hed", "Hedge Knight")).toBe("see [[Hedge Knight]] ");
  });

  it("are there in the board game too: houses', Westeros' and wildlings'", () => {
    expect(boardNames.find("Eddard Stark")?.lines[0]).toMatch(/^Stark, 4/);
    expect(boardNames.find("Winter is Coming")?.code).toBeNull();
  });
});
