// The table as the client holds it: the last state of the room, the log, and my answer in the making.
import { tick } from "svelte";

import { passes, settled } from "./byitself";
import { noOffer, offerOf, pickedBy, pickedSeats, placedBy, type Offer } from "./choices";
import { doubtOfPass, silenceable, zeroAttack, type Doubt } from "./doubts";
import { cardOf, DoesNotFit, lateChoices, openSet, pick, pickLate, picksOf, removeStep, startDraft, thingOf, unpick, type Draft } from "./draft";
import { capture, movesOf, play, stillness } from "./flight";
import type { CardView } from "./generated/CardView";
import type { Choice } from "./generated/Choice";
import type { State } from "./generated/State";
import { library } from "./library.svelte";
import { isMelee, opponentNames } from "./melee";
import { seatName } from "./names";
import type { CardMenu, Inspected, Problem } from "./opened";
import { layOut, type Layout } from "./rows";
import { settings } from "./settings.svelte";
import { Lost, Refused, type Request } from "./socket";
import { listNames, texts } from "./texts";
import { readPreview, readReasons, readState, withNames, type Asked, type Entry, type Reason, type Room } from "./wire";

/** Between two states that show something, in milliseconds; and how many may stand in line before they are taken together. */
const PACE = 420;
const LINE = 5;
/** Questions to the room about what else would fit, after one pick. */
const PROBES = 10;
/** How long to wait when the room says that it is asked too fast. */
const PATIENCE = 500;

/** How the store talks to the room; the fixtures have one of their own. */
export type Ask = (request: Request) => Promise<unknown>;

/** Whose turn it is, and who fights: when that changes, the table shows whom it concerns. */
const turnOf = (room: Room | null): string => {
  const view = room?.view;
  return `${view?.phase} ${view?.active_player} ${view?.challenge?.attacker} ${view?.challenge?.defender}`;
};

export class Table {
  room = $state.raw<Room | null>(null);
  log = $state.raw<Entry[]>([]);
  connected = $state(false);
  everConnected = $state(false);
  draft = $state.raw<Draft | null>(null);
  busy = $state(false);
  problem = $state.raw<Problem | null>(null);
  inspected = $state.raw<Inspected | null>(null);
  reasons = $state.raw<{ id: string; rows: Reason[] } | null>(null);
  menu = $state.raw<CardMenu | null>(null);
  ruleSheet = $state<string | null>(null);
  /** What the dialog asks before something dear is done, and what is done then. */
  doubt = $state.raw<(Doubt & { act: () => void }) | null>(null);
  /** While a tray or the plots cover something: what the person wants to see. */
  peekTable = $state(false);
  /** I pass until my turn comes; `left` says whether it was another's since. */
  passing = $state.raw<{ left: boolean } | null>(null);
  /** The last decision that was answered without asking. */
  #itself = -1;
  /** Events from this number on happened since I last decided. */
  newsFrom = $state(0);
  #ask: Ask;
  #waiting: State[] = [];
  #pacing = false;

  view = $derived(this.room?.view ?? null);
  /** A finished game that is stepped through: nothing of it is remembered, and nobody plays. */
  walked = false;
  me = $derived(this.room?.me ?? null);
  /** The seat that sentences call "you": nobody where I play every seat. */
  voice = $derived(this.room?.analysis || this.room?.eyes ? null : this.me);
  over = $derived(this.room?.outcome != null);
  /** I have left the game, and others play on. */
  out = $derived(this.view?.players.some((player) => player.seat === this.me && player.eliminated) ?? false);
  placed = $derived(placedBy(this.draft));
  layout = $derived<Layout | null>(this.view ? layOut(this.view, this.placed) : null);
  #cards = $derived<Map<string, CardView>>(this.layout?.cards ?? new Map());
  /** Choices of earlier stages that go with the picks so far, with the draft that each would give. */
  #late = $state.raw<{ of: Draft; fits: { choice: Choice; gives: Draft | null }[] } | null>(null);
  offer = $derived<Offer>(this.draft && !this.over ? offerOf(this.draft, this.#cards, this.me, this.#late?.of === this.draft ? this.#late.fits.map((fit) => fit.choice) : []) : noOffer);
  pickedSeats = $derived(pickedSeats(this.draft));
  /** Opponents whose boards were asked for, the newest first; forgotten when another takes the turn or is attacked. */
  chosen = $state.raw<number[]>([]);
  /** Opponents on whose boards something can be picked. */
  pickSeats = $derived([...new Set([...this.offer.byCard.keys()].flatMap((id) => this.#cards.get(id)?.controller ?? []))].filter((seat) => seat !== this.me));
  picked = $derived(pickedBy(this.draft, this.#cards, this.me));
  asked = $derived<Asked | null>(this.draft?.next ?? this.draft?.steps.at(-1)?.asked ?? null);
  complete = $derived(this.draft !== null && this.draft.next === null);
  /** Plots are being chosen: somebody has chosen, or I am asked to. */
  plotTime = $derived(this.#plotTime());
  myTurn = $derived(this.room?.prompt != null && !this.over);
  /** Names of those the table waits for, without me. */
  waitsFor = $derived((this.view?.acting ?? []).filter((seat) => seat !== (this.room?.eyes ? null : this.me)).map((seat) => this.nameOf(seat)));

  constructor(ask: Ask) {
    this.#ask = async (request) => {
      try {
        return await ask(request);
      } catch (error) {
        if (!(error instanceof Refused) || error.error.code !== "too_fast") throw error;
        await new Promise((resolve) => setTimeout(resolve, PATIENCE));
        return ask(request);
      }
    };
  }

  #plotTime(): boolean {
    const view = this.view;
    if (!view || view.phase !== "plot" || this.over) return false;
    const asksPlot = this.draft !== null && [...(this.draft.next?.legal ?? []), ...this.draft.steps.map((step) => step.choice)].some((choice) => {
      const card = this.#cards.get(cardOf(choice.action) ?? "");
      return card?.zone === "plot_deck" && card.owner === this.me;
    });
    return asksPlot || (this.draft === null && view.cards.some((card) => card.zone === "chosen_plot"));
  }

  get waitsForText(): string {
    return listNames(this.waitsFor);
  }

  nameOf(seat: number): string {
    return seatName(this.room?.seats ?? [], seat, this.voice);
  }

  /** A state from the wire. States that come faster than an eye follows stand in line for a moment. */
  receive(state: State, first: boolean): void {
    // Who plays every seat moves to the one that is asked: the table turns, with that seat's whole log.
    if (first || (state.analysis && state.me !== this.me)) {
      this.#waiting = [];
      void this.take(state, true);
      return;
    }
    this.#waiting.push(state);
    if (!this.#pacing) void this.#drain();
  }

  async #drain(): Promise<void> {
    this.#pacing = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      while (this.#waiting.length > LINE) {
        const later = this.#waiting.shift();
        if (later) next = { ...later, events: [...next.events, ...later.events] };
      }
      await this.take(next, false);
      if (!stillness() && next.events.length > 0) await new Promise((resolve) => setTimeout(resolve, PACE));
    }
    this.#pacing = false;
  }

  /** A new state of the room; `first` after a (new) connection, when the events are all there are. */
  async take(state: State, first: boolean): Promise<void> {
    const { room, entries } = readState(state);
    const animate = !first && this.room !== null;
    const before = animate ? capture() : null;
    const last = this.log.at(-1)?.seq ?? -1;
    const fresh = first ? entries : entries.filter((entry) => entry.seq > last);
    this.log = first ? entries : [...this.log, ...fresh];
    if (first) this.newsFrom = (entries.at(-1)?.seq ?? -1) + 1;
    const same = this.draft !== null && room.prompt !== null && room.prompt.decision === this.draft.decision && !first;
    if (turnOf(this.room) !== turnOf(room)) this.chosen = [];
    this.room = room;
    if (!same) {
      // Decisions are counted by seat: who plays every seat meets the same number twice.
      this.#seen = { decision: -1, replies: new Map() };
      this.draft = room.prompt ? startDraft(room.prompt) : null;
      this.menu = null;
      if (this.doubt?.kind !== "leave" && this.doubt?.kind !== "concede") this.doubt = null;
      this.peekTable = false;
    }
    if (this.inspected && !this.inspected.pinned) this.inspected = null;
    this.#remember(room);
    if (first && !this.walked && (settings.value.stopAll || settings.value.stops.length > 0)) this.sendStops();
    if (this.passing && !this.passing.left && room.view?.active_player !== room.me) this.passing = { left: true };
    await tick();
    if (before) play(before, movesOf(fresh));
    void this.#byItself();
  }

  /** Whether the question of a state is answered without its player: then nobody needs to be called to it. */
  spares(state: State): boolean {
    const { view, prompt, me } = readState(state).room;
    if (this.walked || this.voice === null || !view || !prompt || me === null) return false;
    if (settled(prompt, settings.value) !== null) return true;
    return this.passing !== null && passes(prompt, view, me, this.passing.left || view.active_player !== me, this.#stops());
  }

  #stops = () => ({ all: settings.value.stopAll, at: settings.value.stops });

  /** Answers what its player does not want to be asked. */
  async #byItself(): Promise<void> {
    const { draft, view, me, voice } = this;
    if (this.walked) return;
    if (this.over || voice === null) return void (this.passing = null);
    if (!draft || draft.steps.length > 0 || !draft.next || !view || me === null || draft.decision === this.#itself) return;
    const asked = draft.next;
    let answer = settled(asked, settings.value);
    if (!answer && this.passing) {
      if (passes(asked, view, me, this.passing.left, this.#stops())) answer = [{ verb: "pass" }];
      else this.passing = null;
    }
    if (!answer) return;
    this.#itself = draft.decision;
    try {
      await this.#ask({ op: "choose", decision: draft.decision, choose: answer });
    } catch (error) {
      // Then the player is asked after all.
      this.passing = null;
      if (this.draft === draft) this.#fail(error);
    }
  }

  /** Windows are passed until my turn comes, I am asked something else, or a stop is reached. */
  passUntilTurn(): void {
    if (this.me === null || this.voice === null || this.over || this.walked || !this.view) return;
    this.passing = { left: this.view.active_player !== this.me };
    this.#itself = -1;
    void this.#byItself();
  }

  stopPassing(): void {
    this.passing = null;
  }

  #remember(room: Room): void {
    if (this.walked || room.me === null || !room.view) return;
    const others = opponentNames(room.seats, room.me);
    const phase = texts.phase[room.view.phase];
    settings.keep({
      room: room.room,
      opponent: listNames(others.length > 3 ? [...others.slice(0, 2), texts.table.others(others.length - 2)] : others),
      melee: others.length > 1,
      deck: room.seats.find((s) => s.seat === room.me)?.deck ?? "",
      note: room.view.round === 0 ? phase : `${texts.table.round(room.view.round)}, ${phase.toLowerCase()}`,
      mine: room.prompt !== null,
      over: room.outcome !== null,
      at: Date.now(),
    });
  }

  /** What was previewed of the open decision; the same picks are not asked about twice. */
  #seen: { decision: number; replies: Map<string, Promise<Asked | null>> } = { decision: -1, replies: new Map() };

  #preview = (picks: number[]): Promise<Asked | null> => {
    if (!this.draft) return Promise.reject(new DoesNotFit());
    if (this.#seen.decision !== this.draft.decision) this.#seen = { decision: this.draft.decision, replies: new Map() };
    const { replies } = this.#seen;
    const key = picks.join();
    const known = replies.get(key);
    if (known) return known;
    const reply = this.#fetchPreview(this.draft.decision, picks);
    replies.set(key, reply);
    reply.catch(() => replies.delete(key));
    return reply;
  };

  async #fetchPreview(decision: number, picks: number[]): Promise<Asked | null> {
    return withNames(readPreview(await this.#ask({ op: "preview", decision, picks })), this.room?.seats ?? [], this.voice);
  }

  /** Runs one exchange with the server; a refusal is shown and leaves everything as it was. */
  async #run(work: () => Promise<void>): Promise<void> {
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
    if (error instanceof Refused) this.problem = { message: error.message, rule: error.error.rule };
    else if (error instanceof DoesNotFit) this.problem = { message: texts.table.unpicked, rule: null };
    else if (error instanceof Lost) this.problem = { message: texts.table.connectionLost, rule: null };
    else this.problem = { message: error instanceof Error ? error.message : String(error), rule: null };
  }

  async #send(draft: Draft): Promise<void> {
    const news = (this.log.at(-1)?.seq ?? -1) + 1;
    await this.#ask({ op: "answer", decision: draft.decision, picks: picksOf(draft.steps) });
    this.newsFrom = news;
    // The state that follows brings the next question; until then nothing is asked.
    if (this.draft?.decision === draft.decision) this.draft = null;
    this.peekTable = false;
  }

  /** Takes a pick of the open question. */
  choose(choice: Choice, late = false): Promise<void> {
    this.menu = null;
    return this.#run(async () => {
      const draft = this.draft;
      if (!draft) return;
      if (!late && draft.next?.kind === "window" && draft.steps.length === 0) {
        const whole = { ...draft, steps: [{ asked: draft.next, choice }], next: null };
        try {
          return await this.#send(whole);
        } catch (error) {
          if (!(error instanceof Refused) || error.error.code !== "incomplete") throw error;
        }
      }
      const ready = late ? this.#late?.fits.find((fit) => fit.choice === choice)?.gives : null;
      const next = ready ?? (late ? await pickLate(draft, choice.action, this.#preview) : await pick(draft, choice, this.#preview));
      if (this.draft?.decision !== draft.decision) return;
      await this.#redraft(next);
      // Between two, a player named by a button is sent at once; among several, players are picked like cards.
      const hold = settings.value.confirm && (isMelee(this.view) ? thingOf(choice.action) : cardOf(choice.action)) !== null;
      if (next.next === null && !hold) await this.#send(next);
    });
  }

  /** Sends an answer whose picks are complete. */
  confirm(): Promise<void> {
    return this.#run(async () => {
      if (this.draft && this.draft.next === null) await this.#send(this.draft);
    });
  }

  unpick(): void {
    if (this.draft && !this.busy) void this.#redraft(unpick(this.draft));
  }

  /** The draft may put cards on the table or take them back to the hand: they travel. */
  async #redraft(draft: Draft): Promise<void> {
    const before = capture();
    this.draft = draft;
    void this.#probe(draft);
    await tick();
    play(before, []);
  }

  /** Which choices of earlier stages still fit: only what can really be picked may glow. */
  async #probe(draft: Draft): Promise<void> {
    const late = lateChoices(draft);
    if (late.length === 0) return;
    const single = draft.steps.at(-1)?.asked.max === 1;
    let fits: { choice: Choice; gives: Draft | null }[] = single ? late.map((choice) => ({ choice, gives: null })) : [];
    this.#late = { of: draft, fits };
    if (single) return;
    // The room takes so many messages a second; what is not looked into is offered, and refused if it does not fit.
    let budget = PROBES;
    const careful = (picks: number[]) => {
      if (!this.#seen.replies.has(picks.join()) && budget-- <= 0) throw new Lost("enough asked");
      return this.#preview(picks);
    };
    for (const choice of late) {
      try {
        const gives = await pickLate(draft, choice.action, careful);
        fits = [...fits, { choice, gives }];
      } catch (error) {
        if (error instanceof DoesNotFit) continue;
        fits = [...fits, { choice, gives: null }];
      }
      if (this.draft !== draft) return;
      this.#late = { of: draft, fits };
    }
  }

  /** A click on a card (or what hangs on it): picks, takes back, opens a menu, or enlarges it. */
  click(id: string, node: HTMLElement, keyboard: boolean): void {
    const step = this.picked.get(id);
    if (step !== undefined && this.draft) {
      if (keyboard && this.complete) return void this.confirm();
      const draft = this.draft;
      return void this.#run(async () => {
        await this.#redraft(step === draft.steps.length - 1 ? unpick(draft) : await removeStep(draft, step, this.#preview));
      });
    }
    const offers = this.offer.byCard.get(id) ?? [];
    const [first] = offers;
    if (!first) return this.inspect(id, null, true, node.getBoundingClientRect());
    if (offers.length === 1) return void this.choose(first.choice, first.late);
    this.menu = { name: this.#cards.get(id)?.name ?? "", offers, near: node.getBoundingClientRect() };
  }

  /** A click on a player: picks, takes back, opens a menu, or shows that player's board. */
  clickPlayer(seat: number, node: HTMLElement, keyboard: boolean): void {
    const step = this.pickedSeats.get(seat);
    const draft = this.draft;
    if (step !== undefined && draft) {
      if (keyboard && this.complete) return void this.confirm();
      return void this.#run(async () => this.#redraft(step === draft.steps.length - 1 ? unpick(draft) : await removeStep(draft, step, this.#preview)));
    }
    const offers = this.offer.byPlayer.get(seat) ?? [];
    const [first] = offers;
    if (!first) return this.look(seat);
    if (offers.length === 1 && first.choice.action.verb === "player") return void this.choose(first.choice, first.late);
    this.menu = { name: this.nameOf(seat), offers, near: node.getBoundingClientRect() };
  }

  /** Asks the room why a player cannot be attacked, and shows its first reason. */
  explainPlayer(seat: number): void {
    this.#ask({ op: "explain", thing: `P${seat + 1}` })
      .then((value) => {
        const [reason] = withNames(readReasons(value), this.room?.seats ?? [], this.voice);
        if (reason) this.problem = reason;
      })
      .catch((error: unknown) => this.#fail(error));
  }

  /** Shows the board of an opponent. */
  look(seat: number): void {
    if (seat !== this.me) this.chosen = [seat, ...this.chosen.filter((s) => s !== seat)].slice(0, 2);
  }

  /** The golden button, or `null` if there is none now. */
  main = $derived.by<{ label: string; press: () => void } | null>(() => {
    const draft = this.draft;
    if (!draft || this.over) return null;
    if (this.complete) {
      const last = draft.steps.at(-1);
      return last ? { label: this.#doneLabel(draft, last.asked.topic, last.choice.label), press: () => void this.confirm() } : null;
    }
    const { done, first, only } = this.offer;
    if (done) {
      const label = this.#doneLabel(draft, this.asked?.topic ?? "", done.label);
      const act = () => void this.choose(done);
      const doubtful = this.layout !== null && zeroAttack(draft, this.layout.cards);
      return { label, press: doubtful ? () => this.makeSure({ kind: "zero", ...texts.doubt.zero }, act) : act };
    }
    if (first) return { label: first.label, press: () => void this.choose(first) };
    if (only) return { label: only.label, press: () => void this.choose(only) };
    return null;
  });

  /** The golden button says what will happen: by the kind of question, with the number or the names of what was picked. */
  #doneLabel(draft: Draft, topic: string, label: string): string {
    const from = openSet(draft)?.from ?? 0;
    const names = draft.steps.slice(from).flatMap(({ choice: { action } }) => (action.verb === "player" ? this.nameOf(action.seat) : (this.#cards.get(cardOf(action) ?? "")?.name ?? [])));
    if (names.length === 0) return label;
    return texts.done[topic]?.(names) ?? (label === "Done" || names.length > 1 ? texts.doneAny(names) : label);
  }

  pass(): void {
    const choice = this.offer.pass;
    if (!choice || this.complete) return;
    const act = () => void this.choose(choice);
    const doubt = this.asked && this.view && this.draft?.steps.length === 0 ? doubtOfPass(this.asked.topic, this.offer, this.view, this.log) : null;
    if (doubt) this.makeSure(doubt, act);
    else act();
  }

  /** The pass button, or the second of two ways: what stands at the end of the bar. */
  refuse(): void {
    const { pass, second } = this.offer;
    if (this.busy || this.complete) return;
    if (pass) this.pass();
    else if (second) void this.choose(second);
  }

  /** Does it, after the dialog where this kind of thing is asked about. */
  makeSure(doubt: Doubt, act: () => void): void {
    if (silenceable.includes(doubt.kind) && settings.value.unasked.includes(doubt.kind)) act();
    else this.doubt = { ...doubt, act };
  }

  /** The answer to the dialog. */
  settle(yes: boolean, silence = false): void {
    const doubt = this.doubt;
    this.doubt = null;
    if (!doubt || !yes) return;
    if (silence) settings.change({ unasked: [...settings.value.unasked.filter((kind) => kind !== doubt.kind), doubt.kind] });
    doubt.act();
  }

  /** Tells the room at which windows I want to be asked; it forgets them when nobody is there. */
  sendStops(): void {
    if (this.me === null) return;
    this.#ask({ op: "stops", stops: { all: settings.value.stopAll, at: [...settings.value.stops] } }).catch(() => undefined);
  }

  withdraw(): Promise<void> {
    return this.#run(async () => void (await this.#ask({ op: "withdraw" })));
  }

  concede(): Promise<void> {
    return this.#run(async () => void (await this.#ask({ op: "concede" })));
  }

  /** Enlarges a card; pinned, it also asks the server why the card cannot be used. */
  inspect(id: string | null, code: string | null, pinned: boolean, near: DOMRect | null): void {
    this.inspected = { id, code, pinned, near };
    if (!pinned || id === null || this.me === null || !this.myTurn) return;
    this.reasons = null;
    this.#ask({ op: "explain", thing: id })
      .then((value) => (this.reasons = { id, rows: withNames(readReasons(value), this.room?.seats ?? [], this.voice) }))
      .catch(() => undefined);
  }

  /** Hover: shows the card until the pointer leaves; never takes a pinned one away. */
  peek(id: string | null, near: DOMRect | null): void {
    if (this.inspected?.pinned || this.menu) return;
    this.inspected = id === null ? null : { id, code: null, pinned: false, near };
  }

  /** Escape: closes what is open, innermost first, else takes the last pick back. */
  back(): void {
    if (this.menu) this.menu = null;
    else if (this.ruleSheet !== null) this.ruleSheet = null;
    else if (this.inspected) this.inspected = null;
    else if (this.problem) this.problem = null;
    else if (this.draft?.steps.length) this.unpick();
  }

  openRule(id: string): void {
    void library.loadRules();
    this.ruleSheet = id;
  }
}
