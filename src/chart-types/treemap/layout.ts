import type { Branch } from "../../chart-kit/hierarchy/hierarchy.ts";
import { textWidth } from "../../chart-kit/text-width.ts";

export type Box = { x: number; y: number; width: number; height: number };

export interface Tile {
  branch: Branch;
  box: Box;
  heading: number;
  /** Drawn as one tile: a leaf, or a branch too small for its own name above its parts. */
  isWhole: boolean;
}

const HEADING = 22;
export const HEADING_PAD = 6;
const TOP_GAP = 2;

const NOWHERE: Box = { x: 0, y: 0, width: 0, height: 0 };

export function tilesOf(tops: readonly Branch[], box: Box, hasHeadings: boolean): Tile[] {
  const tiles: Tile[] = [];
  const add = (branches: readonly Branch[], inside: Box, gap: number) => {
    squarify(branches, inside).forEach((own, i) => {
      const branch = branches[i] as Branch;
      const tile = tileOf(branch, shrunk(own, gap), hasHeadings);
      tiles.push(tile);
      if (branch.children.length > 0) add(branch.children, tile.isWhole ? NOWHERE : insideOf(tile), 0.5);
    });
  };
  add(tops, box, TOP_GAP / 2);
  return tiles;
}

const READABLE_HEADING = 56;

const headingWidth = (name: string) => Math.min(READABLE_HEADING, textWidth(name, 12, true)) + 2 * HEADING_PAD;

function tileOf(branch: Branch, box: Box, hasHeadings: boolean): Tile {
  const isParent = branch.children.length > 0;
  const isRoomy = box.height >= HEADING * 2 && box.width >= Math.max(36, headingWidth(branch.name));
  const heading = isParent && hasHeadings && isRoomy ? HEADING : 0;
  return { branch, box, heading, isWhole: !isParent || (hasHeadings && heading === 0) };
}

function insideOf({ box, heading }: Tile): Box {
  const edge = Math.min(box.width, box.height) > 8 ? 1.5 : 0;
  const inside = shrunk(box, edge);
  return heading > 0 ? { ...inside, y: box.y + heading, height: box.height - heading - edge } : inside;
}

function shrunk({ x, y, width, height }: Box, by: number): Box {
  return { x: x + by, y: y + by, width: Math.max(0, width - 2 * by), height: Math.max(0, height - 2 * by) };
}

/** Squarified treemap (Bruls, Huizing, van Wijk): rows along the shorter side, keeping boxes square. */
function squarify(branches: readonly Branch[], box: Box): Box[] {
  const total = branches.reduce((sum, branch) => sum + branch.value, 0);
  const scale = total > 0 ? (box.width * box.height) / total : 0;
  const boxes: Box[] = [];
  let free = box;
  let row: Branch[] = [];
  let area = 0;
  for (const branch of branches) {
    const side = Math.min(free.width, free.height);
    const own = branch.value * scale;
    // Sorted: the first and last of a row are its extremes.
    const most = (row[0]?.value ?? 0) * scale;
    const least = (row.at(-1)?.value ?? 0) * scale;
    if (
      row.length > 0 &&
      worstAspectRatio({ most, least: own, area: area + own }, side) > worstAspectRatio({ most, least, area }, side)
    ) {
      free = placeRow(row, free, { area, scale, boxes });
      row = [];
      area = 0;
    }
    row.push(branch);
    area += own;
  }
  if (row.length > 0) placeRow(row, free, { area, scale, boxes });
  return boxes;
}

function worstAspectRatio({ most, least, area }: { most: number; least: number; area: number }, side: number): number {
  const depth = area / Math.max(1e-9, side);
  return Math.max((depth * depth) / least, most / (depth * depth));
}

interface Row {
  area: number;
  scale: number;
  boxes: Box[];
}

function placeRow(row: readonly Branch[], free: Box, { area, scale, boxes }: Row): Box {
  const isColumn = free.width >= free.height;
  const side = isColumn ? free.height : free.width;
  const depth = side > 0 ? area / side : 0;
  let at = 0;
  for (const branch of row) {
    const length = depth > 0 ? (branch.value * scale) / depth : 0;
    boxes.push(
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
