// Something that is asked of the server by a button: one thing at a time, and what went wrong with it as a sentence.
import { messageOf } from "./api";

export class Errand {
  busy = $state(false);
  problem = $state("");

  /** Does the work, unless some is under way. */
  async run(work: () => Promise<unknown>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = "";
    try {
      await work();
    } catch (error) {
      this.problem = messageOf(error);
    } finally {
      this.busy = false;
    }
  }
}
