import { textWidth } from "../../chart-kit/text-width.ts";

export interface Word {
  text: string;
  size: number;
  /** Radians, counterclockwise. */
  rotation: number;
}

export interface PlacedWord extends Word {
  /** Middle of the word. */
  x: number;
  y: number;
  /** Of the upright box around it. */
  width: number;
  height: number;
}

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
export function placeWords(words: readonly Word[], box: { width: number; height: number }): (PlacedWord | undefined)[] {
  const placed: PlacedWord[] = [];
  let failures = 0;
  return words.map((word) => {
    if (failures > MOST_FAILURES) return undefined;
    for (let size = word.size; size >= SMALLEST; size *= 0.82) {
      const found = placeWord({ ...word, size }, placed, box);
      if (!found) continue;
      placed.push(found);
      failures = 0;
      return found;
    }
    failures += 1;
    return undefined;
  });
}

function placeWord(
  word: Word,
  placed: readonly PlacedWord[],
  box: { width: number; height: number },
): PlacedWord | undefined {
  const { width, height } = boxOf(word);
  const stretch = box.width / Math.max(1, box.height);
  const furthest = Math.hypot(box.width, box.height) / 2;
  for (let turn = 0; turn * TURN < furthest; turn += STEP / Math.max(16, turn * TURN)) {
    const radius = turn * TURN;
    const at = {
      x: box.width / 2 + radius * Math.sqrt(stretch) * Math.cos(turn * 2),
      y: box.height / 2 + (radius / Math.sqrt(stretch)) * Math.sin(turn * 2),
    };
    const candidate = { ...word, ...at, width, height };
    if (isInside(candidate, box) && placed.every((other) => !touches(candidate, other))) return candidate;
  }
  return undefined;
}

/** The upright box around a turned word. */
function boxOf({ text, size, rotation }: Word): { width: number; height: number } {
  const [along, across] = [textWidth(text, size, size > 24) * 1.05, size];
  const [cos, sin] = [Math.abs(Math.cos(rotation)), Math.abs(Math.sin(rotation))];
  return { width: along * cos + across * sin, height: along * sin + across * cos };
}

function isInside({ x, y, width, height }: PlacedWord, box: { width: number; height: number }): boolean {
  return x - width / 2 >= 0 && x + width / 2 <= box.width && y - height / 2 >= 0 && y + height / 2 <= box.height;
}

function touches(a: PlacedWord, b: PlacedWord): boolean {
  return Math.abs(a.x - b.x) * 2 < a.width + b.width + GAP && Math.abs(a.y - b.y) * 2 < a.height + b.height + GAP;
}
