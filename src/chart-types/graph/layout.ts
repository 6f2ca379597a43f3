import type { Network } from "../../chart-kit/network/network.ts";

export type Point = [x: number, y: number];

export interface Forces {
  edgeLength: number;
  gravity: number;
  repulsion: number;
  friction: number;
}

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/** Deterministic. Gravity holds disconnected parts together. */
export function forcePlaces({ nodes, links }: Network, forces: Forces): Point[] {
  const places: Places = { x: new Float64Array(nodes.length), y: new Float64Array(nodes.length) };
  for (let i = 0; i < nodes.length; i++) {
    const radius = forces.edgeLength * 0.5 * Math.sqrt(i + 0.5);
    places.x[i] = radius * Math.cos(i * GOLDEN_ANGLE);
    places.y[i] = radius * Math.sin(i * GOLDEN_ANGLE);
  }
  const indexOf = new Map(nodes.map((node, i) => [node, i]));
  const ends = links.flatMap(({ source, target }) => {
    const [a, b] = [indexOf.get(source), indexOf.get(target)];
    return a === undefined || b === undefined || a === b ? [] : [[a, b] as const];
  });
  const turn: Turn = {
    ...{ forces, heat: 0, parts: partsOf(nodes.length, ends), pulls: linkForces(nodes.length, ends) },
    moves: { x: new Float64Array(nodes.length), y: new Float64Array(nodes.length) },
  };
  const rounds = Math.max(40, Math.min(300, Math.round(1.5e6 / Math.max(1, nodes.length ** 2))));
  for (let round = 0; round < rounds; round++) {
    turn.heat = forces.edgeLength * 0.5 * (1 - round / rounds) ** (1 + forces.friction);
    step(places, turn);
  }
  return nodes.map((_, i): Point => [places.x[i] ?? 0, places.y[i] ?? 0]);
}

interface Places {
  x: Float64Array;
  y: Float64Array;
}

/** Repulsion between disconnected components; more would empty the center. */
const COMPONENT_REPULSION = 0.25;

interface Turn {
  forces: Forces;
  heat: number;
  parts: Int32Array;
  pulls: readonly Pull[];
  moves: Places;
}

interface Pull {
  a: number;
  b: number;
  share: number;
}

type Ends = readonly (readonly [number, number])[];

function partsOf(count: number, ends: Ends): Int32Array {
  const parts = Int32Array.from({ length: count }, (_, i) => i);
  const firstOf = (node: number): number => {
    let at = node;
    for (let next = parts[at]; next !== undefined && next !== at; next = parts[at]) at = next;
    return at;
  };
  for (const [a, b] of ends) parts[firstOf(a)] = firstOf(b);
  return parts.map((_, node) => firstOf(node));
}

function linkForces(count: number, ends: Ends): Pull[] {
  const degrees = new Int32Array(count);
  for (const end of ends.flat()) degrees[end] = (degrees[end] ?? 0) + 1;
  return ends.map(([a, b]) => ({ a, b, share: 1 / Math.sqrt(Math.min(degrees[a] ?? 1, degrees[b] ?? 1)) }));
}

function step({ x, y }: Places, { forces, heat, parts, pulls, moves }: Turn): void {
  moves.x.fill(0);
  moves.y.fill(0);
  repel({ x, y }, moves, { parts, repulsion: forces.repulsion * forces.edgeLength * 0.25 });
  for (const { a, b, share } of pulls) {
    const dx = at(x, b) - at(x, a) || 0.01;
    const dy = at(y, b) - at(y, a) || 0.01;
    const by = (Math.sqrt(dx * dx + dy * dy) * share) / (forces.edgeLength * 4);
    moves.x[a] = at(moves.x, a) + dx * by;
    moves.y[a] = at(moves.y, a) + dy * by;
    moves.x[b] = at(moves.x, b) - dx * by;
    moves.y[b] = at(moves.y, b) - dy * by;
  }
  for (let i = 0; i < parts.length; i++) {
    const moveX = at(moves.x, i) - at(x, i) * forces.gravity;
    const moveY = at(moves.y, i) - at(y, i) * forces.gravity;
    const length = Math.sqrt(moveX * moveX + moveY * moveY) || 1;
    const by = Math.min(length, heat) / length;
    x[i] = at(x, i) + moveX * by;
    y[i] = at(y, i) + moveY * by;
  }
}

function repel(
  { x, y }: Places,
  { x: movesX, y: movesY }: Places,
  { parts, repulsion }: { parts: Int32Array; repulsion: number },
): void {
  const count = parts.length;
  for (let a = 0; a < count; a++) {
    const [ownX, ownY, part] = [at(x, a), at(y, a), parts[a]];
    let moveX = 0;
    let moveY = 0;
    for (let b = a + 1; b < count; b++) {
      const dx = at(x, b) - ownX || 0.01;
      const dy = at(y, b) - ownY || 0.01;
      const by = (part === parts[b] ? repulsion : repulsion * COMPONENT_REPULSION) / (dx * dx + dy * dy);
      moveX -= dx * by;
      moveY -= dy * by;
      movesX[b] = at(movesX, b) + dx * by;
      movesY[b] = at(movesY, b) + dy * by;
    }
    movesX[a] = at(movesX, a) + moveX;
    movesY[a] = at(movesY, a) + moveY;
  }
}

const at = (values: Float64Array, i: number) => values[i] ?? 0;

export function circularPlaces(count: number): Point[] {
  return Array.from({ length: count }, (_, i): Point => {
    const angle = (i / Math.max(1, count)) * 2 * Math.PI - Math.PI / 2;
    return [Math.cos(angle), Math.sin(angle)];
  });
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export function fitInto(places: readonly Point[], box: Box): Point[] {
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
