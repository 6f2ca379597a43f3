import type { Lineage, LineageNode, PlacedNode } from "../../api/lineage/contract.ts";

export type GraphItem = Pick<PlacedNode, "key" | "kind" | "id" | "name" | "label" | "within" | "url" | "is_broken">;

export interface Placed {
  item: GraphItem;
  /** Negative for what the item uses, positive for what uses it. */
  distance: number;
  x: number;
  y: number;
}

export interface GraphLayout {
  placed: Placed[];
  /** By column: nodes that don't fit. */
  more: { distance: number; count: number; x: number; y: number }[];
  lines: { from: Placed; to: Placed; role: string }[];
  width: number;
  height: number;
}

export const NODE = { width: 208, height: 48 };
const GAP = { x: 72, y: 12 };
/** Nodes of a column before the rest is folded. */
export const SHOWN = 12;

/** One column for each distance: what the item uses before it, what uses it after it. */
export function graphLayout(lineage: Lineage, unfolded: ReadonlySet<number>): GraphLayout {
  const columns = new Map<number, GraphItem[]>([[0, [centerOf(lineage.node)]]]);
  for (const each of lineage.nodes) columns.set(each.distance, [...(columns.get(each.distance) ?? []), each]);
  const distances = [...columns.keys()].sort((a, b) => a - b);
  const shownOf = (distance: number) => {
    const items = columns.get(distance) ?? [];
    return unfolded.has(distance) ? items : items.slice(0, SHOWN);
  };
  const rowsOf = (distance: number) =>
    shownOf(distance).length + (shownOf(distance).length < (columns.get(distance)?.length ?? 0) ? 1 : 0);
  const rows = Math.max(...distances.map(rowsOf));
  const height = rows * (NODE.height + GAP.y) - GAP.y;
  const layout: GraphLayout = { placed: [], more: [], lines: [], width: 0, height };
  for (const [index, distance] of distances.entries()) {
    const x = index * (NODE.width + GAP.x);
    const shown = shownOf(distance);
    const top = (height - (rowsOf(distance) * (NODE.height + GAP.y) - GAP.y)) / 2;
    const yOf = (row: number) => top + row * (NODE.height + GAP.y);
    for (const [row, item] of shown.entries()) layout.placed.push({ item, distance, x, y: yOf(row) });
    const count = (columns.get(distance)?.length ?? 0) - shown.length;
    if (count > 0) layout.more.push({ distance, count, x, y: yOf(shown.length) });
    layout.width = x + NODE.width;
  }
  const byKey = new Map(layout.placed.map((each) => [each.item.key, each]));
  layout.lines = lineage.edges.flatMap(({ from, to, role }) => {
    const [user, used] = [byKey.get(from), byKey.get(to)];
    return user && used ? [{ from: user, to: used, role }] : [];
  });
  return layout;
}

const centerOf = (node: LineageNode): GraphItem => ({ ...node, is_broken: false });

/** The node that an arrow key leads to: in the same column, or the nearest in the next. */
export function neighborOf(placed: readonly Placed[], at: Placed, key: string): Placed | undefined {
  const { distance, y } = at;
  if (key === "ArrowUp" || key === "ArrowDown") {
    const column = placed.filter((each) => each.distance === distance);
    return column[column.indexOf(at) + (key === "ArrowDown" ? 1 : -1)];
  }
  const sign = key === "ArrowRight" ? 1 : -1;
  const beyond = placed.filter((each) => (each.distance - distance) * sign > 0);
  return beyond.toSorted((a, b) => (a.distance - b.distance) * sign || Math.abs(a.y - y) - Math.abs(b.y - y))[0];
}
