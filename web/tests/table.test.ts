import { beforeAll, describe, expect, it, vi } from "vitest";

import { fixtures } from "../src/fixtures/states";
import { settings } from "../src/lib/settings.svelte";
import { Refused, type Request } from "../src/lib/socket";
import { Table } from "../src/lib/table.svelte";

beforeAll(() => vi.stubGlobal("matchMedia", () => ({ matches: true })));

async function open(name: string, answer: (request: Request) => unknown = () => true) {
  const fixture = fixtures[name]?.();
  if (!fixture) throw new Error(name);
  const asked: Request[] = [];
  const table = new Table((request) => {
    asked.push(request);
    if (request.op === "preview") return Promise.resolve(fixture.preview(request.picks));
    return new Promise((resolve) => resolve(answer(request)));
  });
  await table.take(fixture.state, true);
  const id = (card: string) => table.view?.cards.find((c) => c.name === card)?.id ?? "";
  const node = { getBoundingClientRect: () => ({}) as DOMRect } as HTMLElement;
  const click = async (card: string, keyboard = false) => {
    table.click(id(card), node, keyboard);
    await vi.waitFor(() => expect(table.busy).toBe(false));
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { table, asked, click, id };
}
const answers = (asked: Request[]) => asked.flatMap((request) => (request.op === "answer" ? [request.picks] : []));

describe("at the table", () => {
  it("a target waits for the golden button, which says what will happen", async () => {
    const { table, asked, click } = await open("target");
    expect(table.main).toBeNull();
    await click("The Tickler");
    expect(table.main?.label).toBe("Kneel The Tickler");
    await click("Cersei Lannister");
    expect(table.main?.label).toBe("Kneel Cersei Lannister");
    expect(answers(asked)).toEqual([]);
    table.main?.press();
    await vi.waitFor(() => expect(answers(asked)).toEqual([[0]]));
  });

  it("a click on what is picked takes it back; by keyboard it confirms", async () => {
    const { table, asked, click } = await open("target");
    await click("The Tickler");
    await click("The Tickler");
    expect(table.draft?.steps).toEqual([]);
    await click("The Tickler", true);
    await click("The Tickler", true);
    await vi.waitFor(() => expect(answers(asked)).toEqual([[1]]));
  });

  it("attackers are picked in any order and sent in the engine's", async () => {
    const { table, asked, click } = await open("attackers");
    await click("Arya Stark");
    await click("Robb Stark");
    expect(table.main?.label).toBe("Attack with 2");
    table.main?.press();
    await vi.waitFor(() => expect(answers(asked)).toEqual([[0, 1, 0]]));
  });

  it("only what still goes with the other picks is on offer", async () => {
    const { table, click, id } = await open("setup");
    await click("Eddard Stark");
    const offered = (card: string) => table.offer.byCard.has(id(card));
    expect([offered("Robb Stark"), offered("Direwolf Pup"), offered("Winterfell Steward"), offered("Heart Tree Grove")]).toEqual([false, false, true, true]);
    await click("Winterfell Steward");
    expect(table.layout?.mine?.characters.map((h) => h.card.name).sort()).toEqual(["Eddard Stark", "Winterfell Steward"]);
  });

  it("in a window one click acts, several uses open a menu", async () => {
    const { table, asked, click } = await open("window");
    await click("Arya Stark");
    expect(table.menu?.offers.length).toBe(2);
    table.back();
    expect(table.menu).toBeNull();
    await click("For the North!");
    expect(answers(asked)).toEqual([[0]]);
    expect(table.draft).toBeNull();
  });

  it("passing asks first only where a phase hangs on it", async () => {
    const { table, asked } = await open("window");
    table.pass();
    await vi.waitFor(() => expect(answers(asked)).toEqual([[5]]));
    const dear = await open("window");
    if (dear.table.room?.prompt) await dear.table.take({ ...fixtures.window?.().state, prompt: { ...dear.table.room.prompt, topic: "marshaling" } } as never, true);
    dear.table.pass();
    expect(dear.table.doubt?.kind).toBe("marshal");
    dear.table.settle(false);
    expect([dear.table.doubt, answers(dear.asked)]).toEqual([null, []]);
    dear.table.pass();
    dear.table.settle(true, true);
    await vi.waitFor(() => expect(answers(dear.asked).length).toBe(1));
    expect(settings.value.unasked).toEqual(["marshal"]);
    const again = await open("window");
    if (again.table.room?.prompt) await again.table.take({ ...fixtures.window?.().state, prompt: { ...again.table.room.prompt, topic: "marshaling" } } as never, true);
    again.table.pass();
    await vi.waitFor(() => expect(answers(again.asked).length).toBe(1));
    expect(again.table.doubt).toBeNull();
    settings.change({ unasked: [] });
  });

  it("an attack at 0 STR is asked about before it is sent", async () => {
    const { table, asked, click } = await open("attackers");
    const fixture = fixtures.attackers?.();
    if (!fixture) throw new Error();
    const view = fixture.state.view as unknown as { cards: { str: number }[] };
    await table.take({ ...fixture.state, view: { ...view, cards: view.cards.map((card) => ({ ...card, str: 0 })) } as never }, true);
    await click("Robb Stark");
    table.main?.press();
    expect(table.doubt?.kind).toBe("zero");
    expect(answers(asked)).toEqual([]);
    table.settle(false);
    expect(table.draft?.steps.length).toBe(1);
    table.main?.press();
    table.settle(true);
    await vi.waitFor(() => expect(answers(asked).length).toBe(1));
  });

  it("conceding is asked about, whatever is silenced", async () => {
    const { table } = await open("window");
    settings.change({ unasked: ["concede"] });
    let done = 0;
    table.makeSure({ kind: "concede", title: "", text: "", yes: "", no: "" }, () => (done += 1));
    expect([table.doubt?.kind, done]).toEqual(["concede", 0]);
    table.settle(true);
    expect(done).toBe(1);
    settings.change({ unasked: [] });
  });

  it("the second of two ways is no pass: the key p leaves it alone, its button takes it", async () => {
    const { table, asked } = await open("mulligan");
    table.pass();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(answers(asked)).toEqual([]);
    table.refuse();
    await vi.waitFor(() => expect(answers(asked)).toEqual([[1]]));
  });

  it("a refusal says why and changes nothing", async () => {
    const { table, click } = await open("window", (request) => {
      if (request.op === "answer") throw new Refused({ code: "stale", message: "Too late.", rule: "RR.x" });
      return true;
    });
    await click("For the North!");
    expect(table.problem).toEqual({ message: "Too late.", rule: "RR.x" });
    expect(table.draft?.steps).toEqual([]);
  });

  it("a click on what cannot be picked enlarges it and asks why", async () => {
    const { table, click, id } = await open("target", () => [{ code: "x", message: "STR 8.", rule: "RR.y" }]);
    await click("Tywin Lannister");
    expect(table.inspected).toMatchObject({ id: id("Tywin Lannister"), pinned: true });
    await vi.waitFor(() => expect(table.reasons?.rows).toEqual([{ message: "STR 8.", rule: "RR.y" }]));
  });

  it("placing in setup moves cards from the hand to the table at once", async () => {
    const { table, click } = await open("setup");
    await click("Winterfell Steward");
    expect(table.layout?.mine?.characters.map((h) => h.card.name)).toEqual(["Winterfell Steward"]);
    expect(table.main?.label).toBe("Place Winterfell Steward");
    table.unpick();
    expect(table.layout?.mine?.characters).toEqual([]);
  });

  it("states that come in a row are all taken, in order", async () => {
    const { table } = await open("window");
    const { state } = fixtures.window?.() ?? {};
    if (!state) throw new Error();
    for (let version = 2; version < 12; version += 1) table.receive({ ...state, version, events: [{ seq: 100 + version, event: { type: "note", text: String(version), rule: null } }] }, false);
    await vi.waitFor(() => expect(table.room?.version).toBe(11));
    expect(table.log.slice(-10).map((entry) => entry.event.text)).toEqual(["2", "3", "4", "5", "6", "7", "8", "9", "10", "11"]);
    expect(table.log.filter((entry) => entry.seq >= table.newsFrom).length).toBe(10);
  });

  it("a new state with the same question keeps the draft; a new question drops it", async () => {
    const { table, click } = await open("attackers");
    await click("Robb Stark");
    const fixture = fixtures.attackers?.();
    if (!fixture) throw new Error();
    await table.take({ ...fixture.state, version: 2, events: [] }, false);
    expect(table.draft?.steps.length).toBe(1);
    await table.take({ ...fixture.state, version: 3, events: [], prompt: { ...(fixture.state.prompt as object), decision: 99 } as never }, false);
    expect(table.draft?.steps.length).toBe(0);
  });
});
