// The deck shelf over HTTP.
import { call } from "./api";
import type { ChangeDeck } from "./generated/ChangeDeck";
import type { DeckDraft } from "./generated/DeckDraft";
import type { DeckFile } from "./generated/DeckFile";
import type { DeckList } from "./generated/DeckList";
import type { DecksRead } from "./generated/DecksRead";
import type { Judged } from "./generated/Judged";
import type { KeptDeck } from "./generated/KeptDeck";
import type { MyDeck } from "./generated/MyDeck";

const path = (id: string) => `/api/me/decks/${encodeURIComponent(id)}`;

export const shelfApi = {
  list: () => call<MyDeck[]>("/api/me/decks"),
  one: (id: string) => call<KeptDeck>(path(id)),
  put: (deck: DeckDraft) => call<KeptDeck>("/api/me/decks", deck),
  change: (id: string, wanted: ChangeDeck) => call<KeptDeck>(path(id), wanted),
  drop: (id: string) => call<true>(`${path(id)}/delete`, {}),
  judge: (deck: DeckDraft) => call<Judged>("/api/decks/judge", deck),
  read: (text: string) => call<DecksRead>("/api/decks/read", { text }),
  write: (deck: DeckDraft, form: string) => call<DeckFile>("/api/decks/write", { deck, form }),
  lists: () => call<DeckList[]>("/api/decks/lists"),
};

export const emptyDraft = (): DeckDraft => ({ name: "", faction: "", agendas: [], cards: {}, format: "joust", list: "", note: "" });

/** Hands a text to the person as a file. */
export function download(file: string, content: BlobPart, type = "text/plain;charset=utf-8"): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
