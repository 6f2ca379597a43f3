const OFFSET = 16;
const EDGE = 8;

interface Box {
  left: number;
  top: number;
}

/**
 * Where a tooltip goes, in the chart's own coordinates: right of and below the pointer, on the other side where there
 * is no room, and never outside the window.
 */
export function placeTooltip(
  point: readonly [number, number],
  size: readonly [number, number],
  chart: Box,
  window: { width: number; height: number },
): [number, number] {
  return [place(point[0], size[0], chart.left, window.width), place(point[1], size[1], chart.top, window.height)];
}

function place(at: number, length: number, origin: number, room: number): number {
  const after = at + OFFSET;
  const before = at - OFFSET - length;
  const fitsAfter = origin + after + length <= room - EDGE;
  const wanted = fitsAfter || origin + before < EDGE ? after : before;
  const last = room - EDGE - length - origin;
  return Math.max(EDGE - origin, Math.min(wanted, last));
}
