// What the client says about agreements at the table.
import type { Ended } from "./generated/Ended";

const topics: Record<string, string> = {
  undo: "Undo",
  cancel: "Drop what is half resolved",
  draw: "Draw",
  pause: "Pause",
  resume: "Going on",
  repair: "Change of the table",
  replace: "The empty seat",
};

const names = (list: string[]) => (list.length > 1 ? `${list.slice(0, -1).join(", ")} and ${list.at(-1)}` : (list[0] ?? ""));

export const agreeTexts = {
  label: "Agreements",
  agree: "Agree",
  decline: "Decline",
  withdraw: "Withdraw",
  agreed: (list: string[]) => `Agreed: ${names(list)}`,
  waits: (list: string[]) => `Waiting for ${names(list)}`,
  paused: "The players paused the game: no answer is taken until all agree to go on.",
  goOn: "Go on",
  undoNow: "Undo (Z)",
  gone: (name: string) => `${name} is away. What is to become of the seat? It is done when all who are here agree.`,
  bot: "A bot plays on",
  newcomer: "Open the seat",
  nobody: (name: string) => `${name} concedes`,
  opened: "A seat is open: whoever has this table's link plays on with its hand.",
  understood: "Understood",
  copy: "Copy the link",
  copied: "Copied",
  ended: (last: Ended, who: string): string => {
    const what = topics[last.topic] ?? last.topic;
    if (last.how === "done") return `${what}: agreed and done.`;
    if (last.how === "withdrawn") return `${what}: withdrawn.`;
    if (last.how === "declined") return `${what}: ${who === "You" ? "you do" : `${who} does`} not agree.`;
    return `${what}: no longer proposed.`;
  },
  propose: {
    title: "Propose …",
    note: "It is done when everybody agrees.",
    alone: "You play with bots: it is done at once.",
    undo: "Take back my last answer",
    cancel: "Drop what is half resolved",
    cancelNote: "Back to the last moment at which nothing was.",
    draw: "A draw",
    pause: "A pause",
    resume: "Go on",
    repair: "Change the table",
    repairNote: "For what a rule got wrong. Everybody sees the exact change.",
    go: "Leave for good",
    goNote: "The others need not wait for you. Coming back ends that.",
  },
  repair: {
    what: "What is changed",
    gold: "Gold of a player",
    power: "Power of a player",
    draw: "Draw cards",
    kneel: "A card kneels",
    stand: "A card stands",
    cardPower: "Power on a card",
    cardGold: "Gold on a card",
    put: "A card goes elsewhere",
    player: "Player",
    card: "Card",
    to: "Where to",
    n: "How many",
    send: "Propose the change",
    lies: { hand: "hand", deck: "deck", discard: "discard pile", dead: "dead pile", play: "in play", duplicate: "duplicate", plot_deck: "plot deck", revealed_plot: "revealed", chosen_plot: "chosen", used_plots: "used", agenda: "agenda", shadows: "shadows", under: "under a card", being_played: "being played", removed: "out of the game", title_pool: "titles" } as Record<string, string>,
    zones: { hand: "Hand", deck: "Top of the deck", discard: "Discard pile", dead: "Dead pile", play: "Play" } as Record<string, string>,
  },
  took: (list: string[]) => `${names(list)} took the file of this game while it was paused: all cards are in it.`,
  stopped: {
    kept: "Nothing is lost: a program that can read it goes on with it.",
    file: "You may take its file. It shows all that is hidden, and the others will see that you have it.",
    download: "Download the file",
    position: "Open its last position",
    noPosition: "The program that played it wrote no position down. The file has all that happened.",
    home: "A new game",
    games: "Your games",
  },
  boardRepair: {
    units: "Units in an area",
    power: "Power of a house",
    token: "Power token in an area",
    track: "Place on a track",
    supply: "Supply of a house",
    threat: "The wildling threat",
    area: "Area",
    unit: "Unit",
    whichTrack: "Track",
    place: "Which place",
    nobody: "none",
    unitNames: { footman: "Footmen", knight: "Knights", siege_engine: "Siege Engines", ship: "Ships" } as Record<string, string>,
    trackNames: { iron_throne: "Iron Throne", fiefdoms: "Fiefdoms", kings_court: "King's Court" } as Record<string, string>,
  },
  newcomerLead: "A player left this game. You can take over the seat, with its deck and its hand.",
  watch: "Only look on",
};
