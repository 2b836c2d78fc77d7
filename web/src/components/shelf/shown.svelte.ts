// Which card is shown large beside the lists.

/** How long the pointer must rest on a row. */
const REST = 180;

class Shown {
  code = $state<string | null>(null);
  near = $state.raw<DOMRect | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  show(code: string, node: HTMLElement): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => ([this.code, this.near] = [code, node.getBoundingClientRect()]), REST);
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.code = null;
  }
}

export const shown = new Shown();
