export type PageEntry = { kind: "page"; page: number } | { kind: "gap"; key: string };

/** Pages to offer: the first, the last and those beside the current one, with gaps between. */
export function pageList(page: number, pageCount: number): PageEntry[] {
  const shown = [0, page - 1, page, page + 1, pageCount - 1].filter((p) => p >= 0 && p < pageCount);
  const pages = [...new Set(shown)].sort((a, b) => a - b);
  return pages.flatMap((p, i): PageEntry[] => {
    const before = pages[i - 1];
    const entry: PageEntry = { kind: "page", page: p };
    if (before === undefined || p - before === 1) return [entry];
    return p - before === 2 ? [{ kind: "page", page: p - 1 }, entry] : [{ kind: "gap", key: `gap-${p}` }, entry];
  });
}
