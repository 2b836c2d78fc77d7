// Which page is shown. Links are plain anchors; a click on one of ours changes the path without loading the client again.

class Router {
  path = $state(typeof location === "undefined" ? "/" : location.pathname);
  hash = $state(typeof location === "undefined" ? "" : location.hash);
  search = $state(typeof location === "undefined" ? "" : location.search);

  /** Asked before a link, or the browser's way back, leads away; says whether it takes care of going on itself. */
  guard: ((go: () => void) => boolean) | null = null;

  start(): void {
    addEventListener("popstate", () => {
      const { guard } = this;
      if (!guard || location.pathname === this.path) return this.#read();
      // The browser is there already: back to where we are, and on if that is wanted.
      const to = location.pathname + location.search + location.hash;
      history.pushState(null, "", this.path + this.hash);
      const go = () => this.go(to);
      if (!guard(go)) go();
    });
    addEventListener("hashchange", () => this.#read());
    document.addEventListener("click", (event) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
      if (link.pathname === location.pathname && link.hash) return;
      event.preventDefault();
      const go = () => this.go(link.pathname + link.search + link.hash);
      if (!this.guard?.(go)) go();
    });
  }

  go(to: string): void {
    history.pushState(null, "", to);
    this.#read();
    if (!location.hash) scrollTo(0, 0);
  }

  /** Another address for what is shown already: the way back does not stop here. */
  replace(to: string): void {
    history.replaceState(null, "", to);
    this.#read();
  }

  #read(): void {
    this.path = location.pathname;
    this.hash = location.hash;
    this.search = location.search;
  }
}

export const router = new Router();
