import { textWidth } from "../text-width.ts";
import type { LabelLayer } from "./picture.ts";

type Label = LabelLayer["labels"][number];

/** Between two names, pixels. */
const AIR = 4;
/** Of its font size, the height of a line. */
const LINE = 1.1;

/** Of labels in the order of their weight those that lie over none before them, at a zoom of the map. */
export function apartLabels(labels: readonly Label[], { zoom, size }: { zoom: number; size: number }): Label[] {
  const world = 512 * 2 ** zoom;
  const height = size * LINE;
  const rows = new Map<number, { x: number; y: number; half: number }[]>();
  return labels.filter(({ at: [longitude, latitude], text }) => {
    const x = (longitude / 360) * world;
    const y = (Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) / (2 * Math.PI)) * world;
    const half = textWidth(text, size) / 2 + AIR / 2;
    const row = Math.floor(y / height);
    const near = [row - 1, row, row + 1].flatMap((one) => rows.get(one) ?? []);
    if (near.some((one) => Math.abs(one.y - y) < height && Math.abs(one.x - x) < one.half + half)) return false;
    rows.set(row, [...(rows.get(row) ?? []), { x, y, half }]);
    return true;
  });
}
