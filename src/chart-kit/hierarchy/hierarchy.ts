import type { TransformInput } from "../../chart-seam/chart-type.ts";
import type { DataValue } from "../../model/query-context.ts";
import { assignColors } from "../colors/label-colors.ts";
import { blend, textOn } from "../colors/shade.ts";
import { type SelectionState, selectionStates } from "../selection.ts";
import { rowsOf } from "../table/column.ts";
import { type Dimensions, type Measure, numberIn } from "../values/measure.ts";

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

/** The parts of a branch, by the value of their own dimension. */
type BranchIndex = Map<Branch | null, Map<DataValue, Branch>>;

function partsOf(parent: Branch | null, known: BranchIndex): Map<DataValue, Branch> {
  const found = known.get(parent) ?? new Map<DataValue, Branch>();
  if (found.size === 0) known.set(parent, found);
  return found;
}

/** Of every leaf. */
const NO_PARTS: Branch[] = [];

function grown(
  { path, depth, parent }: Pick<Branch, "path" | "depth" | "parent">,
  siblings: Map<DataValue, Branch>,
  nameOf: (path: readonly DataValue[], at: number) => string,
): Branch {
  // A leaf's is that of its row: of very many parts, lists are what takes the time.
  const isLeaf = depth === path.length - 1;
  const down = isLeaf ? path : path.slice(0, depth + 1);
  const children = isLeaf ? NO_PARTS : [];
  const made = { name: nameOf(path, depth), path: down, value: 0, second: 0, share: 0, depth, parent, children };
  siblings.set(path[depth] ?? null, made);
  return made;
}

/** Every branch before its parts: the order in which ECharts counts the nodes of a tree, after its own root. */
export function preorder(branches: readonly Branch[]): Branch[] {
  const found: Branch[] = [];
  const add = (branch: Branch) => {
    found.push(branch);
    for (const part of branch.children) add(part);
  };
  for (const branch of branches) add(branch);
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

export function ancestorNames(branch: Branch): string[] {
  return branch.parent ? [...ancestorNames(branch.parent), branch.name] : [branch.name];
}

export interface BranchPaint extends SelectionState {
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
  const colors = assignColors(
    tops.map((branch) => branch.name),
    input.colorOf,
  );
  const branchPath = (branch: Branch) => (dims.columns.length > 0 ? branch.path : null);
  const stands = input.selected ? selectionStates(input, dims.columns, all.map(branchPath)) : [];
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
    const stand = stands[i];
    paints.set(branch, stand ? { ...(stand.isFocus ? paint : muted), ...stand } : paint);
  });
  return paints;
}

/** How far parts go towards the ground; the first level so far that one ink is read on all of a family. */
const FIRST_LEVEL = [0.25, 0.5] as const;
const DEEPER = [0, 0.4] as const;

/** Shades that differ by less are one to the eye, and found once. */
const SHADES = 200;

interface Shading {
  tops: ReadonlySet<Branch>;
  ground: string;
  paints: Map<string, BranchPaint>;
  /** Of each branch that has parts. */
  families: Map<Branch, Family>;
  /** Of each paint, by their steps: a few colors are given to very many branches. */
  shadesOf: Map<BranchPaint, Shades>;
}

type Shades = (BranchPaint | undefined)[];

interface Family {
  /** The value of its largest part. */
  most: number;
  shades: Shades;
}

function painted(color: string, { paints }: Shading): BranchPaint {
  const known = paints.get(color);
  if (known) return known;
  const made = { color, ink: textOn(color), isSelected: false, isFocus: true };
  paints.set(color, made);
  return made;
}

/** A part's shade of the color above it. */
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
