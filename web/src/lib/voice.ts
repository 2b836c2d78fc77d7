// Sentences name a seat as `{P1}`. My own seat is "You" everywhere, as at the table; the others have their names.
import type { SeatInfo } from "./generated/SeatInfo";
import { texts } from "./texts";

const irregular: Record<string, string> = { is: "are", has: "have", does: "do", goes: "go", was: "were" };

/** `passes` → `pass`, `carries` → `carry`, `wins` → `win`; `null` for a word that is no verb of the third person. */
export function secondPerson(verb: string): string | null {
  const known = irregular[verb];
  if (known !== undefined) return known;
  if (!/[a-z]{2}s$/.test(verb) || verb.endsWith("ss")) return /^(?:cannot|may|can|must|will|lost|won|[a-z]+ed)$/.test(verb) ? verb : null;
  if (verb.endsWith("ies")) return `${verb.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|zz)es$/.test(verb)) return verb.slice(0, -2);
  return verb.slice(0, -1);
}

/** What follows a subject that is now "you": its verb, and a second one after "and". */
function addressed(rest: string): { verb: string; rest: string } | null {
  const [, verb, after] = rest.match(/^ ([a-z]+)\b([^]*)$/) ?? [];
  const turned = verb === undefined ? null : secondPerson(verb);
  if (turned === null || after === undefined) return null;
  return { verb: turned, rest: after.replace(/^([^.:;{]*) and (is|has|wins|loses|does)\b/, (_, before: string, second: string) => `${before} and ${secondPerson(second) ?? second}`) };
}

/** The sentence with the names of the players in it. */
export function withSeats(text: string, seats: SeatInfo[], me: number | null): string {
  let out = "";
  let rest = text;
  for (let found = rest.match(/\{P(\d+)\}/); found; found = rest.match(/\{P(\d+)\}/)) {
    const at = found.index ?? 0;
    const before = rest.slice(0, at);
    out += before;
    rest = rest.slice(at + found[0].length);
    const seat = Number(found[1]) - 1;
    if (seat !== me) {
      out += seats.find((info) => info.seat === seat)?.name || `P${seat + 1}`;
      continue;
    }
    const first = out === "" || /[.!?]\s*$/.test(out);
    const possessive = rest.match(/^['’]s?/)?.[0];
    const subject = possessive === undefined && !/\b(?:of|to|from|on|by|against|with|for) $/.test(out) ? addressed(rest) : null;
    if (possessive !== undefined) {
      out += first ? texts.voice.Your : texts.voice.your;
      rest = rest.slice(possessive.length);
    } else if (subject) {
      out += `${first ? texts.voice.You : texts.voice.you} ${subject.verb}`;
      rest = subject.rest;
    } else if (/\b(?:card|plots|deck|hand) of $/.test(out)) {
      out += texts.voice.yours;
    } else {
      out += first ? texts.voice.You : texts.voice.you;
    }
  }
  return out + rest;
}

/** Why a game ended, as a sentence: the reason goes on from the winner's name, or names a player itself. */
export function endReason(reason: string, winner: number, seats: SeatInfo[], me: number | null): string {
  // "Guest 2" is not "Guest": of the names that the sentence may begin with, the longest is meant.
  const who = seats.filter((info) => info.name !== "" && reason.startsWith(`${info.name} `)).sort((a, b) => b.name.length - a.name.length)[0];
  const said = /^[a-z]/.test(reason) ? withSeats(`{P${winner + 1}} ${reason}`, seats, me) : who && who.seat === me ? withSeats(`{P${me + 1}}${reason.slice(who.name.length)}`, seats, me) : reason;
  return /[.!]$/.test(said) ? said : `${said}.`;
}
