import type { KeyboardEvent } from "react";

type Direction = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";
const DIRECTIONS: readonly string[] = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"] satisfies Direction[];

/** Moves the focus by an arrow key to the next card in that direction, also across sections. */
export function moveFocus(event: KeyboardEvent): void {
  if (!DIRECTIONS.includes(event.key) || event.altKey || event.ctrlKey || event.metaKey) return;
  const from = event.currentTarget as HTMLElement;
  const cards = [...document.querySelectorAll<HTMLElement>("[data-section] button")];
  const to = isVertical(event.key)
    ? cardInColumn(cards, from, event.key === "ArrowDown")
    : neighbor(cards, from, event);
  if (!to) return;
  event.preventDefault();
  to.focus();
}

const isVertical = (key: string) => key === "ArrowUp" || key === "ArrowDown";

function neighbor(cards: readonly HTMLElement[], from: HTMLElement, { key }: KeyboardEvent): HTMLElement | undefined {
  const isRightToLeft = document.documentElement.dir === "rtl";
  const step = (key === "ArrowRight") === isRightToLeft ? -1 : 1;
  return cards[cards.indexOf(from) + step];
}

/** The nearest card of the next row. */
function cardInColumn(cards: readonly HTMLElement[], from: HTMLElement, isDown: boolean): HTMLElement | undefined {
  const { top, left } = from.getBoundingClientRect();
  const sides = cards.map((card) => ({ card, box: card.getBoundingClientRect() }));
  const tops = sides.map(({ box }) => box.top).filter((other) => (isDown ? other > top : other < top));
  const row = isDown ? Math.min(...tops) : Math.max(...tops);
  const inRow = sides.filter(({ box }) => box.top === row);
  return inRow.sort((a, b) => Math.abs(a.box.left - left) - Math.abs(b.box.left - left))[0]?.card;
}
