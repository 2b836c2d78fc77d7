// Marks a text of which not all fits: `data-cut` is there while something is hidden.
import type { Attachment } from "svelte/attachments";

export const cut: Attachment<HTMLElement> = (node) => {
  const look = () => node.toggleAttribute("data-cut", node.scrollHeight > node.clientHeight + 2);
  const watch = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(look);
  watch?.observe(node);
  // The text changes with the card, and comes when the card's facts do.
  const changes = typeof MutationObserver === "undefined" ? null : new MutationObserver(look);
  changes?.observe(node, { childList: true, characterData: true, subtree: true });
  look();
  return () => {
    watch?.disconnect();
    changes?.disconnect();
  };
};
