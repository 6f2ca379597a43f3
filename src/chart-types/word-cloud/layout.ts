import { textWidth } from "../../chart-kit/text-width.ts";

export interface Word {
  text: string;
  size: number;
  /** Radians, counterclockwise. */
  rotation: number;
}

/** With the upright box around it. */
export interface PlacedWord extends Word, Box {}

const GAP = 3;
const STEP = 8;
const TURN = 2.4;
/** After so many words in a row that fit nowhere, the box is full. */
const MOST_FAILURES = 8;
const SMALLEST = 7;

/**
 * Places for words, the first in the middle and each further one as near to it as it fits: along a spiral as wide as the
 * box. A word that fits nowhere is tried smaller, and left out (undefined) at last. Boxes never touch.
 */
export function placeWords(words: readonly Word[], box: Size): (PlacedWord | undefined)[] {
  const ground = new Ground(box);
  let failures = 0;
  return words.map((word) => {
    if (failures > MOST_FAILURES) return undefined;
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
  /** Its middle. */
  x: number;
  y: number;
}

const CELL = 32;

/** Where words are already. */
class Ground {
  readonly #box: Size;
  readonly #columns: number;
  /** Of each square of the ground, row by row: the boxes that reach into it. */
  readonly #cells = new Map<number, Box[]>();
  /** What found no place finds none later, nor does anything larger. */
  readonly #tooLarge: Size[] = [];
  /** Where the middle of a word may still be: from the middle to the corners. */
  #path: readonly Place[];

  constructor(box: Size) {
    this.#box = box;
    this.#path = spiral(box);
    this.#columns = Math.ceil(box.width / CELL) + 1;
  }

  /** The first free place along the path. */
  place(size: Size): Box | undefined {
    const { width, height } = size;
    if (this.#tooLarge.some((other) => width >= other.width && height >= other.height)) return undefined;
    const at = this.#path.find((place) => this.#isFree(place, size));
    if (!at) {
      this.#tooLarge.push(size);
      return undefined;
    }
    const placed = { x: at.x, y: at.y, width, height };
    this.#holdsWhere(placed, (cell) => {
      this.#cells.set(cell, [...(this.#cells.get(cell) ?? []), placed]);
      return true;
    });
    // A word whose middle is in another would touch it, however small it is.
    this.#path = this.#path.filter(({ x, y }) => !touches({ x, y, width: 0, height: 0 }, placed));
    return placed;
  }

  #isFree(place: Place, { width, height }: Size): boolean {
    const candidate = { x: place.x, y: place.y, width, height };
    if (!isInside(candidate, this.#box)) return false;
    if (place.taken && touches(candidate, place.taken)) return false;
    return this.#holdsWhere(candidate, (cell) => {
      const other = this.#cells.get(cell)?.find((box) => touches(candidate, box));
      if (other) place.taken = other;
      return !other;
    });
  }

  /** Whether it holds for those that the box and the gap around it reach into. */
  #holdsWhere({ x, y, width, height }: Box, holds: (cell: number) => boolean): boolean {
    const at = (value: number) => Math.max(0, Math.floor(value / CELL));
    const [left, right] = [at(x - width / 2 - GAP), at(x + width / 2 + GAP)];
    const [top, bottom] = [at(y - height / 2 - GAP), at(y + height / 2 + GAP)];
    for (let row = top; row <= bottom; row++)
      for (let column = left; column <= right; column++) if (!holds(row * this.#columns + column)) return false;
    return true;
  }
}

interface Place {
  x: number;
  y: number;
  /** What the last word that did not fit here would have touched: the next one mostly would, too. */
  taken?: Box;
}

/** From the middle to the corners. */
function spiral(box: Size): Place[] {
  const stretch = Math.sqrt(box.width / Math.max(1, box.height));
  const furthest = Math.hypot(box.width, box.height) / 2;
  const places: Place[] = [];
  for (let turn = 0; turn * TURN < furthest; turn += STEP / Math.max(16, turn * TURN)) {
    const radius = turn * TURN;
    places.push({
      x: box.width / 2 + radius * stretch * Math.cos(turn * 2),
      y: box.height / 2 + (radius / stretch) * Math.sin(turn * 2),
    });
  }
  return places;
}

/** The upright box around a turned word. */
function boxOf({ text, size, rotation }: Word): Size {
  const [along, across] = [textWidth(text, size, size > 24) * 1.05, size];
  const [cos, sin] = [Math.abs(Math.cos(rotation)), Math.abs(Math.sin(rotation))];
  return { width: along * cos + across * sin, height: along * sin + across * cos };
}

function isInside({ x, y, width, height }: Box, box: Size): boolean {
  return x - width / 2 >= 0 && x + width / 2 <= box.width && y - height / 2 >= 0 && y + height / 2 <= box.height;
}

function touches(a: Box, b: Box): boolean {
  return Math.abs(a.x - b.x) * 2 < a.width + b.width + GAP && Math.abs(a.y - b.y) * 2 < a.height + b.height + GAP;
}
