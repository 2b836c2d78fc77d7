// The table of the board game as the client holds it: the last state of the room, the log, my answer in the making.
import type { Outcome } from "../../lib/generated/Outcome";
import type { SeatInfo } from "../../lib/generated/SeatInfo";
import type { State } from "../../lib/generated/State";
import { settings } from "../../lib/settings.svelte";
import { Lost, Refused, type Request } from "../../lib/socket";
import { readReasons, withNames, type Reason } from "../../lib/wire";
import { areasOf, byArea, draftOf, DoesNotFit, freeSets, sameAction, setOf, startDraft, wholeSets, type Draft } from "./draft";
import { areaFacts, areaName, houseName, orderFacts } from "./facts";
import { flightsOf, type Flight } from "./flights";
import { marchEstimate, type Estimate } from "./strength";
import { words } from "./words";
import type { BoardAction, BoardAsked, BoardChoice, BoardEntry, BoardEvent, BoardRoom, BoardView, CombatView, Unit } from "./types";
import { OrderDraft } from "./orders.svelte";

/** How the store talks to the room; the fixtures have one of their own. */
export type Ask = (request: Request) => Promise<unknown>;

const PATIENCE = 500;
/** Topics in which a click sends at once even where a person wants to confirm: nothing is lost by them. */
const LIGHT = new Set(["raven_card"]);

export interface Problem extends Reason {}

export interface Question {
  title: string;
  text: string;
  yes: string;
  /** What keeps things as they are, where it is not "keep playing". */
  no?: string;
  /** Whether it stays open when the table goes on. */
  stays?: boolean;
  act: () => void;
}

export class BoardTable {
  room = $state.raw<BoardRoom | null>(null);
  log = $state.raw<BoardEntry[]>([]);
  connected = $state(false);
  everConnected = $state(false);
  draft = $state.raw<Draft | null>(null);
  busy = $state(false);
  problem = $state.raw<Problem | null>(null);
  ruleSheet = $state<string | null>(null);
  question = $state.raw<Question | null>(null);
  /** The area that was clicked last: its card is shown. */
  looked = $state<string | null>(null);
  /** Units that are picked for the next destination of a march. */
  marching = $state.raw<Partial<Record<Unit, number>>>({});
  /** A combat that is over, until it is put aside, and where its log begins. */
  result = $state.raw<{ combat: CombatView; from: number } | null>(null);
  /** What moved with the last state, as arrows on the map. */
  moved = $state.raw<{ from: string; to: string; kind: string; key: number }[]>([]);
  /** Units that came with the last state, and its number. */
  flights = $state.raw<{ key: number; list: Flight[] }>({ key: 0, list: [] });
  /** Whether cards are laid over the map as they are drawn; not where a finished game is stepped through. */
  draws = true;
  /** A finished game that is stepped through: nothing of it is remembered, and nobody plays. */
  walked = false;
  /** Whether the Westeros cards of this round lie over the map. */
  drawn = $state(false);
  /** Events from this number on happened since I last decided. */
  newsFrom = $state(0);
  orders: OrderDraft;
  #ask: Ask;
  #combatFrom = 0;

  view = $derived<BoardView | null>(this.room?.view ?? null);
  me = $derived(this.room?.me ?? null);
  /** Who is "you" here: nobody, over somebody's shoulder. */
  voice = $derived(this.room?.eyes ? null : this.me);
  over = $derived(this.room?.outcome != null);
  myTurn = $derived(this.room?.prompt != null && !this.over);
  mine = $derived(this.view?.players.find((player) => player.seat === this.me) ?? null);
  asked = $derived<BoardAsked | null>(this.draft?.next ?? this.draft?.stages.at(-1) ?? null);
  /** Whether I gave up: the game plays my house. */
  gone = $derived(this.mine?.conceded === true);
  /** Whether I play here: I have a seat, did not give up, and the game runs. */
  playing = $derived(!this.walked && this.me !== null && this.view !== null && !this.over && !this.gone);
  /** How many others may still win. */
  rivals = $derived((this.view?.players ?? []).filter((player) => player.seat !== this.me && !player.conceded).length);
  topic = $derived(this.draft?.first.topic ?? null);
  complete = $derived(this.draft !== null && this.draft.next === null);
  legal = $derived<BoardChoice[]>(this.over ? [] : (this.draft?.next?.legal ?? []));
  waitsFor = $derived((this.view?.acting ?? []).filter((seat) => seat !== this.voice));
  /** The area whose order I resolve, or whose units march. */
  source = $derived.by<string | null>(() => {
    const first = this.draft?.wanted[0];
    return first?.verb === "use" || first?.verb === "replace" ? first.area : null;
  });
  /** Units of the marching area that have no destination yet. */
  left = $derived.by<Partial<Record<Unit, number>>>(() => {
    const area = this.view?.areas.find(({ id }) => id === this.source);
    if (!area) return {};
    const left: Partial<Record<Unit, number>> = { ...area.units };
    for (const action of this.draft?.wanted ?? []) if (action.verb === "move") left[action.unit] = (left[action.unit] ?? 0) - 1;
    return left;
  });
  /** Destinations by unit as they were before the first move: moves may be picked in any order. */
  marchChoices = $derived.by<BoardChoice[]>(() => {
    const stage = this.draft?.stages[1] ?? this.draft?.next;
    if (this.topic !== "march" || this.source === null || !stage) return [];
    const left = this.left;
    return stage.legal.filter(({ action }) => action.verb === "move" && (left[action.unit] ?? 0) > 0 && (this.marching[action.unit] ?? 0) > 0);
  });
  /** What a click on an area may mean now. */
  targets = $derived<Map<string, BoardChoice[]>>(this.topic === "orders" ? new Map() : byArea(this.topic === "march" && this.source !== null && !this.complete ? this.marchChoices : this.legal));

  constructor(ask: Ask) {
    this.orders = new OrderDraft(this);
    this.#ask = async (request) => {
      for (let tries = 0; ; tries += 1) {
        try {
          return await ask(request);
        } catch (error) {
          if (!(error instanceof Refused) || error.error.code !== "too_fast" || tries > 4) throw error;
          await new Promise((resolve) => setTimeout(resolve, PATIENCE));
        }
      }
    };
  }

  houseOf(seat: number | null | undefined): string | null {
    return this.view?.players.find((player) => player.seat === seat)?.house ?? null;
  }
  /** The house's name; mine is "You". */
  nameOf(seat: number): string {
    const house = this.houseOf(seat);
    return seat === this.voice ? words.you : house ? houseName(house) : this.playerOf(seat);
  }
  playerOf(seat: number): string {
    return this.room?.seats.find((info) => info.seat === seat)?.name ?? `P${seat + 1}`;
  }
  area(id: string) {
    return this.view?.areas.find((area) => area.id === id) ?? null;
  }

  /** Sentences name houses: they are what stands on the map. */
  #named(seats: SeatInfo[], view: BoardView | null): SeatInfo[] {
    return seats.map((info) => {
      const house = view?.players.find((player) => player.seat === info.seat)?.house;
      return house ? { ...info, name: houseName(house) } : info;
    });
  }
  say<T>(value: T): T {
    return withNames(value, this.#named(this.room?.seats ?? [], this.view), this.voice);
  }

  receive(state: State, first: boolean): void {
    this.take(state, first);
  }

  /** A new state of the room; `first` after a (new) connection, when the events are all there are. */
  take(state: State, first: boolean): void {
    const raw = state.view as unknown as BoardView | null;
    const view = raw && Array.isArray(raw.areas) ? raw : null;
    const names = this.#named(state.seats, view);
    const voice = state.eyes === undefined ? state.me : null;
    const entries = state.events.map((entry) => ({ seq: Number(entry.seq), event: withNames(entry.event as unknown as BoardEvent, names, voice) }));
    const last = this.log.at(-1)?.seq ?? -1;
    const fresh = first ? entries : entries.filter((entry) => entry.seq > last);
    this.log = first ? entries : [...this.log, ...fresh];
    if (first) this.newsFrom = (entries.at(-1)?.seq ?? -1) + 1;
    const before = this.room?.view?.combat ?? null;
    this.#arrivals(this.room?.view ?? null, view, fresh, first);
    const prompt = withNames(state.prompt as unknown as BoardAsked | null, names, voice);
    const same = this.draft !== null && prompt !== null && prompt.decision === this.draft.decision && !first;
    this.room = {
      room: state.room, version: Number(state.version), seats: state.seats, me: state.me, eyes: state.eyes !== undefined, view, prompt, canWithdraw: state.can_withdraw,
      outcome: withNames((state.outcome as unknown as Outcome | null) ?? view?.outcome ?? null, names, voice), rematch: state.rematch ?? null, paused: state.paused ?? null,
    };
    this.#follow(before, view?.combat ?? null, fresh, first);
    if (!same) {
      this.draft = prompt ? startDraft(prompt) : null;
      this.marching = {};
      if (!this.question?.stays || this.over) this.question = null;
      if (prompt?.topic === "orders") this.orders.begin(prompt);
      else if (prompt && wholeSets.has(prompt.topic) && prompt.min > 1) void this.#openSet();
      else if (prompt && prompt.legal.length === 1) void this.#onlyOne();
    }
    this.orders.follow();
    this.#remember();
  }

  /** What a new state lets be seen to move, and cards that are drawn. */
  #arrivals(before: BoardView | null, now: BoardView | null, fresh: BoardEntry[], first: boolean): void {
    if (first || !before || !now) {
      this.drawn = this.draws && now?.phase === "westeros" && now.outcome === null;
      return;
    }
    const list = flightsOf(before, now, fresh);
    if (list.length > 0) this.flights = { key: this.flights.key + 1, list };
    if (fresh.some(({ event }) => event.type === "westeros")) this.drawn = this.draws;
    if (now.phase === "action" || now.outcome !== null) this.drawn = false;
  }

  /** Combats that begin and end, and what moves. */
  #follow(before: CombatView | null, now: CombatView | null, fresh: BoardEntry[], first: boolean): void {
    const begun = fresh.find(({ event }) => event.type === "combat" || event.type === "neutral");
    if (begun) this.#combatFrom = begun.seq;
    if (first) return;
    const ended = fresh.find(({ event }) => event.type === "result");
    if (before && (!now || now.at !== before.at || now.attacker !== before.attacker) && (ended || before.winner !== null)) this.result = { combat: before, from: begun && begun.seq > (ended?.seq ?? 0) ? this.#combatFrom : this.#combatFrom };
    else if (now) this.result = null;
    const moves = fresh.filter(({ event }) => ["march", "retreat", "raid"].includes(event.type) && event.areas.length === 2);
    if (moves.length > 0) this.moved = moves.slice(-6).flatMap(({ seq, event: { areas: [from, to], type: kind } }) => (from && to ? [{ from: kind === "raid" ? to : from, to: kind === "raid" ? from : to, kind, key: seq }] : []));
  }

  #remember(): void {
    const { room, view } = this;
    if (this.walked || !room || room.me === null || !view) return;
    settings.keep({
      room: room.room, opponent: words.opponents(view.players.filter((player) => player.seat !== room.me).map((player) => houseName(player.house))), kind: "board",
      deck: "", note: words.roundOf(view.round, words.phases[view.phase]), mine: room.prompt !== null, over: room.outcome !== null, at: Date.now(),
    });
  }

  #seen: { decision: number; replies: Map<string, Promise<BoardAsked | null>> } = { decision: -1, replies: new Map() };
  preview = (picks: number[]): Promise<BoardAsked | null> => {
    const decision = this.draft?.decision;
    if (decision === undefined) return Promise.reject(new DoesNotFit());
    if (this.#seen.decision !== decision) this.#seen = { decision, replies: new Map() };
    const key = picks.join();
    const known = this.#seen.replies.get(key);
    if (known) return known;
    const reply = this.#ask({ op: "preview", decision, picks }).then((value) => {
      const asked = value as Partial<BoardAsked> | null;
      return !asked || asked.complete === true || !Array.isArray(asked.legal) ? null : this.say(asked as BoardAsked);
    });
    const { replies } = this.#seen;
    replies.set(key, reply);
    reply.catch(() => replies.delete(key));
    return reply;
  };

  /** Runs one exchange with the room; a refusal is shown and leaves everything as it was. */
  async run(work: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = null;
    try {
      await work();
    } catch (error) {
      this.#fail(error);
    } finally {
      this.busy = false;
    }
  }
  #fail(error: unknown): void {
    if (error instanceof Refused) this.problem = { message: this.say(error.message), rule: error.error.rule };
    else if (error instanceof DoesNotFit) this.problem = { message: words.doesNotFit, rule: null };
    else if (error instanceof Lost) this.problem = { message: words.lost, rule: null };
    else this.problem = { message: error instanceof Error ? error.message : String(error), rule: null };
  }

  async send(draft: Draft): Promise<void> {
    const news = (this.log.at(-1)?.seq ?? -1) + 1;
    await this.#ask({ op: "answer", decision: draft.decision, picks: draft.picks });
    this.newsFrom = news;
    if (this.draft?.decision === draft.decision) this.draft = null;
    this.looked = null;
    this.result = null;
    this.moved = [];
  }

  /** Makes exactly these actions wanted, and goes on where only one thing can follow. */
  async want(wanted: BoardAction[]): Promise<Draft | null> {
    const draft = this.draft;
    if (!draft) return null;
    const set = wholeSets.has(draft.first.topic) || freeSets.has(draft.first.topic);
    let next = set ? await setOf(draft.first, wanted, this.preview, (action) => this.#room(wanted, action)) : await draftOf(draft.first, wanted, this.preview);
    while (!set && next.next?.legal.length === 1 && next.next.legal[0] && next.picks.length > 0 && next.next.legal[0].action.verb !== "done") next = await draftOf(draft.first, [...next.wanted, next.next.legal[0].action], this.preview);
    if (this.draft?.decision !== draft.decision) return null;
    this.draft = next;
    if (this.topic === "march") this.marching = { ...this.left };
    return next;
  }

  /** Whether points are left for this, or another such unit, beside what is wanted of a set. */
  #room(wanted: BoardAction[], action: BoardAction): boolean {
    const cost = (it: BoardAction) => (it.verb === "upgrade" ? 1 : it.verb === "muster" ? (it.unit === "knight" || it.unit === "siege_engine" ? 2 : 1) : 0);
    if (action.verb === "destroy") return (this.area(action.area)?.[action.routed ? "routed" : "units"][action.unit] ?? 0) > wanted.filter((other) => sameAction(other, action)).length;
    if (this.topic !== "muster" || (action.verb !== "muster" && action.verb !== "upgrade")) return true;
    return wanted.reduce((sum, it) => sum + ((it.verb === "muster" || it.verb === "upgrade") && it.area === action.area ? cost(it) : 0), cost(action)) <= areaFacts(action.area).castle;
  }

  /** All units that a set of so many may hold, before the first is picked. */
  async #openSet(): Promise<void> {
    const draft = this.draft;
    if (!draft) return;
    try {
      const open = await setOf(draft.first, [], this.preview, () => true);
      if (this.draft === draft) this.draft = open;
    } catch {
      // The table went on, or the line is lost: what was listed stays.
    }
  }

  async #onlyOne(): Promise<void> {
    const choice = this.draft?.next?.legal[0];
    if (choice && ["use", "replace"].includes(choice.action.verb)) await this.run(async () => void (await this.want([choice.action])));
  }

  /** Takes a pick. On the map and on cards the golden button comes after; a button with words is its own confirmation. */
  choose(choice: BoardChoice, hold = false): Promise<void> {
    this.drawn = false;
    return this.run(async () => {
      const draft = this.draft;
      if (!draft) return;
      const { action } = choice;
      const fresh = action.verb === "use" || action.verb === "replace" || draft.next === null;
      const next = await this.want(fresh ? [action] : [...draft.wanted, action]);
      if (next?.next === null && !(hold && settings.value.confirm && !LIGHT.has(next.first.topic))) await this.send(next);
    });
  }

  /** So many units of the marked ones go there. */
  march(to: string): Promise<void> {
    const moves = Object.entries(this.marching).flatMap(([unit, n]) => Array.from({ length: n ?? 0 }, (): BoardAction => ({ verb: "move", unit: unit as Unit, to })));
    const fit = moves.filter((move) => this.marchChoices.some(({ action }) => sameAction(action, move)));
    return this.run(async () => {
      const kept = this.draft?.wanted.filter(({ verb }) => verb !== "done") ?? [];
      // As many as supply and the room in a harbour allow.
      for (let n = fit.length; n > 0; n -= 1) {
        try {
          await this.want([...kept, ...fit.slice(0, n)]);
          if (n < fit.length) this.problem = { message: words.march.only(n, areaName(to)), rule: "BG.march.supply" };
          return;
        } catch (error) {
          if (!(error instanceof DoesNotFit)) throw error;
        }
      }
      this.problem = { message: words.march.noMore(areaName(to)), rule: "BG.march.move" };
    });
  }

  /** Takes back what was picked: one action, or the last. */
  unpick(action?: BoardAction): void {
    const draft = this.draft;
    if (!draft || this.busy) return;
    const wanted = [...draft.wanted];
    const at = action ? wanted.findLastIndex((other) => sameAction(other, action)) : wanted.length - 1;
    if (at < 0) return;
    wanted.splice(at, 1);
    // Nothing stays of an order that is not resolved any more.
    const kept = at === 0 && (this.source !== null || action?.verb === "use") ? [] : wanted;
    void this.run(async () => {
      try {
        await this.want(kept);
      } catch (error) {
        if (!(error instanceof DoesNotFit)) throw error;
        await this.want(kept.slice(0, at));
      }
    });
  }
  /** Takes all of a group back. */
  unpickWhere(which: (action: BoardAction) => boolean): void {
    const draft = this.draft;
    if (draft && !this.busy) void this.run(async () => void (await this.want(draft.wanted.filter((action) => !which(action)))));
  }

  /** Ends the answer: sends it if it is whole, else with the closing pick. */
  finish(): Promise<void> {
    return this.run(async () => {
      const draft = this.draft;
      if (!draft) return;
      if (draft.next === null) return this.send(draft);
      const done = draft.next.legal.find(({ action }) => action.verb === "done");
      if (!done) return;
      const next = await this.want([...draft.wanted, done.action]);
      if (next?.next === null) await this.send(next);
    });
  }

  /** A click on an area: what it means there, or only a look. */
  clickArea(id: string): void {
    this.drawn = false;
    if (this.topic === "orders" && this.orders.select(id)) return;
    if (this.topic === "march" && this.source !== null && !this.complete && id !== this.source && this.targets.has(id)) return void this.march(id);
    const choices = this.targets.get(id) ?? [];
    const [only] = choices;
    this.looked = (this.looked === id && choices.length === 0) || choices.length === 1 ? null : id;
    if (choices.length === 1 && only) return void this.choose(only, true);
    if (choices.length === 0 && this.myTurn && this.draft) void this.explain(id);
  }

  reasons = $state.raw<{ area: string; rows: Reason[] } | null>(null);
  async explain(id: string): Promise<void> {
    try {
      this.reasons = { area: id, rows: this.say(readReasons(await this.#ask({ op: "explain", thing: id }))) };
    } catch {
      this.reasons = null;
    }
  }

  /** How a march as it is picked would come out, by attacked area; null where nobody is attacked. */
  estimate = $derived.by<Estimate | null>(() => {
    const { view, me, source } = this;
    if (!view || me === null || source === null || this.topic !== "march") return null;
    const moves = (this.draft?.wanted ?? []).filter((action) => action.verb === "move");
    const at = moves.find(({ to }) => this.attacks(to))?.to;
    return at ? marchEstimate(view, me, source, at, moves.filter(({ to }) => to === at).map(({ unit }) => unit)) : null;
  });
  attacks(to: string): boolean {
    const area = this.area(to);
    return !!area && ((area.owner !== null && area.owner !== this.me) || (area.force > 0 && area.garrison !== this.me));
  }

  withdraw(): Promise<void> {
    return this.run(async () => void (await this.#ask({ op: "withdraw" })));
  }
  concede(): Promise<void> {
    return this.run(async () => void (await this.#ask({ op: "concede" })));
  }
  makeSure(question: Question): void {
    this.question = question;
  }
  openRule(id: string): void {
    this.ruleSheet = id;
  }
  /** Escape: closes what is open, innermost first, else takes the last pick back. Whether there was anything of that. */
  back(): boolean {
    if (this.question) this.question = null;
    else if (this.ruleSheet !== null) this.ruleSheet = null;
    else if (this.problem) this.problem = null;
    else if (this.drawn) this.drawn = false;
    else if (this.result) this.result = null;
    else if (this.looked !== null) this.looked = null;
    else if (this.topic === "orders") this.orders.clearSelected();
    else if (this.draft?.wanted.length) this.unpick();
    else return false;
    return true;
  }

  /** What an area is to a screen reader. */
  sayArea(id: string): string {
    const area = this.area(id);
    const parts = [areaName(id)];
    if (!area) return parts.join();
    if (area.closed) parts.push(words.closed);
    if (area.controller !== null) parts.push(this.nameOf(area.controller));
    const units = words.units(area.units);
    if (units) parts.push(units);
    const routed = words.units(area.routed);
    if (routed) parts.push(words.routed(routed));
    if (area.force > 0) parts.push(area.garrison === null ? words.neutral(area.force) : words.garrison(area.force));
    const order = this.orders.at(id) ?? area.order;
    if (order) parts.push(orderFacts(order).name);
    else if (area.facedown) parts.push(words.facedown);
    if (this.targets.has(id)) parts.push(words.pickable);
    return parts.join(", ");
  }
  /** Areas that are wanted by the draft, apart from the source. */
  wantedAreas = $derived(new Set((this.draft?.wanted ?? []).flatMap((action) => (action.verb === "use" || action.verb === "replace" ? [] : areasOf(action).slice(0, 1)))));
}
