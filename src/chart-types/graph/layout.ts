import type { Network } from "../../chart-kit/network.ts";

export type Point = [x: number, y: number];

export interface Forces {
  edgeLength: number;
  gravity: number;
  repulsion: number;
  friction: number;
}

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/**
 * Places of the nodes in units of the forces: linked ones near each other, all others apart. The same network always
 * gives the same places. Disconnected parts are held together by gravity.
 */
export function forcePlaces({ nodes, links }: Network, forces: Forces): Point[] {
  const places = nodes.map((_, i): Point => {
    const radius = forces.edgeLength * 0.5 * Math.sqrt(i + 0.5);
    return [radius * Math.cos(i * GOLDEN_ANGLE), radius * Math.sin(i * GOLDEN_ANGLE)];
  });
  const indexOf = new Map(nodes.map((node, i) => [node, i]));
  const pairs = links.flatMap(({ source, target }) => {
    const [a, b] = [indexOf.get(source), indexOf.get(target)];
    return a === undefined || b === undefined || a === b ? [] : [[a, b] as const];
  });
  const parts = partsOf(nodes.length, pairs);
  const degrees = nodes.map(() => 0);
  for (const end of pairs.flat()) degrees[end] = (degrees[end] ?? 0) + 1;
  const rounds = Math.max(40, Math.min(300, Math.round(4e6 / Math.max(1, nodes.length ** 2))));
  for (let round = 0; round < rounds; round++) {
    const heat = forces.edgeLength * 0.5 * (1 - round / rounds) ** (1 + forces.friction);
    step(places, pairs, { forces, heat, parts, degrees });
  }
  return places;
}

/** How strongly parts without a link between them keep apart: they would leave the middle empty. */
const APART = 0.25;

interface Turn {
  forces: Forces;
  /** The furthest that a node moves. */
  heat: number;
  /** Of each node: which connected part it is of, and how many links it has. */
  parts: readonly number[];
  degrees: readonly number[];
}

function partsOf(count: number, pairs: readonly (readonly [number, number])[]): number[] {
  const parts = Array.from({ length: count }, (_, i) => i);
  const firstOf = (node: number): number => {
    let at = node;
    for (let next = parts[at]; next !== undefined && next !== at; next = parts[at]) at = next;
    return at;
  };
  for (const [a, b] of pairs) parts[firstOf(a)] = firstOf(b);
  return parts.map((_, node) => firstOf(node));
}

function step(
  places: Point[],
  pairs: readonly (readonly [number, number])[],
  { forces, heat, parts, degrees }: Turn,
): void {
  const moves = places.map((): Point => [0, 0]);
  const push = (a: number, b: number, strength: (distance: number) => number) => {
    const [from, to, moveA, moveB] = [places[a], places[b], moves[a], moves[b]];
    if (!from || !to || !moveA || !moveB) return;
    const [dx, dy] = [to[0] - from[0] || 0.01, to[1] - from[1] || 0.01];
    const distance = Math.hypot(dx, dy);
    const by = strength(distance) / distance;
    moveA[0] -= dx * by;
    moveA[1] -= dy * by;
    moveB[0] += dx * by;
    moveB[1] += dy * by;
  };
  const repulsion = forces.repulsion * forces.edgeLength * 0.25;
  for (let a = 0; a < places.length; a++) {
    for (let b = a + 1; b < places.length; b++) {
      const strength = parts[a] === parts[b] ? repulsion : repulsion * APART;
      push(a, b, (distance) => strength / distance);
    }
  }
  for (const [a, b] of pairs) {
    // A node of many links is not drawn together with all of them.
    const share = 1 / Math.sqrt(Math.max(1, Math.min(degrees[a] ?? 1, degrees[b] ?? 1)));
    push(a, b, (distance) => (-distance * distance * share) / (forces.edgeLength * 4));
  }
  places.forEach((place, i) => {
    const move = moves[i] ?? [0, 0];
    const [x, y] = [move[0] - place[0] * forces.gravity, move[1] - place[1] * forces.gravity];
    const length = Math.hypot(x, y) || 1;
    const by = Math.min(length, heat) / length;
    place[0] += x * by;
    place[1] += y * by;
  });
}

/** On a circle, in their order. */
export function circularPlaces(count: number): Point[] {
  return Array.from({ length: count }, (_, i): Point => {
    const angle = (i / Math.max(1, count)) * 2 * Math.PI - Math.PI / 2;
    return [Math.cos(angle), Math.sin(angle)];
  });
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Places stretched into a box, evenly in both directions up to a factor of 1.6. */
export function fitted(places: readonly Point[], box: Box): Point[] {
  const xs = places.map(([x]) => x);
  const ys = places.map(([, y]) => y);
  const [minX, maxX, minY, maxY] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scaleX = box.width / Math.max(1e-6, maxX - minX);
  const scaleY = box.height / Math.max(1e-6, maxY - minY);
  const [byX, byY] = [Math.min(scaleX, scaleY * 1.6), Math.min(scaleY, scaleX * 1.6)];
  return places.map(([x, y]) => [
    box.left + box.width / 2 + (x - (minX + maxX) / 2) * byX,
    box.top + box.height / 2 + (y - (minY + maxY) / 2) * byY,
  ]);
}
