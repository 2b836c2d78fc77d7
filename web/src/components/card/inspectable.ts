// Hover enlarges after a moment, a long press does on touch, the right button and `i` at once.
import type { Attachment } from "svelte/attachments";

import type { Table } from "../../lib/table.svelte";

const HOVER = 450;
const PRESS = 420;

/** Enlarges the card with this id, or the one with this code where it lies nowhere in view. */
export const inspectable =
  (table: Table, id: string | null, code: string | null = null): Attachment<HTMLElement> =>
  (node) => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let pressed = false;
    const stop = () => {
      if (timer) clearTimeout(timer);
      timer = null;
    };
    const open = (pinned: boolean) => {
      const near = node.getBoundingClientRect();
      if (pinned || id === null) table.inspect(id, code, pinned, near);
      else table.peek(id, near);
    };
    const enter = (event: PointerEvent) => {
      if (event.pointerType === "touch") return;
      stop();
      timer = setTimeout(() => !table.inspected?.pinned && !table.menu && open(false), HOVER);
    };
    const leave = (event: PointerEvent) => {
      stop();
      if (event.pointerType !== "touch" && table.inspected && !table.inspected.pinned) table.inspected = null;
    };
    const down = (event: PointerEvent) => {
      stop();
      pressed = false;
      if (event.pointerType === "touch") {
        timer = setTimeout(() => {
          pressed = true;
          open(true);
        }, PRESS);
      } else if (table.inspected && !table.inspected.pinned) table.inspected = null;
    };
    // The click that ends a long press is none.
    const click = (event: Event) => {
      if (!pressed) return;
      pressed = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const menu = (event: Event) => {
      event.preventDefault();
      stop();
      open(true);
    };
    const key = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "i" || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      open(true);
    };
    node.addEventListener("pointerenter", enter);
    node.addEventListener("pointerleave", leave);
    node.addEventListener("pointerdown", down);
    node.addEventListener("pointerup", stop);
    node.addEventListener("pointercancel", stop);
    node.addEventListener("pointermove", (event) => event.pointerType === "touch" && Math.abs(event.movementX) + Math.abs(event.movementY) > 6 && stop());
    node.addEventListener("click", click, true);
    node.addEventListener("contextmenu", menu);
    node.addEventListener("keydown", key);
    return () => {
      stop();
      // A card that goes takes its enlargement with it.
      if (table.inspected && !table.inspected.pinned && table.inspected.id === id) table.inspected = null;
    };
  };
