import type { MapHit } from "./gl-map.ts";
import type { MapMark, MapSpec } from "./map-spec.ts";
import type { Position } from "./spatial.ts";

export interface FocusedMark {
  layer: number;
  index: number;
  mark: MapMark;
}

export function markUnder(picture: MapSpec, hit: MapHit | null): MapMark | null {
  if (!hit) return null;
  // Sublayer IDs start with their layer's ID.
  const layer = picture.layers.find(({ id }) => hit.layer === id || hit.layer.startsWith(`${id}-`));
  if (!layer) return nearest(picture, hit.at);
  if (layer.kind === "screen-grid") {
    return hit.cell ? layer.cell(hit.cell.value, hit.cell.points, hit.cell.at) : null;
  }
  return hit.mark ?? layer.mark?.(hit.index) ?? null;
}

function nearest({ layers }: MapSpec, at: Position | undefined): MapMark | null {
  if (!at) return null;
  for (const layer of layers.toReversed()) {
    const mark = layer.near?.(at);
    if (mark) return mark;
  }
  return null;
}

export function nextMark(picture: MapSpec, from: FocusedMark | null, key: string): FocusedMark | null {
  const walkable = picture.layers.flatMap((layer, index) => (layer.count > 0 && layer.mark ? [index] : []));
  const layer = from?.layer ?? walkable[0];
  if (layer === undefined) return null;
  const step = ALONG[key];
  if (step !== undefined) {
    return found(picture, { layer, index: startOf(key, from, picture.layers[layer]?.count ?? 0) }, step);
  }
  const turn = ACROSS[key];
  const next = turn === undefined ? undefined : walkable[walkable.indexOf(layer) + (from ? turn : 0)];
  return next === undefined ? null : found(picture, { layer: next, index: 0 }, 1);
}

const ALONG: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, Home: 1, End: -1 };
const ACROSS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function startOf(key: string, from: FocusedMark | null, count: number): number {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = ALONG[key] ?? 0;
  return from ? from.index + step : step > 0 ? 0 : count - 1;
}

function found(picture: MapSpec, { layer, index }: { layer: number; index: number }, step: number): FocusedMark | null {
  const { count = 0, mark: markAt } = picture.layers[layer] ?? {};
  for (let at = index; at >= 0 && at < count; at += step) {
    const mark = markAt?.(at);
    if (mark) return { layer, index: at, mark };
  }
  return null;
}
