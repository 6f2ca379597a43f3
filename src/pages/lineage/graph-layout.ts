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
  nodeWidth: number;
}

export interface Size {
  width: number;
  height: number;
}

export const NODE_HEIGHT = 48;
const ROW = NODE_HEIGHT + 12;
/** Around the graph, in its frame. */
export const MARGIN = 24;
const WIDTHS = { least: 124, most: 208 };
const GAPS = { least: 24, most: 72 };
/** Of a gap to a node, where there isn't room for the widest. */
const GAP_SHARE = 0.3;
/** Nodes of a column before the rest is folded, without a frame. */
const ROWS = { least: 4, usual: 13 };

/**
 * One column for each distance: what the item uses before it, what uses it after it. Columns are made to fit the frame,
 * down to a width at which names can still be read, and folded to its height.
 */
export function graphLayout(lineage: Lineage, unfolded: ReadonlySet<number>, frame?: Size): GraphLayout {
  const columns = columnsOf(lineage);
  const distances = [...columns.keys()].sort((a, b) => a - b);
  const fitting = frame ? Math.floor((frame.height - 2 * MARGIN + ROW - NODE_HEIGHT) / ROW) : ROWS.usual;
  const shownOf = (distance: number) => {
    const items = columns.get(distance) ?? [];
    const most = Math.max(ROWS.least, fitting);
    return unfolded.has(distance) || items.length <= most ? items : items.slice(0, most - 1);
  };
  const rowsOf = (distance: number) =>
    shownOf(distance).length + (shownOf(distance).length < (columns.get(distance)?.length ?? 0) ? 1 : 0);
  const rows = Math.max(...distances.map(rowsOf));
  const heightOf = (count: number) => count * ROW - (ROW - NODE_HEIGHT);
  const height = heightOf(rows);
  const { nodeWidth, gap } = widthsIn(frame, distances.length);
  const layout: GraphLayout = { placed: [], more: [], lines: [], width: 0, height, nodeWidth };
  for (const [index, distance] of distances.entries()) {
    const x = index * (nodeWidth + gap);
    const shown = shownOf(distance);
    const top = (height - heightOf(rowsOf(distance))) / 2;
    const yOf = (row: number) => top + row * ROW;
    for (const [row, item] of shown.entries()) layout.placed.push({ item, distance, x, y: yOf(row) });
    const count = (columns.get(distance)?.length ?? 0) - shown.length;
    if (count > 0) layout.more.push({ distance, count, x, y: yOf(shown.length) });
    layout.width = x + nodeWidth;
  }
  const byKey = new Map(layout.placed.map((each) => [each.item.key, each]));
  layout.lines = lineage.edges.flatMap(({ from, to, role }) => {
    const [user, used] = [byKey.get(from), byKey.get(to)];
    return user && used ? [{ from: user, to: used, role }] : [];
  });
  return layout;
}

/** Items by distance, nearest first. */
export function columnsOf({ node, nodes }: Pick<Lineage, "node" | "nodes">): Map<number, GraphItem[]> {
  const columns = new Map<number, GraphItem[]>([[0, [centerOf(node)]]]);
  for (const each of nodes) columns.set(each.distance, [...(columns.get(each.distance) ?? []), each]);
  return columns;
}

function widthsIn(frame: Size | undefined, count: number): { nodeWidth: number; gap: number } {
  if (!frame || count < 2) return { nodeWidth: WIDTHS.most, gap: GAPS.most };
  const room = frame.width - 2 * MARGIN;
  const within = (value: number, { least, most }: typeof GAPS) => Math.min(most, Math.max(least, Math.floor(value)));
  const nodeWidth = within(room / (count + GAP_SHARE * (count - 1)), WIDTHS);
  return { nodeWidth, gap: within((room - count * nodeWidth) / (count - 1), GAPS) };
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
