// Words of the lobby, of what is agreed on at a table, of clocks and notices.
import type { Clock } from "./generated/Clock";
import type { Progress } from "./generated/Progress";
import { plural } from "./pagetexts";

const DAY = 24 * 3600;
/** `15 min`, `90 s`, `3 days`. */
const span = (seconds: number) => (seconds % DAY === 0 ? plural(seconds / DAY, "day") : seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`);

export const lobby = {
  title: "Lobby",
  lead: "Open tables of all games. Sit down, look on, or open one of your own.",
  homeLead: "Tables that wait for you, and games to look on.",
  homeButton: "Go to the lobby",
  tables: "Tables",
  count: (n: number, of: number) => (of === 0 ? "No table is open." : n === of ? plural(n, "table") : `${n} of ${plural(of, "table")}`),
  none: "No table is open. Open the first one.",
  noneFits: "No table fits. Choose less, or open one yourself.",
  lost: "The list is not up to date: the connection is lost and comes back by itself.",
  filters: "Show",
  game: "Game",
  games: { any: "All games", joust: "Joust", melee: "Melee", board: "Board game" } as Record<string, string>,
  state: "State",
  states: { any: "Any state", waiting: "Waiting", running: "Running", over: "Over" } as Record<Progress | "any", string>,
  clock: "Clock",
  clocks: { any: "Any", none: "Casual", live: "With clock", slow: "Days a move" } as Record<string, string>,
  freeSeat: "With a free seat",
  format: (kind: string, format: string) => (kind === "board" ? (format === "tides" ? "Board game, Tides of Battle" : "Board game") : format === "melee" ? "Melee" : "Joust"),
  free: (n: number) => (n === 0 ? "full" : `${n} free`),
  openSeat: "free",
  bot: (name: string) => `${name} (bot)`,
  password: "Password",
  rated: "Rated",
  hands: "Hands shown",
  unwatched: "Not watched",
  blank: "Blank cards",
  legality: (format: string, list?: string) => `${format[0]?.toUpperCase()}${format.slice(1)}${list ? `, ${list}` : ""}`,
  inWords: (clock: Clock) =>
    clock.kind === "chess"
      ? `${span(clock.seconds)} each${clock.delay ? `, ${clock.delay} s delay` : ""}${clock.increment ? `, ${clock.increment} s added` : ""}`
      : clock.kind === "round" ? `${span(clock.seconds)} a round` : `${span(clock.seconds)} a move`,
  join: "Join",
  watch: "Watch",
  look: "Look at it",
  joinAs: (game: string, names: string) => `Join: ${game} with ${names}`,
  mine: "To the table",
  mineAs: (game: string) => `To your table: ${game}`,
  close: "Close the table",
  closeAs: (game: string) => `Close your table: ${game}`,
  closeAsk: "Close it for everybody? Nobody can sit down here any more.",
  closeYes: "Yes, close it",
  closeNo: "Keep it open",
  waits: "The table waits",
  stand: "Stand up",
  standNote: "Your seat is free for somebody else then; you can sit down again.",
  standHost: "When you stand up, whoever has sat here longest is the host of this table.",
  closedTitle: "This table was closed",
  closedLead: (name: string) => `${name} closed it before the game began. Look for another table, or open one yourself.`,
  watchAs: (game: string, names: string) => `Watch: ${game} with ${names}`,

  open: "Open a table",
  openLead: "What you leave alone is as usual.",
  players: "Players, with you",
  bots: "Seats for bots",
  who: "Who may join",
  visibility: { open: "Everybody", password: "With a password", link: "By my link" } as Record<string, string>,
  visibilityNote: { open: "Listed in the lobby.", password: "Listed; who sits down gives the password.", link: "Not listed: you send the link." } as Record<string, string>,
  note: "A line about the table",
  noteHint: "e.g. first game, slow and friendly",
  time: "Time",
  times: { none: "Casual", chess: "Chess clock", round: "A limit a round", move: "Days a move" } as Record<string, string>,
  minutes: "Minutes for each",
  roundMinutes: "Minutes in a round, for each",
  days: "Days for each decision",
  delay: "Delay, seconds a decision",
  increment: "Added after each answer, seconds",
  timeNote: "Whose time runs out concedes. Forced answers, bots and windows that stay open cost nobody time.",
  more: "More: decks, rulings, looking on",
  watching: "Who looks on sees",
  watchings: { open: "What lies open", hands: "All hands", nobody: "Nothing" } as Record<string, string>,
  watchingNote: { open: "Hands stay hidden.", hands: "Everybody who sits down must agree. A player can look on, too, in a second window: play so with people whom you trust.", nobody: "Until the game is over." } as Record<string, string>,
  watchersTalk: "They talk among themselves",
  watchersTalkNote: "The players read it when the game is over.",
  watchersSilent: "Silent spectators",
  decks: "Decks",
  anyDeck: "Any deck",
  legalFor: { joust: "Legal for joust", melee: "Legal for melee" } as Record<string, string>,
  list: "Restricted list",
  noList: "None",
  rulings: "Rulings",
  cardRulings: { reference: "Rules Reference", "faq-4.1": "FAQ 4.1" } as Record<string, string>,
  ratedNote: "Everybody has an account; no bots.",
  start: "Open the table",
  starting: "Setting the table…",

  terms: "At this table",
  needPassword: "This table has a password",
  passwordLabel: "Password of the table",
  agreeHands: "I agree that everybody who looks on sees all hands, mine too, at once. A player could look on in a second window.",
  needAccount: "The game is rated: whoever sits down has an account.",
  toAccount: "Make an account or log in",
  legalNote: (what: string) => `Decks are legal for ${what}.`,
  loggedOut: "This browser was logged out: your seat is kept, and open to you where you log in.",
  logIn: "Log in",
  cannotWatch: "This table is not watched",
  cannotWatchLead: "Its players want no one to look on while the game goes on. When it is over, it can be replayed.",
} as const;

export const clock = {
  label: (name: string, left: string) => `${name}: ${left} left`,
  low: "little time",
  flagged: "out of time",
  stopped: "stopped",
  free: "free",
  announce: (name: string, mine: boolean, seconds: number) => (mine ? `You have ${seconds} seconds left.` : `${name} has ${seconds} seconds left.`),
  over: (name: string, mine: boolean) => (mine ? "Your time is up." : `${name} is out of time.`),
  /** `2:05`, `1:02:05`, `3 d 4 h`. */
  time: (seconds: number) => {
    if (seconds >= DAY) return `${Math.floor(seconds / DAY)} d ${Math.floor((seconds % DAY) / 3600)} h`;
    const [h, m, s] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
    const two = (n: number) => String(n).padStart(2, "0");
    return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
  },
} as const;

export const notices = {
  title: "Notices",
  lead: "When it is your turn, somebody sits down, or the game begins.",
  badge: "In the title of the page",
  badgeNote: "while the page is hidden",
  sound: "A sound",
  soundNote: "while the page is hidden",
  browser: "A message of the browser",
  browserNote: "while the page is hidden",
  denied: "The browser does not allow it: change that in its own settings for this page.",
  turn: "It is your turn.",
  joined: (name: string) => `${name} sat down at your table.`,
  started: "The game has begun.",
} as const;

export const watchers = {
  count: (n: number) => (n === 1 ? "1 looks on" : `${n} look on`),
  names: (names: string[], guests: number) => [...names, ...(guests > 0 ? [guests === 1 ? "a guest" : `${guests} guests`] : [])].join(", "),
  title: "Who looks on",
  shoulder: "You look over the shoulder of",
} as const;
