// Words of what comes after a game: the list of games, the replay, statistics, the ranking.
import { plural } from "./pagetexts";

export const after = {
  pages: [["/games", "Games"], ["/stats", "Statistics"], ["/ranking", "Ranking"]] as const,
  nav: "What was played",
  kinds: { card: "Card game", board: "Board game", joust: "Joust", melee: "Melee", base: "Board game", tides: "Board game, Tides of Battle" } as Record<string, string>,
  game: (kind: string, format: string) => (kind === "board" ? (format === "tides" ? "Board game, Tides of Battle" : "Board game") : format === "melee" ? "Melee" : "Joust"),
  failed: "This could not be loaded.",
  loading: "Loading…",
} as const;

export const games = {
  title: "Games",
  lead: "The games that you have played here, the last first.",
  none: "No game fits.",
  noneYet: "You have not played here yet.",
  filter: "Which games",
  kind: "Game",
  any: "Any",
  kinds: [["", "Any"], ["card joust", "Joust"], ["card melee", "Melee"], ["board ", "Board game"]] as [string, string][],
  states: [["", "Any"], ["over", "Over"], ["running", "Running"], ["waiting", "Waiting for players"], ["paused", "Paused"]] as [string, string][],
  state: "State",
  opponent: "Opponent",
  deck: "My deck or house",
  look: "Find",
  list: "Games found",
  won: "won",
  lost: "lost",
  drawn: "draw",
  running: "running",
  waiting: "waits for players",
  paused: "paused",
  stalled: "stalled",
  place: (n: number, of: number) => `place ${n} of ${of}`,
  rounds: (n: number) => plural(n, "round"),
  open: "an open seat",
  you: "you",
  bot: "bot",
  rated: "rated",
  with: (deck: string) => `with ${deck}`,
  replay: "Replay",
  table: "To the table",
  share: "Copy link",
  shared: "Link copied",
  shareHere: "The link:",
  download: "Download",
  again: "Play again",
  newer: "Newer games",
  older: "Older games",
  page: (n: number) => `Page ${n}`,
} as const;

export const replayWords = {
  rounds: "Rounds",
  round: (n: number) => (n === 0 ? "Setup" : `Round ${n}`),
  short: (n: number) => (n === 0 ? "S" : String(n)),
  jump: (round: string, phase: string, step: number) => `${round}${phase ? `, ${phase}` : ""}: step ${step}`,
  before: "To the round before",
  after: "To the next round",
  speed: "Speed",
  speeds: [["0.5", "Half as fast"], ["1", "As usual"], ["3", "Three times as fast"], ["9", "Nine times as fast"]] as [string, string][],
  look: "Look as",
  all: "all open",
  watcher: "a spectator",
  jumpTo: "Jump to",
  link: "Copy a link to this moment",
  linked: "Link copied",
  linkHere: "The link:",
  download: "Download the replay",
  more: "Round, phase, whose eyes, link",
  keys: "← and → step; page up and page down go from round to round.",
} as const;

export const stats = {
  title: "Statistics",
  lead: "Games that are over: how often each was played, and how often it won.",
  game: "Game",
  games: [["card joust", "Joust"], ["card melee", "Melee"], ["board base", "Board game"], ["board tides", "Board game, Tides of Battle"]] as [string, string][],
  whose: "Whose games",
  mine: "Mine",
  all: "Everybody’s",
  with: "Against",
  people: "People alone",
  bots: "Bots too",
  factions: "Faction",
  houses: "House",
  agendas: "Agenda",
  decks: "Deck",
  brought: "Brought",
  played: "Games",
  won: "Won",
  share: "Share won",
  against: (what: string) => `against ${what}`,
  unnamed: "none",
  none: "No such game is over yet.",
  note: "Not counted: games that began with a position, and games in which one person sat in two seats. “Against” counts every other seat of a table.",
} as const;

export const ranking = {
  title: "Ranking",
  lead: "Rated games, by Glicko-2: whoever opens a table may ask for it.",
  mine: "Your ratings",
  none: "No rated game of this kind is over yet.",
  place: "Place",
  name: "Name",
  rating: "Rating",
  deviation: "Deviation",
  you: "(you)",
  unsure: "(few games)",
  rated: "Rated",
  number: (rating: number, deviation: number) => `${Math.round(rating)} ± ${Math.round(deviation)}`,
  change: (before: number, after: number) => `${Math.round(before)} → ${Math.round(after)} (${after >= before ? "+" : "−"}${Math.abs(Math.round(after) - Math.round(before))})`,
  games: (n: number) => plural(n, "game"),
  note: "Everybody begins at 1500 ± 350. The deviation says how sure the number is. At a table of more than two, every place behind or before another counts as a game lost or won. Only people with an account are rated.",
} as const;

/** A moment, in the words of who reads it. */
const moment = (seconds: number) => new Date(seconds * 1000).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });

export const peace = {
  about: (name: string) => `About what ${name} said`,
  why: "What is wrong with it",
  report: "Report to the operator",
  reported: "Reported.",
  block: (name: string) => `Do not meet ${name} again`,
  blocked: (name: string) => `${name} cannot join your tables; what ${name} says is hidden.`,
  removed: "(an operator took this line away)",
  unheard: "(hidden: you do not want to hear this person)",
  silenced: (said: string, until: number) => `An operator silenced you${said === "" ? "" : ` because you said “${said}”`}. Nobody hears you until ${moment(until)}.`,
  blocks: "Whom you do not meet",
  blocksNote: "They cannot sit down at a table where you sit, nor write to you alone; what they say to all is hidden from you.",
  unblock: "Take back",
  desk: "Reports",
  quiet: "Nothing is reported.",
  mute: (name: string) => `${name} is`,
  hours: [["0", "still heard"], ["1", "silent for an hour"], ["24", "silent for a day"], ["168", "silent for a week"], ["8760", "silent for a year"]] as [string, string][],
  because: (why: string) => `reported because: ${why}`,
  table: "the table",
  toDesk: "Reports of the chat",
  judged: (name: string, removed: boolean, silent: boolean) => `${removed ? "The line is taken away" : "The line stays"}, and ${name} ${silent ? "is silent" : "is still heard"}.`,
  silent: "Who is silent",
  until: (until: number) => `until ${moment(until)}`,
  again: "Hear again",
  heard: (name: string) => `${name} is heard again.`,
  onlyOperators: "Operators are made on the server’s command line; log in with such an account on",
  remove: "Take the line away",
  keep: "The line stays",
} as const;

export const mail = {
  title: "Letters",
  note: "In slow games, a letter says that it is your turn: one a decision, and none while you are at the table.",
  address: "Mail address",
  send: "Send a letter to confirm it",
  sent: "A letter is on its way. Open the link in it in this browser.",
  confirmed: "The address is confirmed.",
  good: "gets a letter when it is your turn.",
  waits: "is not confirmed yet: open the link in the letter.",
  drop: "Take the address out",
  dropped: "No letters any more.",
} as const;

export const fairness = {
  title: "Was the chance fixed before the game?",
  before: "Yes: the seed of all shuffles and draws was chosen when the table was opened. This is the BLAKE3 hash of seed and salt. Write it down: both are told when the game is over, and nobody can change them until then without changing it.",
  proved: "Yes: the seed was chosen when the table was opened, and this hash of it (BLAKE3 of seed:salt) was shown all the time. The downloaded replay carries all three; “maester replay verify” checks them and plays the game again.",
  commitment: "Commitment",
  seed: "Seed",
  salt: "Salt",
  failed: "What the table committed to cannot be shown now.",
} as const;

/** A name of a phase, for people. */
export const phaseName = (phase: string): string => (phase === "" ? "" : phase.charAt(0).toUpperCase() + phase.slice(1).toLowerCase());

/** A faction's or house's word, for people. */
export const sideName = (side: string): string => (side === "thenightswatch" ? "Night’s Watch" : side === "" ? "" : side.charAt(0).toUpperCase() + side.slice(1));
