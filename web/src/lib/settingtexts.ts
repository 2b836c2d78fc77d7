// Words of the settings, and of passing until one's turn.

export const settings = {
  title: "Settings",
  lead: "For this browser; with an account they go along to the others.",
  theme: "Look",
  themes: { dark: "Dark felt", light: "Light", contrast: "High contrast" } as const,
  cards: "Cards",
  sizes: { small: "Small", normal: "Normal", large: "Large" } as const,
  cardsNote: "As large as the window has room for: on the table in one that is 860 pixels tall, more in a taller one; in the hand while none covers another.",
  text: "Text",
  texts: { normal: "Normal", large: "Large", larger: "Larger" } as const,
  motion: "Movement",
  motions: { system: "As the system says", off: "None" } as const,
  confirm: "Ask before a pick is final",
  confirmNote: "Picks wait for the golden button and can be taken back.",
  keywords: "Keywords",
  keywordsNote: "Renown, insight, pillage: used without asking, one after the other as listed. Whom to kneel by intimidate, whom to bypass by stealth is always asked.",
  duplicates: "Duplicates",
  duplicatesNote: "A duplicate saves its card without asking, where nothing else could be done.",
  auto: { ask: "Ask me", auto: "By itself" } as const,
  stops: "Stop and ask me",
  stopsNote: "in these windows even where I can only pass, or pass until my turn",
  everyWindow: "In every window",
  windows: [
    ["RR.fw.1.aw", "After the plots"], ["RR.fw.2.aw", "After drawing"], ["RR.fw.3.aw", "Marshaling"], ["RR.fw.4.aw1", "Before a challenge"], ["RR.fw.4.aw2", "Attackers declared"],
    ["RR.fw.4.aw3", "Defenders declared"], ["RR.fw.5.aw", "Dominance"], ["RR.fw.6.aw", "Standing"], ["RR.fw.7.aw", "Taxation"], ["interrupts", "Interrupts"], ["reactions", "Reactions"],
  ] as [string, string][],
} as const;

export const passing = {
  until: "Pass until my turn",
  untilShort: "Until my turn",
  untilNote: "Passes every window until it is your turn, you are asked something else, or a stop of yours is reached.",
  on: "You pass until your turn",
  onNote: "Also ends when you are asked something that is no window, and at your stops.",
  stop: "Stop passing",
} as const;
