const OFFSET = 16;
const EDGE = 8;

export interface TooltipPlace {
  /** The pointer, in the chart's own coordinates. */
  point: readonly [number, number];
  /** Of the tooltip. */
  size: readonly [number, number];
  /** Where the chart is in the window. */
  chart: { left: number; top: number };
  window: { width: number; height: number };
}

/**
 * Where a tooltip goes, in the chart's own coordinates: right of and below the pointer, on the other side where there
 * is no room, and never outside the window.
 */
export function placeTooltip({ point, size, chart, window }: TooltipPlace): [number, number] {
  return [
    along({ at: point[0], length: size[0], origin: chart.left, room: window.width }),
    along({ at: point[1], length: size[1], origin: chart.top, room: window.height }),
  ];
}

function along({ at, length, origin, room }: { at: number; length: number; origin: number; room: number }): number {
  const after = at + OFFSET;
  const before = at - OFFSET - length;
  const fitsAfter = origin + after + length <= room - EDGE;
  const wanted = fitsAfter || origin + before < EDGE ? after : before;
  const last = room - EDGE - length - origin;
  return Math.max(EDGE - origin, Math.min(wanted, last));
}
