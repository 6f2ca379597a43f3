import { textWidth } from "../../chart-kit/text-width.ts";
import type { Point } from "./layout.ts";

/** Names are beside nodes, pointing away from a circle's center, and cover neither nodes nor each other. */

export type Side = "left" | "right" | "top" | "bottom";

export interface NamedNode {
  name: string;
  at: Point;
  radius: number;
}

export interface PlacedName {
  side: Side;
  /** Pixels that the name is cut to. */
  width: number;
}

const GAP = 4;
const LINE = 13;
const MAX_NODES = 300;
const STEEP = 0.94;
const FAR_RIGHT = 0.62;
/** A name that doesn't fit anywhere is cut to this width before it is left out. */
const SHORT = 64;

interface Room {
  isCircle: boolean;
  most: number;
  width: number;
  height: number;
}

export function placeNames(nodes: readonly NamedNode[], room: Room): (PlacedName | undefined)[] {
  if (room.isCircle) return aroundCircle(nodes).map((side) => ({ side, width: room.most }));
  const xs = nodes.map(({ at }) => at[0]);
  const farRight = Math.min(...xs) + (Math.max(...xs) - Math.min(...xs)) * FAR_RIGHT;
  const sidesOf = ({ at }: NamedNode): Side[] =>
    at[0] > farRight ? ["left", "right", "bottom", "top"] : ["right", "left", "bottom", "top"];
  if (nodes.length > MAX_NODES) return nodes.map((node) => ({ side: sidesOf(node)[0] ?? "right", width: room.most }));
  const placed: (PlacedName | undefined)[] = nodes.map(() => undefined);
  const boxes: Box[] = [];
  const largestFirst = nodes.map((_, i) => i).sort((a, b) => (nodes[b]?.radius ?? 0) - (nodes[a]?.radius ?? 0));
  for (const i of largestFirst) {
    const node = nodes[i];
    if (!node) continue;
    const full = Math.min(room.most, textWidth(node.name));
    const widths = full > SHORT ? [full, SHORT] : [full];
    const choices = widths.flatMap((width) => sidesOf(node).map((side) => ({ side, width })));
    const free = choices.find((choice) => isFree(boxOf(node, choice), { node, nodes, boxes, room }));
    if (!free) continue;
    placed[i] = { side: free.side, width: free.width < full ? SHORT : room.most };
    boxes.push(boxOf(node, free));
  }
  return placed;
}

function aroundCircle(nodes: readonly NamedNode[]): Side[] {
  const xs = nodes.map(({ at }) => at[0]);
  const ys = nodes.map(({ at }) => at[1]);
  const middle: Point = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
  const rise = (Math.max(...ys) - Math.min(...ys)) / 2;
  return nodes.map(({ at }) => {
    const steepness = rise > 0 ? (at[1] - middle[1]) / rise : 0;
    if (Math.abs(steepness) > STEEP) return steepness < 0 ? "top" : "bottom";
    return at[0] >= middle[0] - 0.5 ? "right" : "left";
  });
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function boxOf({ at: [x, y], radius }: NamedNode, { side, width }: PlacedName): Box {
  const away = radius + GAP;
  if (side === "top" || side === "bottom") {
    const top = side === "top" ? y - away - LINE : y + away;
    return { left: x - width / 2, right: x + width / 2, top, bottom: top + LINE };
  }
  const left = side === "right" ? x + away : x - away - width;
  return { left, right: left + width, top: y - LINE / 2, bottom: y + LINE / 2 };
}

interface Surroundings {
  node: NamedNode;
  nodes: readonly NamedNode[];
  boxes: readonly Box[];
  room: Room;
}

function isFree(box: Box, { node, nodes, boxes, room }: Surroundings): boolean {
  if (box.left < 0 || box.right > room.width || box.top < 0 || box.bottom > room.height) return false;
  const isNameFree = boxes.every(
    (other) =>
      box.left > other.right + GAP || box.right + GAP < other.left || box.top > other.bottom || box.bottom < other.top,
  );
  return isNameFree && nodes.every((other) => other === node || !covers(box, other));
}

function covers(box: Box, { at: [x, y], radius }: NamedNode): boolean {
  const across = x - Math.max(box.left, Math.min(x, box.right));
  const down = y - Math.max(box.top, Math.min(y, box.bottom));
  return across * across + down * down < radius * radius;
}
