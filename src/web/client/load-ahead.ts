import { matchPath } from "react-router";
import type { Page, Visit } from "../page.ts";

/** How long a pointer rests on a link before its page's code is loaded, milliseconds. */
const REST_MS = 60;

/** Starts loading the page of an address, and its data, before the router shows it or anybody knows who is signed in. */
export function loadAhead(
  pages: readonly Page[],
  { pathname, search }: Pick<Location, "pathname" | "search">,
  isByLink = false,
): void {
  const found = pageAt(pages, pathname);
  if (!found) return;
  const visit: Visit = { params: found.params, search, isByLink };
  found.page.load().catch(() => undefined);
  found.page.ahead?.(visit).catch(() => undefined);
}

function pageAt(pages: readonly Page[], pathname: string): { page: Page; params: Visit["params"] } | undefined {
  for (const page of pages) {
    const match = [page.path, ...(page.aliases ?? [])].map((path) => matchPath(path, pathname)).find(Boolean);
    if (match) return { page, params: match.params };
  }
  return undefined;
}

/**
 * Links within the product: a page's code is loaded once the pointer rests on a link to it, its data once the link is
 * pressed, by pointer or keyboard. Returns what ends it.
 */
export function loadLinksAhead(pages: readonly Page[]): () => void {
  let resting: ReturnType<typeof setTimeout> | undefined;
  const ended = new AbortController();
  const listen = (kind: "pointerover" | "pointerdown" | "click", hear: (address: URL) => void) =>
    document.addEventListener(
      kind,
      (event) => {
        clearTimeout(resting);
        const address = addressOf(event);
        if (address) hear(address);
      },
      { capture: true, passive: true, signal: ended.signal },
    );
  listen("pointerover", ({ pathname }) => {
    resting = setTimeout(
      () =>
        pageAt(pages, pathname)
          ?.page.load()
          .catch(() => undefined),
      REST_MS,
    );
  });
  listen("pointerdown", (address) => loadAhead(pages, address, true));
  listen("click", (address) => loadAhead(pages, address, true));
  return () => {
    clearTimeout(resting);
    ended.abort();
  };
}

/** Of the link that is followed within this tab; undefined where another tab, a download or nothing is asked for. */
function addressOf(event: MouseEvent): URL | undefined {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.href || opensElsewhere(link) || isModified(event)) return undefined;
  const address = new URL(link.href);
  const isHere = address.origin === window.location.origin && address.pathname !== window.location.pathname;
  return isHere ? address : undefined;
}

const opensElsewhere = (link: HTMLAnchorElement) =>
  link.hasAttribute("download") || (link.target !== "" && link.target !== "_self");

const isModified = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  button > 0 || ctrlKey || metaKey || shiftKey || altKey;
