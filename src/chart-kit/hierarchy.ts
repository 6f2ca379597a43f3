import type { ChartTheme, TransformInput } from "../chart-types/chart-type.ts";
import type { DataValue } from "../model/query-context.ts";
import { settle } from "./colors/label-colors.ts";
import { textOn, towards } from "./colors/shade.ts";
import { type Standing, standings } from "./mark-colors.ts";
import { type Dimensions, type Measure, numberIn } from "./measure.ts";
import { rowsOf } from "./table/column.ts";

/** A part of a whole, with its own parts: treemaps, sunbursts, partitions. */
export interface Branch {
  name: string;
  /** Values of the dimensions down to this one. */
  path: readonly DataValue[];
  /** Of a leaf its own, of others the sum of their parts; above zero. */
  value: number;
  /** A second metric, summed in the same way. */
  second: number;
  /** Of all, 0 to 1. */
  share: number;
  depth: number;
  parent: Branch | null;
  children: Branch[];
}

interface Levels {
  dims: Dimensions;
  measure: Measure;
  second?: string;
}

/** Rows as a tree with one level for each dimension, in the order of the rows. Rows without a value above zero are left out. */
export function hierarchyOf(input: TransformInput, { dims, measure, second }: Levels): Branch[] {
  const tops: Branch[] = [];
  const known = new Map<string, Branch>();
  for (const row of rowsOf(input.results[0])) {
    const value = numberIn(row, measure.key);
    if (value === null || value <= 0) continue;
    const other = second ? (numberIn(row, second) ?? 0) : 0;
    const path = dims.columns.length > 0 ? dims.valuesOf(row) : [null];
    let parent: Branch | null = null;
    for (let depth = 0; depth < path.length; depth++) {
      const name = dims.columns.length > 0 ? dims.textOf(path[depth] ?? null, depth) : measure.label;
      parent = branchIn({ known, tops }, { name, path: path.slice(0, depth + 1), depth, parent });
      parent.value += value;
      parent.second += other;
    }
  }
  const total = tops.reduce((sum, branch) => sum + branch.value, 0);
  for (const branch of preorder(tops)) branch.share = branch.value / total;
  return tops;
}

function branchIn(
  { known, tops }: { known: Map<string, Branch>; tops: Branch[] },
  wanted: Pick<Branch, "name" | "path" | "depth" | "parent">,
): Branch {
  const key = JSON.stringify(wanted.path);
  const found = known.get(key);
  if (found) return found;
  const made: Branch = { ...wanted, value: 0, second: 0, share: 0, children: [] };
  known.set(key, made);
  (wanted.parent?.children ?? tops).push(made);
  return made;
}

/** Every branch before its parts: the order in which ECharts counts the nodes of a tree, after its own root. */
export function preorder(branches: readonly Branch[]): Branch[] {
  const found: Branch[] = [];
  const add = (branch: Branch) => {
    found.push(branch);
    branch.children.forEach(add);
  };
  branches.forEach(add);
  return found;
}

/** The branch of a path, or the deepest one on the way to it that has parts; undefined: there is none. */
export function branchAt(tops: readonly Branch[], path: readonly DataValue[]): Branch | undefined {
  const [value, ...rest] = path;
  if (value === undefined) return undefined;
  const found = tops.find((branch) => Object.is(branch.path.at(-1), value) && branch.children.length > 0);
  return found && (branchAt(found.children, rest) ?? found);
}

/** Largest first, at every level. */
export function sortByValue(branches: Branch[]): Branch[] {
  branches.sort((a, b) => b.value - a.value);
  for (const branch of branches) sortByValue(branch.children);
  return branches;
}

export function namesDownTo(branch: Branch): string[] {
  return branch.parent ? [...namesDownTo(branch.parent), branch.name] : [branch.name];
}

export interface BranchPaint extends Standing {
  color: string;
  /** Text that is read on the colour. */
  ink: string;
}

/**
 * The top branches have the colours of their labels, their parts lighter shades of them: the smaller, the lighter. What
 * the reader filters by keeps its colour.
 */
export function branchPaints(
  input: TransformInput,
  tops: readonly Branch[],
  dims: Dimensions,
): Map<Branch, BranchPaint> {
  const all = preorder(tops);
  const set = new Set(tops);
  const colors = settle(
    tops.map((branch) => branch.name),
    input.colorOf,
  );
  const stands = standings(
    input,
    dims.columns,
    all.map((branch) => (dims.columns.length > 0 ? branch.path : null)),
  );
  return new Map(
    all.map((branch, i): [Branch, BranchPaint] => {
      const stand = stands[i] ?? { isSelected: false, isFocus: true };
      const color = stand.isFocus ? shadeOf(branch, { tops: set, colors, theme: input.theme }) : input.theme.muted;
      return [branch, { ...stand, color, ink: textOn(color) }];
    }),
  );
}

/** How far parts go towards the ground; the first level so far that one ink is read on all of a family. */
const FIRST_LEVEL = [0.25, 0.5] as const;
const DEEPER = [0, 0.4] as const;

interface Shading {
  tops: ReadonlySet<Branch>;
  colors: ReadonlyMap<string, string>;
  theme: ChartTheme;
}

function shadeOf(branch: Branch, shading: Shading): string {
  const { tops, colors, theme } = shading;
  if (!branch.parent || tops.has(branch)) return colors.get(branch.name) ?? theme.others;
  const siblings = branch.parent.children;
  const above = shadeOf(branch.parent, shading);
  const most = Math.max(...siblings.map((sibling) => sibling.value));
  const [least, furthest] = tops.has(branch.parent) ? FIRST_LEVEL : DEEPER;
  const share = siblings.length > 1 ? (furthest - least) * (1 - branch.value / most) : 0.12;
  return towards(above, theme.background, least + share);
}
