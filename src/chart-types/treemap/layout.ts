import type { Branch } from "../../chart-kit/hierarchy.ts";

/** Pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Tile {
  branch: Branch;
  box: Box;
  /** Height of its heading; 0 for leaves and where there is no room for one. */
  heading: number;
}

const HEADING = 22;
const TOP_GAP = 2;

/** Every branch with its box, parts inside their whole, in preorder. Boxes of siblings are as square as they get. */
export function tilesOf(tops: readonly Branch[], box: Box, hasHeadings: boolean): Tile[] {
  return placed(tops, box).flatMap(([branch, own]) => tileAndParts(branch, shrunk(own, TOP_GAP / 2), hasHeadings));
}

function tileAndParts(branch: Branch, box: Box, hasHeadings: boolean): Tile[] {
  const isParent = branch.children.length > 0;
  const heading = isParent && hasHeadings && box.height >= HEADING * 2 && box.width >= 36 ? HEADING : 0;
  const edge = isParent && Math.min(box.width, box.height) > 8 ? 1.5 : 0;
  const inside = shrunk(box, edge);
  if (heading > 0) Object.assign(inside, { y: box.y + heading, height: box.height - heading - edge });
  const parts = placed(branch.children, inside).flatMap(([child, own]) =>
    tileAndParts(child, shrunk(own, 0.5), hasHeadings),
  );
  return [{ branch, box, heading }, ...parts];
}

function shrunk({ x, y, width, height }: Box, by: number): Box {
  return { x: x + by, y: y + by, width: Math.max(0, width - 2 * by), height: Math.max(0, height - 2 * by) };
}

/** Squarified treemap (Bruls, Huizing, van Wijk): rows along the shorter side, each as long as keeps its boxes square. */
function placed(branches: readonly Branch[], box: Box): [Branch, Box][] {
  const sorted = [...branches].sort((a, b) => b.value - a.value);
  const total = sorted.reduce((sum, branch) => sum + branch.value, 0);
  const scale = total > 0 ? (box.width * box.height) / total : 0;
  const boxes = new Map<Branch, Box>();
  let free = box;
  let row: Branch[] = [];
  const areaOf = (list: readonly Branch[]) => list.reduce((sum, branch) => sum + branch.value * scale, 0);
  for (const branch of sorted) {
    const side = Math.min(free.width, free.height);
    const next = [...row, branch];
    if (row.length > 0 && worst(next, { side, scale }) > worst(row, { side, scale })) {
      free = settleRow(row, free, { area: areaOf(row), scale, boxes });
      row = [branch];
    } else row = next;
  }
  if (row.length > 0) settleRow(row, free, { area: areaOf(row), scale, boxes });
  return branches.flatMap((branch): [Branch, Box][] => {
    const own = boxes.get(branch);
    return own ? [[branch, own]] : [];
  });
}

/** The most stretched box of a row: long side over short side. */
function worst(row: readonly Branch[], { side, scale }: { side: number; scale: number }): number {
  const areas = row.map((branch) => branch.value * scale);
  const sum = areas.reduce((total, area) => total + area, 0);
  const depth = sum / Math.max(1e-9, side);
  return Math.max(...areas.map((area) => Math.max((depth * depth) / area, area / (depth * depth))));
}

interface Row {
  area: number;
  scale: number;
  boxes: Map<Branch, Box>;
}

/** Gives a row its boxes and returns what is left. */
function settleRow(row: readonly Branch[], free: Box, { area, scale, boxes }: Row): Box {
  const isColumn = free.width >= free.height;
  const side = isColumn ? free.height : free.width;
  const depth = side > 0 ? area / side : 0;
  let at = 0;
  for (const branch of row) {
    const length = depth > 0 ? (branch.value * scale) / depth : 0;
    boxes.set(
      branch,
      isColumn
        ? { x: free.x, y: free.y + at, width: depth, height: length }
        : { x: free.x + at, y: free.y, width: length, height: depth },
    );
    at += length;
  }
  return isColumn
    ? { x: free.x + depth, y: free.y, width: Math.max(0, free.width - depth), height: free.height }
    : { x: free.x, y: free.y + depth, width: free.width, height: Math.max(0, free.height - depth) };
}
