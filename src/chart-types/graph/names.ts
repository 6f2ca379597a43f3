import { textWidth } from "../../chart-kit/text-width.ts";
import type { Point } from "./layout.ts";

/** Names are beside nodes, pointing away from a circle's center, without covering nodes if possible. */

export type Side = "left" | "right" | "top" | "bottom";

export interface NamedNode {
  name: string;
  at: Point;
  radius: number;
}

const GAP = 4;
const LINE = 13;
const MAX_NODES = 300;
const STEEP = 0.94;
const FAR_RIGHT = 0.62;

interface Room {
  isCircle: boolean;
  most: number;
  width: number;
}

export function sidesOf(nodes: readonly NamedNode[], { isCircle, most, width }: Room): Side[] {
  const xs = nodes.map(({ at }) => at[0]);
  const ys = nodes.map(({ at }) => at[1]);
  const middle: Point = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
  const farRight = Math.min(...xs) + (Math.max(...xs) - Math.min(...xs)) * FAR_RIGHT;
  const rise = (Math.max(...ys) - Math.min(...ys)) / 2;
  return nodes.map((node): Side => {
    const outward = node.at[0] >= middle[0] - 0.5 ? "right" : "left";
    if (isCircle) {
      const steepness = rise > 0 ? (node.at[1] - middle[1]) / rise : 0;
      return Math.abs(steepness) > STEEP ? (steepness < 0 ? "top" : "bottom") : outward;
    }
    const [first, second]: [Side, Side] = node.at[0] > farRight ? ["left", "right"] : ["right", "left"];
    if (nodes.length > MAX_NODES) return first;
    const on = (side: Side) => overlapCount(node, nodes, { side, most, width });
    return on(first) > on(second) ? second : first;
  });
}

interface Name {
  side: Side;
  most: number;
  width: number;
}

function overlapCount(node: NamedNode, nodes: readonly NamedNode[], { side, most, width }: Name): number {
  const length = Math.min(most, textWidth(node.name));
  const start = side === "right" ? node.at[0] + node.radius + GAP : node.at[0] - node.radius - GAP - length;
  if (start < 0 || start + length > width) return nodes.length;
  return nodes.filter((other) => {
    const above = Math.max(0, Math.abs(other.at[1] - node.at[1]) - LINE / 2);
    if (other === node || above >= other.radius) return false;
    const beside = other.at[0] - Math.max(start, Math.min(other.at[0], start + length));
    return beside * beside + above * above < other.radius * other.radius;
  }).length;
}
