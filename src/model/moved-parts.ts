type Json = Readonly<Record<string, unknown>>;

/** What users see of a layout. Rows, columns and tab sets only hold it. */
const SHOWN = /^(CHART|TAB|HEADER|MARKDOWN|DIVIDER)\b/;

/**
 * Ids of the components that a change of a layout moved: those with another parent, and the fewest of a parent that
 * explain its new order. Instead of a container, what it shows.
 */
export function movedParts(before: unknown, after: unknown): string[] {
  const [old, now] = [childrenIn(before), childrenIn(after)];
  const [oldParents, parents] = [parentsOf(old), parentsOf(now)];
  const moved = [...parents].filter(([id, parent]) => oldParents.has(id) && oldParents.get(id) !== parent);
  const reordered = [...now].flatMap(([parent, children]) => {
    const stayed = children.filter((id) => oldParents.get(id) === parent);
    const places = new Map(old.get(parent)?.map((id, index) => [id, index]));
    const inOrder = longestRising(stayed.map((id) => places.get(id) ?? -1));
    return stayed.filter((_, index) => !inOrder.has(index));
  });
  return [...new Set([...moved.map(([id]) => id), ...reordered].flatMap((id) => shownIn(now, id)))];
}

function childrenIn(layout: unknown): Map<string, string[]> {
  const parts = Object.entries((typeof layout === "object" && layout !== null ? layout : {}) as Json);
  return new Map(
    parts.flatMap(([id, part]) => {
      const children = (part as Json | null)?.children;
      return Array.isArray(children) ? [[id, children.filter((child) => typeof child === "string")] as const] : [];
    }),
  );
}

const parentsOf = (children: ReadonlyMap<string, readonly string[]>) =>
  new Map([...children].flatMap(([parent, ids]) => ids.map((id) => [id, parent] as const)));

function shownIn(children: ReadonlyMap<string, readonly string[]>, id: string, seen = new Set<string>()): string[] {
  if (seen.has(id)) return [];
  seen.add(id);
  if (SHOWN.test(id)) return [id];
  return (children.get(id) ?? []).flatMap((child) => shownIn(children, child, seen));
}

/** Positions of a longest rising subsequence. */
function longestRising(values: readonly number[]): Set<number> {
  const ends: number[] = [];
  const previous: number[] = [];
  const valueAt = (end: number | undefined) => (end === undefined ? -1 : (values[end] ?? -1));
  for (const [position, value] of values.entries()) {
    let low = 0;
    for (let high = ends.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (valueAt(ends[middle]) < value) low = middle + 1;
      else high = middle;
    }
    previous[position] = ends[low - 1] ?? -1;
    ends[low] = position;
  }
  const rising = new Set<number>();
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) rising.add(at);
  return rising;
}
