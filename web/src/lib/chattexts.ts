// Words of what is said at the table: card links, notes, muting.
import { plural } from "./pagetexts";

export const talk = {
  panes: { said: "Players", gallery: "Spectators", notes: "My notes" },
  galleryTalk: "You talk with those who look on. The players read it when the game is over.",
  gallerySilent: "Nobody talks here now.",
  galleryAfter: "What those who looked on said while you played.",
  galleryHint: "Who looks on hears it",
  mutedWatchers: (n: number) => `${plural(n, "line")} of people whom you muted ${n === 1 ? "is" : "are"} not shown.`,
  tabs: "At the table",
  noteLead: "For you alone: nobody else can see them, at this table or after it.",
  noteLabel: "My notes about this table",
  noteHint: "What was played, what to remember.",
  kept: "Kept",
  keeping: "Keeping…",
  notKept: "Not kept yet",
  mute: (name: string) => `Mute ${name}`,
  unmute: (name: string) => `Hear ${name} again`,
  players: "Mute somebody",
  muted: (n: number) => `${plural(n, "line")} of muted players ${n === 1 ? "is" : "are"} not shown.`,
  nameCard: "Name a card",
  nameCardNote: "[[ and the first letters; the others see the card",
  suggestions: "Cards of this name",
} as const;
