// How it looks, by the player's wishes: marks on the page that the styles go by. With an account the wishes go along.
import { ApiError, call } from "./api";
import { settings } from "./settings.svelte";

/** How long the hands must rest before wishes are sent. */
const REST = 800;

function show(): void {
  const { theme, cards, text, motion } = settings.value;
  Object.assign(document.documentElement.dataset, { theme, cards, text, motion });
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** Asks for the wishes of the account, if I have one; from then on every change is kept there. */
export async function wishesAlong(): Promise<void> {
  try {
    const kept = await call<Record<string, unknown> | null>("/api/me/settings");
    settings.changed = null;
    // A guest's browser keeps them itself.
    if (kept === null) return;
    if (Object.keys(kept).length > 0) settings.take(kept);
    settings.changed = (wishes) => {
      clearTimeout(timer);
      timer = setTimeout(() => void call("/api/me/settings", wishes).catch((error: unknown) => error instanceof ApiError && error.status === 401 && (settings.changed = null)), REST);
    };
  } catch {
    // Without the server the browser's own wishes hold.
  }
}

export function startLook(): void {
  show();
  $effect.root(() => {
    $effect(show);
  });
  // The fixtures have no server.
  if (!location.pathname.startsWith("/dev/")) void wishesAlong();
}
