import type { DataValue } from "../../model/query-context.ts";
import type { LineOrder, SubtotalPlace } from "../../query/pivot-table.ts";
import type { AxisNode } from "./axis.ts";

export interface Line {
  node: AxisNode;
  kind: "cells" | "subtotal" | "closed" | "total";
  metric?: string;
  key: string;
}

export interface AxisShape {
  depth: number;
  subtotals: SubtotalPlace | null;
  hasTotal: boolean;
  order: LineOrder;
  metrics?: readonly string[];
  /** True: metrics within each group; false: groups within each metric. */
  combinesMetrics: boolean;
}

export interface LineChoice {
  closed: ReadonlySet<number>;
  ranks: ArrayLike<number>;
  weightOf(node: AxisNode): DataValue | undefined;
  sort?: { descending: boolean };
}

type Draft = Pick<Line, "node" | "kind">;

export function linesOf(root: AxisNode, shape: AxisShape, choice: LineChoice): Line[] {
  const compare = comparer(shape, choice);
  const inner = shape.subtotals ? nested(root, { shape, choice, compare }) : leavesOf(root, shape.depth).sort(compare);
  const drafts: Draft[] = inner.map((entry) => ("kind" in entry ? entry : { node: entry, kind: "cells" }));
  if (shape.hasTotal && shape.depth > 0) drafts.push({ node: root, kind: "total" });
  return withMetrics(drafts, shape);
}

interface Nesting {
  shape: AxisShape;
  choice: LineChoice;
  compare(a: AxisNode, b: AxisNode): number;
}

function nested(node: AxisNode, nesting: Nesting): Draft[] {
  const { shape, choice, compare } = nesting;
  if (node.depth === shape.depth) return [{ node, kind: "cells" }];
  if (choice.closed.has(node.id)) return [{ node, kind: "closed" }];
  const inner = [...node.children.values()].sort(compare).flatMap((child) => nested(child, nesting));
  if (node.depth === 0) return inner;
  const whole: Draft = { node, kind: "subtotal" };
  return shape.subtotals === "before" ? [whole, ...inner] : [...inner, whole];
}

function leavesOf(node: AxisNode, depth: number): AxisNode[] {
  if (node.depth === depth) return [node];
  return [...node.children.values()].flatMap((child) => leavesOf(child, depth));
}

function comparer({ order }: AxisShape, { sort, weightOf, ranks }: LineChoice) {
  const byRank = (a: AxisNode, b: AxisNode) => (ranks[a.id] ?? 0) - (ranks[b.id] ?? 0);
  if (!sort && order.startsWith("key"))
    return order === "key_z_to_a" ? (a: AxisNode, b: AxisNode) => byRank(b, a) : byRank;
  const sign = (sort ? sort.descending : order === "value_z_to_a") ? -1 : 1;
  return (a: AxisNode, b: AxisNode) => compareWeights(weightOf(a), weightOf(b), sign) || byRank(a, b);
}

function compareWeights(a: DataValue | undefined, b: DataValue | undefined, sign: 1 | -1): number {
  const [x, y] = [finiteNumber(a), finiteNumber(b)];
  if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined);
  return sign * (x - y);
}

function finiteNumber(value: DataValue | undefined): number | undefined {
  const amount = value === null || value === undefined ? Number.NaN : Number(value);
  return Number.isNaN(amount) ? undefined : amount;
}

function withMetrics(drafts: readonly Draft[], { metrics, combinesMetrics }: AxisShape): Line[] {
  const keyOf = ({ node, kind }: Draft) => `${kind === "closed" ? "cells" : kind} ${node.id}`;
  if (!metrics) return drafts.map((draft) => ({ ...draft, key: keyOf(draft) }));
  const line = (draft: Draft, metric: string, index: number): Line => ({
    ...draft,
    metric,
    key: `${keyOf(draft)} ${index}`,
  });
  return combinesMetrics
    ? drafts.flatMap((draft) => metrics.map((metric, index) => line(draft, metric, index)))
    : metrics.flatMap((metric, index) => drafts.map((draft) => line(draft, metric, index)));
}
