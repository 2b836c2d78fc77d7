// A recorded game from a file of this device. The browser holds the file; a server that does not know its game (any more) gets it again.
import { ApiError, send } from "./api";
import { openedReplay as words } from "./aftertexts";
import type { OpenedReplay } from "./generated/OpenedReplay";
import type { ReplayStep } from "./generated/ReplayStep";
import type { ReplayStory } from "./generated/ReplayStory";
import type { Look, Source } from "./replay.svelte";

/** The largest file that a server takes, in bytes. */
const LARGEST = 1 << 20;

export class FileSource implements Source {
  readonly path = "/replay";
  readonly room = null;
  #again: Promise<unknown> | null = null;

  constructor(
    readonly file: Blob,
    readonly name: string,
    readonly told: OpenedReplay,
  ) {}

  step = (step: number, look: Look): Promise<ReplayStep> => this.#ask(`${step}?as=${look}`);
  story = (look: Look): Promise<ReplayStory> => this.#ask(`story?as=${look}`);

  async #ask<T>(what: string): Promise<T> {
    const path = `/api/replays/${this.told.id}/${what}`;
    try {
      return await send<T>(path);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "no_such_replay")) throw error;
      // Several steps may be asked for at once: the file is sent once.
      this.#again ??= upload(this.file).finally(() => (this.#again = null));
      await this.#again;
      return await send<T>(path);
    }
  }
}

const upload = (file: Blob) => send<OpenedReplay>("/api/replays", { method: "POST", headers: { "content-type": "application/json" }, body: file });

/** The file that is open in this page. */
class Opened {
  source = $state.raw<FileSource | null>(null);

  /** Opens a file; an `ApiError` says what is wrong with it. */
  async open(file: File): Promise<void> {
    this.source = null;
    if (file.size > LARGEST) throw new ApiError(words.tooLarge(file.name, Math.ceil(file.size / 1024)), 413);
    this.source = new FileSource(file, file.name, await upload(file));
  }
}

export const opened = new Opened();
