import { matchPath } from "react-router";
import type { Page, Visit } from "../page.ts";

const HOVER_MS = 60;

export function prefetchPage(
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

export function prefetchLinks(pages: readonly Page[]): () => void {
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
      HOVER_MS,
    );
  });
  listen("pointerdown", (address) => prefetchPage(pages, address, true));
  listen("click", (address) => prefetchPage(pages, address, true));
  return () => {
    clearTimeout(resting);
    ended.abort();
  };
}

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
