// Notices: it is my turn, somebody sat down, the game has begun. In the title of the page, as a sound, as a message of the browser.
import type { State } from "./generated/State";
import { notices as words } from "./lobbytexts";
import { settings } from "./settings.svelte";

/**
 * What changed between two states that I want to hear of; what was there when the page came is no news. `spared`: what is asked now is
 * answered without me, as I wished (passing until my turn, keywords by themselves).
 */
export function newsOf(before: State | null, now: State, spared = false): string[] {
  if (!before || now.me === null) return [];
  const news: string[] = [];
  for (const seat of now.seats) {
    const was = before.seats.find((other) => other.seat === seat.seat);
    if (was?.open && !seat.open && seat.seat !== now.me) news.push(words.joined(seat.name));
  }
  if (before.view === null && now.view !== null) news.push(words.started);
  if (!spared && before.prompt === null && now.prompt !== null && now.outcome === null) news.push(words.turn);
  return news;
}

/** Two short tones, made here. */
export function ring(context: AudioContext): void {
  [659, 880].forEach((pitch, place) => {
    const [tone, loud] = [context.createOscillator(), context.createGain()];
    const at = context.currentTime + place * 0.16;
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0, at);
    loud.gain.linearRampToValueAtTime(0.12, at + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.001, at + 0.3);
    tone.connect(loud).connect(context.destination);
    tone.start(at);
    tone.stop(at + 0.32);
  });
}

let audio: AudioContext | null = null;
const MARK = /^\(\d+\) /;

export class Notices {
  #before: State | null = null;
  #unseen = 0;

  /** A state of the room came. */
  read(now: State, spared = false): void {
    const news = newsOf(this.#before, now, spared);
    // The next question in the row is news again if this one was none.
    this.#before = spared ? { ...now, prompt: null } : now;
    if (news.length > 0) this.#tell(news);
    else this.#badge();
  }

  #tell(news: string[]): void {
    const { sound, browser } = settings.value.notices;
    const hidden = document.visibilityState === "hidden";
    if (!hidden) return;
    this.#unseen += news.length;
    this.#badge();
    if (sound) {
      audio ??= new AudioContext();
      ring(audio);
    }
    if (browser && typeof Notification !== "undefined" && Notification.permission === "granted") {
      try {
        const message = new Notification("maester", { body: news.join(" "), tag: `maester ${location.pathname}` });
        message.onclick = () => (window.focus(), message.close());
      } catch {
        // Browsers of phones have the word and no such message.
      }
    }
  }

  /** The number of news before the title, while nobody looks. The table writes the title anew with every state. */
  #badge(): void {
    setTimeout(() => {
      const bare = document.title.replace(MARK, "");
      document.title = this.#unseen > 0 && settings.value.notices.title ? `(${this.#unseen}) ${bare}` : bare;
    }, 50);
  }

  /** The page is looked at. */
  seen(): void {
    this.#unseen = 0;
    this.#badge();
  }

  /** A sound needs a click first: the browser wants it so. */
  static allowSound(): void {
    audio ??= new AudioContext();
    void audio.resume();
    ring(audio);
  }
}
