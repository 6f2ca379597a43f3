import { sortBy } from "../../chart-kit/table/rows.ts";
import type { DataValue } from "../../model/query-context.ts";

export interface AxisNode {
  readonly id: number;
  readonly depth: number;
  readonly value: DataValue;
  readonly parent?: AxisNode;
  readonly children: Map<DataValue, AxisNode>;
}

export class AxisTree {
  readonly root: AxisNode = { id: 0, depth: 0, value: null, children: new Map() };
  size = 1;

  add(path: readonly DataValue[]): AxisNode {
    let node = this.root;
    for (const value of path) {
      let child = node.children.get(value);
      if (!child) {
        child = { id: this.size, depth: node.depth + 1, value, parent: node, children: new Map() };
        this.size += 1;
        node.children.set(value, child);
      }
      node = child;
    }
    return node;
  }

  find(path: readonly DataValue[]): AxisNode | undefined {
    let node: AxisNode | undefined = this.root;
    for (const value of path) node = node?.children.get(value);
    return node;
  }
}

export function pathOf(node: AxisNode): DataValue[] {
  const path: DataValue[] = [];
  for (let at: AxisNode | undefined = node; at?.parent; at = at.parent) path.unshift(at.value);
  return path;
}

export function ancestorAt(node: AxisNode, depth: number): AxisNode {
  let at = node;
  while (at.depth > depth && at.parent) at = at.parent;
  return at;
}

export function ranksOf(tree: AxisTree): Uint32Array {
  const ranks = new Uint32Array(tree.size);
  let next = 0;
  const visit = (node: AxisNode) => {
    ranks[node.id] = next++;
    for (const child of sortBy([...node.children.values()], ({ value }) => value)) visit(child);
  };
  visit(tree.root);
  return ranks;
}
