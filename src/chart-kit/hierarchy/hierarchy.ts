import type { TransformInput } from "../../chart-seam/chart-type.ts";
import type { DataValue } from "../../model/query-context.ts";
import { assignColors } from "../colors/label-colors.ts";
import { blend, textOn } from "../colors/shade.ts";
import { type SelectionState, selectionStates } from "../selection.ts";
import { rowsOf } from "../table/column.ts";
import { type Dimensions, type Measure, numberIn } from "../values/measure.ts";

export interface Branch {
  name: string;
  path: readonly DataValue[];
  value: number;
  second: number;
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

/** One level per dimension, in row order. Rows without a positive value are dropped. */
export function hierarchyOf(input: TransformInput, { dims, measure, second }: Levels): Branch[] {
  const tops: Branch[] = [];
  const known: BranchIndex = new Map();
  const nameOf = (path: readonly DataValue[], at: number) =>
    dims.columns.length > 0 ? dims.textOf(path[at] ?? null, at) : measure.label;
  for (const row of rowsOf(input.results[0])) {
    const value = numberIn(row, measure.key);
    if (value === null || value <= 0) continue;
    const other = second ? (numberIn(row, second) ?? 0) : 0;
    const path = dims.columns.length > 0 ? dims.valuesOf(row) : [null];
    let parent: Branch | null = null;
    for (let depth = 0; depth < path.length; depth++) {
      const siblings = partsOf(parent, known);
      const own: Branch = siblings.get(path[depth] ?? null) ?? grown({ path, depth, parent }, siblings, nameOf);
      if (own.value === 0) siblingsOf(own, tops).push(own);
      own.value += value;
      own.second += other;
      parent = own;
    }
  }
  const total = tops.reduce((sum, branch) => sum + branch.value, 0);
  for (const branch of preorder(tops)) branch.share = branch.value / total;
  return tops;
}

const siblingsOf = ({ parent }: Branch, tops: Branch[]) => parent?.children ?? tops;

type BranchIndex = Map<Branch | null, Map<DataValue, Branch>>;

function partsOf(parent: Branch | null, known: BranchIndex): Map<DataValue, Branch> {
  const found = known.get(parent) ?? new Map<DataValue, Branch>();
  if (found.size === 0) known.set(parent, found);
  return found;
}

const NO_PARTS: Branch[] = [];

function grown(
  { path, depth, parent }: Pick<Branch, "path" | "depth" | "parent">,
  siblings: Map<DataValue, Branch>,
  nameOf: (path: readonly DataValue[], at: number) => string,
): Branch {
  // A leaf reuses its row's path: with many parts, allocations dominate.
  const isLeaf = depth === path.length - 1;
  const down = isLeaf ? path : path.slice(0, depth + 1);
  const children = isLeaf ? NO_PARTS : [];
  const node = { name: nameOf(path, depth), path: down, value: 0, second: 0, share: 0, depth, parent, children };
  siblings.set(path[depth] ?? null, node);
  return node;
}

/** The order in which ECharts counts tree nodes, after its own root. */
export function preorder(branches: readonly Branch[]): Branch[] {
  const found: Branch[] = [];
  const add = (branch: Branch) => {
    found.push(branch);
    for (const part of branch.children) add(part);
  };
  for (const branch of branches) add(branch);
  return found;
}

export function branchAt(tops: readonly Branch[], path: readonly DataValue[]): Branch | undefined {
  const [value, ...rest] = path;
  if (value === undefined) return undefined;
  const found = tops.find((branch) => Object.is(branch.path.at(-1), value) && branch.children.length > 0);
  return found && (branchAt(found.children, rest) ?? found);
}

export function sortByValue(branches: Branch[]): Branch[] {
  branches.sort((a, b) => b.value - a.value);
  for (const branch of branches) sortByValue(branch.children);
  return branches;
}

export function ancestorNames(branch: Branch): string[] {
  return branch.parent ? [...ancestorNames(branch.parent), branch.name] : [branch.name];
}

export interface BranchPaint extends SelectionState {
  color: string;
  ink: string;
}

/**
 * Top branches have label colors, parts have lighter shades: the smaller, the lighter. Selected branches keep their
 * color.
 */
export function branchPaints(
  input: TransformInput,
  tops: readonly Branch[],
  dims: Dimensions,
): Map<Branch, BranchPaint> {
  const all = preorder(tops);
  const colors = assignColors(
    tops.map((branch) => branch.name),
    input.colorOf,
  );
  const branchPath = (branch: Branch) => (dims.columns.length > 0 ? branch.path : null);
  const states = input.selected ? selectionStates(input, dims.columns, all.map(branchPath)) : [];
  const { theme } = input;
  const shades: Shading = {
    tops: new Set(tops),
    ground: theme.background,
    paints: new Map(),
    families: new Map(),
    shadesOf: new Map(),
  };
  const muted = painted(theme.muted, shades);
  const own = new Map<Branch, BranchPaint>();
  const paints = new Map<Branch, BranchPaint>();
  all.forEach((branch, i) => {
    const above = branch.parent ? own.get(branch.parent) : undefined;
    const paint = above ? shadeOf(branch, above, shades) : painted(colors.get(branch.name) ?? theme.others, shades);
    if (branch.children.length > 0) own.set(branch, paint);
    const state = states[i];
    paints.set(branch, state ? { ...(state.isFocus ? paint : muted), ...state } : paint);
  });
  return paints;
}

/** Range of blending toward the background; the first level stays within one text color. */
const FIRST_LEVEL = [0.25, 0.5] as const;
const DEEPER = [0, 0.4] as const;

const SHADES = 200;

interface Shading {
  tops: ReadonlySet<Branch>;
  ground: string;
  paints: Map<string, BranchPaint>;
  families: Map<Branch, Family>;
  shadesOf: Map<BranchPaint, Shades>;
}

type Shades = (BranchPaint | undefined)[];

interface Family {
  most: number;
  shades: Shades;
}

function painted(color: string, { paints }: Shading): BranchPaint {
  const known = paints.get(color);
  if (known) return known;
  const branch = { color, ink: textOn(color), isSelected: false, isFocus: true };
  paints.set(color, branch);
  return branch;
}

function shadeOf(branch: Branch, above: BranchPaint, shading: Shading): BranchPaint {
  const { tops, ground, families } = shading;
  const parent = branch.parent as Branch;
  const siblings = parent.children;
  const { most, shades } = families.get(parent) ?? familyOf(parent, above, shading);
  const [least, furthest] = tops.has(parent) ? FIRST_LEVEL : DEEPER;
  const share = least + (siblings.length > 1 ? (furthest - least) * (1 - branch.value / most) : 0.12);
  const step = Math.round(share * SHADES);
  const known = shades[step];
  if (known) return known;
  const shade = painted(blend(above.color, ground, step / SHADES), shading);
  shades[step] = shade;
  return shade;
}

function familyOf(parent: Branch, above: BranchPaint, { families, shadesOf }: Shading): Family {
  const shades = shadesOf.get(above) ?? [];
  shadesOf.set(above, shades);
  const most = parent.children.reduce((largest, { value }) => Math.max(largest, value), 0);
  const family = { most, shades };
  families.set(parent, family);
  return family;
}
