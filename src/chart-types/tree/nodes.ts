import { rowsOf } from "../../chart-kit/table/column.ts";
import { dimensionsOf, type Measure, numberIn } from "../../chart-kit/values/measure.ts";
import type { TransformInput } from "../../chart-seam/chart-type.ts";
import type { TreeForm } from "./schema.ts";

export interface TreeNode {
  id: string;
  name: string;
  value: number | null;
  depth: number;
  children: TreeNode[];
}

interface Entry {
  node: TreeNode;
  parent: string | null;
}

/**
 * The author's root, else the largest tree; also returns the number of other trees. Cycles have no root and are
 * dropped.
 */
export function treeOf(
  input: TransformInput<TreeForm>,
  measure: Measure | undefined,
): { root: TreeNode | null; others: number } {
  const entries = entriesOf(input, measure);
  for (const { node, parent } of entries.values()) {
    if (parent !== null) entries.get(parent)?.node.children.push(node);
  }
  const rootId = input.formData.root_node_id?.trim();
  const chosen = rootId ? entries.get(rootId)?.node : undefined;
  if (rootId) return { root: chosen ? withDepth(chosen) : null, others: 0 };
  const roots = [...entries.values()].filter((entry) => entry.parent === null).map((entry) => entry.node);
  const largest = roots.reduce<TreeNode | null>(
    (best, root) => (best && count(best) >= count(root) ? best : root),
    null,
  );
  return { root: largest ? withDepth(largest) : null, others: Math.max(0, roots.length - 1) };
}

function entriesOf(input: TransformInput<TreeForm>, measure: Measure | undefined): Map<string, Entry> {
  const { formData: form } = input;
  const of = (column: TreeForm["id"]) => dimensionsOf(column ? [column] : [], input);
  const [id, parent, name] = [of(form.id), of(form.parent), of(form.name)];
  const entries = new Map<string, Entry>();
  if (!form.id || !form.parent) return entries;
  for (const row of rowsOf(input.results[0])) {
    const key = id.nameOf(row);
    if (entries.has(key)) continue;
    const above = parent.nameOf(row);
    const hasParent = (parent.valuesOf(row)[0] ?? "") !== "" && above !== key;
    const node = makeNode(key, form.name ? name.nameOf(row) : key, measure ? numberIn(row, measure.key) : null);
    entries.set(key, { node, parent: hasParent ? above : null });
  }
  return withParents(entries);
}

function withParents(entries: Map<string, Entry>): Map<string, Entry> {
  for (const { parent: above } of [...entries.values()]) {
    if (above !== null && !entries.has(above)) entries.set(above, { node: makeNode(above, above, null), parent: null });
  }
  return entries;
}

const makeNode = (id: string, name: string, value: number | null): TreeNode => ({
  id,
  name,
  value,
  depth: 0,
  children: [],
});

function withDepth(node: TreeNode, depth = 0, above: ReadonlySet<TreeNode> = new Set()): TreeNode {
  const path = new Set([...above, node]);
  return {
    ...node,
    depth,
    children: node.children.filter((child) => !path.has(child)).map((child) => withDepth(child, depth + 1, path)),
  };
}

function count(node: TreeNode): number {
  return node.children.reduce((sum, child) => sum + count(child), 1);
}

/** Preorder, as ECharts counts nodes after its own root. */
export function inOrder(node: TreeNode): TreeNode[] {
  return [node, ...node.children.flatMap(inOrder)];
}
