// Marks a text of which not all fits: `data-cut` is there while words are hidden.
import type { Attachment } from "svelte/attachments";

export const cut: Attachment<HTMLElement> = (node) => {
  const words = document.createRange();
  const look = () => {
    words.selectNodeContents(node);
    node.toggleAttribute("data-cut", words.getBoundingClientRect().bottom > node.getBoundingClientRect().bottom + 2);
  };
  const watch = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(look);
  watch?.observe(node);
  // The text changes with the card, and comes when the card's facts do.
  const changes = typeof MutationObserver === "undefined" ? null : new MutationObserver(look);
  changes?.observe(node, { childList: true, characterData: true, subtree: true });
  return () => {
    watch?.disconnect();
    changes?.disconnect();
  };
};
