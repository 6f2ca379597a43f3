import { currentLocale, isRightToLeft } from "./locale.ts";

/** Of the page: widths that grow and steps that go forward along a line are multiplied by it. */
export const inlineSign = (): 1 | -1 => (isRightToLeft(currentLocale().language) ? -1 : 1);

const MIRRORED: Readonly<Record<string, string>> = {
  ArrowLeft: "ArrowRight",
  ArrowRight: "ArrowLeft",
};

/** An arrow key by what it means from left to right: `ArrowRight` goes forward. */
export const inlineKey = (key: string): string => (inlineSign() === 1 ? key : (MIRRORED[key] ?? key));

const SIDES: Readonly<Record<string, string>> = { left: "right", right: "left", Left: "Right", Right: "Left" };

/** A placement of antd, such as `bottomRight`, that is written from left to right. */
export const inlinePlacement = <P extends string | undefined>(placement: P): P =>
  inlineSign() === 1 ? placement : (placement?.replace(/left|right/i, (side) => SIDES[side] ?? side) as P);

/** Isolates a text such as a shortcut or path, whose parts would change places within a sentence from right to left. */
export const leftToRight = (text: string): string => (inlineSign() === 1 ? text : `\u2066${text}\u2069`);
