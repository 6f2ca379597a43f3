import { outlineOf } from "./geometry.ts";
import type { MapLayer } from "./map-spec.ts";
import type { Position } from "./spatial.ts";

export interface Sides {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export interface CoveredCorner extends Sides {
  width: number;
  height: number;
}

const GAP = 6;

export function cornerUnder(cover: HTMLElement, map: HTMLElement): CoveredCorner {
  const [a, b] = [cover.getBoundingClientRect(), map.getBoundingClientRect()];
  return {
    left: a.left - b.left - GAP,
    right: a.right - b.left + GAP,
    top: a.top - b.top - GAP,
    bottom: a.bottom - b.top + GAP,
    width: b.width,
    height: b.height,
  };
}

export function paddingsAvoiding(corner: CoveredCorner, around: number): readonly Partial<Sides>[] {
  const { left, right, top, bottom, width, height } = corner;
  const across = (left + right) / 2 > width / 2 ? { right: width - left + around } : { left: right + around };
  const down = (top + bottom) / 2 > height / 2 ? { bottom: height - top + around } : { top: bottom + around };
  return [across, down];
}

const MAX_SAMPLED = 2000;

export function placesIn(layers: readonly MapLayer[]): Position[] {
  return layers.flatMap((layer) => {
    const places = placesOf(layer);
    const step = Math.max(1, Math.ceil(places.length / MAX_SAMPLED));
    return places.filter((_, index) => index % step === 0);
  });
}

function placesOf(layer: MapLayer): readonly Position[] {
  switch (layer.kind) {
    case "points":
    case "heat":
    case "screen-grid":
    case "contours":
      return layer.points.map(({ at }) => at);
    case "arcs":
      return layer.arcs.flatMap(({ from, to }) => [from, to]);
    case "paths":
      return layer.paths.flatMap(({ path }) => path);
    case "clusters":
      return layer.clustersAt(0).map(({ at }) => at);
    case "labels":
      return layer.labels.map(({ at }) => at);
    case "columns":
      return layer.cells.flatMap(({ ring }) => ring.slice(0, 1));
    case "shapes":
      return layer.shapes.flatMap(({ geometry }) => outlineOf(geometry));
  }
}
