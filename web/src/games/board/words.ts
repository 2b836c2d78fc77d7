// Every word that the client itself says at the board game's table; a translation is another file of this shape.
import type { Unit, Units } from "./types";

const one: Record<Unit, string> = { footman: "Footman", knight: "Knight", siege_engine: "Siege Engine", ship: "Ship" };
const many: Record<Unit, string> = { footman: "Footmen", knight: "Knights", siege_engine: "Siege Engines", ship: "Ships" };
const kinds: Unit[] = ["footman", "knight", "siege_engine", "ship"];
const list = (parts: string[]): string => (parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : (parts[0] ?? ""));
const counted = (n: number, word: string, plural = `${word}s`): string => `${n} ${n === 1 ? word : plural}`;
const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);

export const words = {
  you: "You",
  list, signed, counted,
  unit: one,
  units: (units: Partial<Units>): string => list(kinds.flatMap((kind) => (units[kind] ? [`${units[kind]} ${units[kind] === 1 ? one[kind] : many[kind]}`] : []))),
  routed: (units: string) => `${units} routed`,
  closed: "closed in this game",
  neutral: (n: number) => `neutral force ${n}`,
  garrison: (n: number) => `garrison ${n}`,
  facedown: "order face down",
  pickable: "can be picked",
  phases: { westeros: "Westeros", planning: "Planning", action: "Action" },
  steps: ["Westeros", "Planning", "Raid", "March", "Power"],
  round: "Round",
  roundOf: (round: number, phase: string) => `Round ${round} · ${phase}`,
  opponents: (names: string[]) => list(names),
  title: (round: number, phase: string, turn: string) => `Board game, round ${round}, ${phase}: ${turn}`,
  yourTurn: "Your turn",
  waitsFor: (names: string[]) => (names.length === 0 ? "The table goes on by itself" : `Waiting for ${list(names)}`),
  doesNotFit: "These picks do not go together.",
  lost: "The connection is lost; it comes back by itself.",
  map: {
    label: "Map", zoomIn: "Zoom in", zoomOut: "Zoom out", whole: "Whole map",
    help: "Arrow keys go from area to area, enter picks, plus and minus zoom, zero shows the whole map.",
  },
  tracks: {
    title: "Influence tracks",
    iron_throne: ["Iron Throne", "turn order; the first breaks ties outside combat"],
    fiefdoms: ["Fiefdoms", "ties in combat; the first holds the Valyrian Steel Blade"],
    kings_court: ["King’s Court", "special orders; the first holds the Messenger Raven"],
    blade: (used: boolean) => (used ? "Valyrian Steel Blade, used this round" : "Valyrian Steel Blade, ready"),
    raven: (used: boolean) => (used ? "Messenger Raven, used this round" : "Messenger Raven, ready"),
    throne: "Iron Throne",
    stars: (n: number) => counted(n, "special order"),
  },
  houses: {
    title: "Houses", turn: "In turn order", castles: "Castles and strongholds", supply: "Supply and allowed armies", power: "Available power", cards: "House cards in hand", armies: "armies",
    state: { decides: "decides", ready: "ready", waits: "", you: "your turn", conceded: "gave up" },
    open: (house: string) => `House ${house}: cards and power`,
  },
  victory: ["Victory", "castles and strongholds held"],
  wins: (n: number) => `${n} wins`,
  supply: ["Supply", "barrels at the last count"],
  threat: ["Wildling threat", (n: number) => `attack at ${n}`] as const,
  bans: { raid: "No Raid orders", march_plus: "No March +1 orders", consolidate_power: "No Consolidate Power orders", support: "No Support orders", defense: "No Defense orders" },
  westeros: {
    title: (round: number) => `Westeros · round ${round}`, deck: (n: number) => `Deck ${["I", "II", "III"][n] ?? n + 1}`, icon: "wildling threat +2", used: (names: string[]) => `Used: ${names.join(", ")}`,
    show: "Westeros cards", hide: "Hide", toMap: "To the map", left: (n: number) => `${n} left to draw`,
  },
  wildlings: {
    title: (strength: number) => `Wildlings attack with ${strength}`, card: "Wildling card", top: (name: string) => `On top: ${name}`, won: "The Night’s Watch holds", lost: "The wildlings break through",
    lowest: "Lowest bidder", others: "Everybody else", highest: "Highest bidder", sum: (sum: number, against: number) => `${sum} against ${against}`, hidden: "All bid in secret; together you must reach the strength.", without: "takes no part",
  },
  prompt: {
    label: "Your decision", wait: "What the table waits for", together: "everyone at the same time", unpick: "Take back", takeAll: "Take all back", done: "Done", pass: "Pass", confirm: "Confirm",
    conceded: "You gave up: the game plays your house, which only holds what it has.", withdraw: "Change my answer", answered: "Your answer is in. You may change it until all are.", map: "or on the map",
  },
  orders: {
    kicker: "Planning", place: (area: string, units: string) => [`Place an order for `, area, units ? ` (${units}).` : "."], left: (n: number) => (n === 0 ? "Every area has its order." : n === 1 ? "One area is still without one." : `${n} areas are still without one.`),
    choose: "Choose an area, then its order.", done: (n: number) => (n === 0 ? "Done: all orders are laid" : `Done: ${counted(n, "area")} left`), others: "Others see backs only. Change anything until all are done.",
    yours: "Your orders", stars: (used: number, all: number) => `special ★ ${used} of ${all} used`, areas: "Areas with your units", choosing: "choose…", waiting: "waiting", short: (n: number) => `Done: ${counted(n, "area")} without order`,
    why: { placed: "all placed", star: "no star left", banned: "not this round" }, leftOf: (n: number) => `${n} left`, take: (area: string) => `Take back the order of ${area}`, forArea: (order: string, area: string) => `${order} in ${area}`,
  },
  march: {
    which: "Which March order do you resolve?", where: (units: string) => ["Where do your ", units, " go? Each may stay or enter a glowing area; one area may be attacked."], rest: (units: string) => ["", units, " may follow or stay."],
    to: (area: string) => `March to ${area}`, all: "with all", go: (moves: string) => `March: ${moves}`, stay: "Stay, spend the order", unitsToMove: "Who marches", of: (n: number, all: number) => `${n} of ${all}`, more: "one more", fewer: "one fewer",
    token: "Leave a power token there?", empty: "empty", attack: (house: string, a: number, b: number) => `attack ${house}: ${a} against ${b}`, attackUnknown: (house: string) => `attack ${house}`, own: "own area", crowns: (n: number) => counted(n, "crown"), barrels: (n: number) => counted(n, "barrel"), castle: ["", "castle", "stronghold"],
    noMore: (area: string) => `Beside what is picked none of these can go to ${area}: your supply, the strength of the force or the one attack of a march does not allow it.`,
    only: (n: number, area: string) => `No more than ${counted(n, "unit")} of these can go to ${area}.`, back: (units: string) => `Take back ${units}`, plan: "As picked",
  },
  estimate: {
    title: (area: string) => `The battle for ${area}, before cards`, units: "Units", order: "Order", garrison: "Garrison", neutral: "Neutral force", support: "Own support", total: "Before cards", third: (text: string) => `May support either side: ${text}.`,
    tie: (house: string) => `Equal strength: ${house} wins by the Fiefdoms track.`, cards: (text: string) => `Cards left: ${text}`,
    win: "If the attack wins", loss: "If it fails", takes: (what: string) => `${what} is taken`, casualties: "Swords beyond fortifications cost the loser units", retreats: (house: string) => `${house} retreats, routed, or is destroyed`, nothing: "nobody stands there", garrisonGone: "the garrison is destroyed",
    back: (area: string) => `The attackers go back to ${area}, routed`, spent: "The March order is spent", orderGone: "the orders there are removed", neutralGone: "the neutral force is destroyed", neutralNone: "No house cards are played against a neutral force.",
  },
  combat: {
    title: (area: string) => `The battle for ${area}`, attacks: (area: string) => `attacks from ${area}`, defends: (area: string) => `defends ${area}`, units: "Units", order: "Order", garrison: "Garrison", support: "Support", before: "Strength before cards", card: "House card", blade: "Valyrian Steel Blade", tides: "Tides of Battle", total: "Strength",
    noCard: "no card yet", steps: ["Support", "Cards", "Blade", "Result", "Losses, retreat"], left: "Cards left, open to all:", swords: (n: number) => counted(n, "sword"), fortifications: (n: number) => counted(n, "fortification"), neutral: "Neutral force",
    ifWins: (house: string) => (house === "You" ? "If you win" : `If ${house} wins`), loses: (house: string, n: number) => (n <= 0 ? `${house}: no losses by swords` : `${house}: ${counted(n, "unit")} lost by swords`), keeps: (area: string) => `${area} stays as it is`, tie: (house: string) => `A tie goes to ${house} (Fiefdoms).`,
    result: (house: string) => (house === "You" ? "You win the battle" : `${house} wins the battle`), over: "The battle is over", close: "Go on", wonOf: (a: number, b: number) => `${a} to ${b}`,
  },
  bid: {
    question: "How much power do you bid in secret? ", spent: "All bids are spent", whatever: ", whatever the result.", of: (all: number, left: number) => `of ${all} · leaves ${left}`, bid: (n: number) => (n === 0 ? "Bid nothing" : `Bid ${n} power`), less: "less", more: "more",
    ties: (house: string) => (house === "You" ? "You break ties." : `Ties are broken by ${house}, who holds the Iron Throne.`), before: (track: string) => `${track} before this bid`, had: (n: number) => `${n} power`, stake: "What is at stake", n: (n: number) => `bid ${n}`, opened: "The bids", purses: "Power before the bids",
  },
  muster: { points: (spent: number, all: number) => `${spent} of ${all} points`, picked: "You muster", nothing: "Muster nothing", go: (n: number) => `Muster: ${n}`, from: "for the points of", stock: (text: string) => `In stock: ${text}`, none: "none" },
  hand: { title: (house: string) => `House ${house}`, power: (n: number, map: number, pool: number) => `${n} to spend · ${map} on the map · ${pool} in the pool`, played: "played", discards: "Discards", hand: "Hand", none: "none", strength: (n: number) => `strength ${n}`, play: (name: string) => `Play ${name}` },
  log: { title: "Log", empty: "Nothing has happened yet.", earlier: "Earlier", news: "new" },
  tabs: { decide: "Decide", step: "This step", houses: "Houses", tracks: "Tracks", log: "Log", hand: (n: number) => `Hand ${n}` },
  area: { look: "Area", controls: (house: string) => `Held by ${house}`, nobody: "Held by nobody", adjacent: "Next to", close: "Close", why: "Why not now?", order: "Order", muster: (n: number) => counted(n, "mustering point") },
  menu: { title: "Menu", rules: "Rules", leave: "Leave the table", concede: "Give up", concedeAsk: (others: number) => (others > 1 ? "The others play on. Your house stays on the board and only holds what it has; it cannot win." : "The other house wins at once."), keepOn: "Keep playing", leaveAsk: "Leave the table?", leaveText: "The game is not over; the others go on until they wait for you. Your seat is kept on this device; the first page leads back to it.", leaveYes: "Leave", stay: "Stay", confirm: "Confirm picks on the map with a second click", rulings: (name: string) => `Rulings: ${name}`, tides: "Tides of Battle", help: "Keys" },
  keys: [["Arrows", "from area to area on the map"], ["Enter", "pick the area, press the button"], ["1 … 9", "the buttons of the question, or orders while planning"], ["N", "the next area while planning"], ["Space", "the golden button"], ["P", "pass"], ["Z", "take my last answer back (alone with bots)"], ["Escape", "close, or take the last pick back"], ["+ − 0", "zoom, whole map"], ["L", "log"]] as [string, string][],
  end: { over: "The game is over", won: "You have won", lost: (house: string) => `${house} has won`, drawn: "Nobody wins", castles: (n: number) => (n === 1 ? "castle" : "castles"), home: "Home", look: "Look at the table", rematch: "Play again", join: "Join the next game", step: "Step through the game", file: "Download the game", rounds: (n: number) => counted(n, "round") },
  setup: {
    title: "Board game", lead: "The whole board, three to six houses. Alone against bots at once, or with friends by a link.", players: "Houses", house: "Your house", random: "Draw one", tides: "Tides of Battle", tidesNote: "chance cards in combat", rulings: "Rulings", preset: { "faq-v2": "FAQ 2.0", recorded: "as recorded games" } as Record<string, string>, single: (n: number) => (n === 0 ? "Single rulings" : `Single rulings: ${counted(n, "changed", "changed")}`), singleNote: "Points on which the sources differ, one by one.",
    bots: "Bots", botNames: { "": "Castellan", random: "Random" }, start: (n: number) => `Play against ${counted(n, "bot")}`, open: "Open a table for friends", starting: "Starting…", others: "The other seats", mixed: "A link for friends, bots on the rest", seats: (n: number) => counted(n, "person", "people"), drawnFor: "Houses of the others are drawn.",
  },
  symbols: "Symbols: game-icons.net by Lorc, Delapouite and contributors, CC BY 3.0",
};
