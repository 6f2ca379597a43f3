import { textWidth } from "../../chart-kit/text-width.ts";

export interface Word {
  text: string;
  size: number;
  /** Radians, counterclockwise. */
  rotation: number;
}

export interface PlacedWord extends Word, Box {}

const GAP = 3;
const STEP = 8;
const TURN = 2.4;
const MAX_FAILURES = 8;
const SMALLEST = 7;

/**
 * Places words along a spiral from the center. A word that doesn't fit is tried smaller and finally dropped
 * (undefined). Boxes never touch.
 */
export function placeWords(words: readonly Word[], box: Size): (PlacedWord | undefined)[] {
  const ground = new OccupancyGrid(box);
  let failures = 0;
  return words.map((word) => {
    if (failures > MAX_FAILURES) return undefined;
    for (let size = word.size; size >= SMALLEST; size = Math.floor(size * 0.82)) {
      const sized = { ...word, size };
      const found = ground.place(boxOf(sized));
      if (!found) continue;
      failures = 0;
      return { ...sized, ...found };
    }
    failures += 1;
    return undefined;
  });
}

interface Size {
  width: number;
  height: number;
}

interface Box extends Size {
  x: number;
  y: number;
}

const CELL = 32;

class OccupancyGrid {
  readonly #box: Size;
  readonly #columns: number;
  readonly #cells: Box[][] = [];
  /** First path step to try by box size: earlier steps are known to be taken for this size or larger. */
  readonly #tried: (Size & { step: number })[] = [];
  readonly #path: readonly Place[];

  constructor(box: Size) {
    this.#box = box;
    this.#path = spiral(box);
    this.#columns = Math.ceil(box.width / CELL) + 1;
  }

  place(size: Size): Box | undefined {
    const { width, height } = size;
    let from = 0;
    for (const tried of this.#tried)
      if (tried.step > from && width >= tried.width && height >= tried.height) from = tried.step;
    if (from === NEVER) return undefined;
    const free = this.#firstFree(from, size);
    this.#tried.push({ width, height, step: free?.step ?? NEVER });
    if (!free) return undefined;
    const placed = { x: free.x, y: free.y, width, height };
    const { left, right, top, bottom } = reachOf(free, size);
    for (let row = top; row <= bottom; row++)
      for (let column = left; column <= right; column++) this.#boxesAt(row, column).push(placed);
    return placed;
  }

  #firstFree(from: number, size: Size): Place | undefined {
    for (let step = from; step < this.#path.length; step++) {
      const place = this.#path[step];
      if (place && this.#isFree(place, size)) return place;
    }
    return undefined;
  }

  #isFree(place: Place, size: Size): boolean {
    if (!isInside(place, size, this.#box)) return false;
    if (place.occupied && touches(place, size, place.occupied)) return false;
    const { left, right, top, bottom } = reachOf(place, size);
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        for (const other of this.#boxesAt(row, column)) {
          if (!touches(place, size, other)) continue;
          place.occupied = other;
          return false;
        }
      }
    }
    return true;
  }

  #boxesAt(row: number, column: number): Box[] {
    const at = row * this.#columns + column;
    const boxes = this.#cells[at] ?? [];
    this.#cells[at] = boxes;
    return boxes;
  }
}

function reachOf({ x, y }: Place, { width, height }: Size) {
  return {
    left: squareOf(x - width / 2 - GAP),
    right: squareOf(x + width / 2 + GAP),
    top: squareOf(y - height / 2 - GAP),
    bottom: squareOf(y + height / 2 + GAP),
  };
}

const squareOf = (value: number) => Math.max(0, Math.floor(value / CELL));

const NEVER = Number.POSITIVE_INFINITY;

interface Place {
  step: number;
  x: number;
  y: number;
  occupied?: Box;
}

function spiral(box: Size): Place[] {
  const stretch = Math.sqrt(box.width / Math.max(1, box.height));
  const furthest = Math.hypot(box.width, box.height) / 2;
  const places: Place[] = [];
  for (let turn = 0; turn * TURN < furthest; turn += STEP / Math.max(16, turn * TURN)) {
    const radius = turn * TURN;
    places.push({
      step: places.length,
      x: box.width / 2 + radius * stretch * Math.cos(turn * 2),
      y: box.height / 2 + (radius / stretch) * Math.sin(turn * 2),
    });
  }
  return places;
}

function boxOf({ text, size, rotation }: Word): Size {
  const [along, across] = [textWidth(text, size, size > 24) * 1.05, size];
  const [cos, sin] = [Math.abs(Math.cos(rotation)), Math.abs(Math.sin(rotation))];
  return { width: along * cos + across * sin, height: along * sin + across * cos };
}

function isInside({ x, y }: Place, { width, height }: Size, box: Size): boolean {
  return x - width / 2 >= 0 && x + width / 2 <= box.width && y - height / 2 >= 0 && y + height / 2 <= box.height;
}

function touches({ x, y }: Place, { width, height }: Size, other: Box): boolean {
  return (
    Math.abs(x - other.x) * 2 < width + other.width + GAP && Math.abs(y - other.y) * 2 < height + other.height + GAP
  );
}
