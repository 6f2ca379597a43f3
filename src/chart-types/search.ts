import type { ChartCard } from "../chart-seam/chart-type.ts";

/** Every word must match name, key, category, tags or description; name matches come first. */
export function searchCards(cards: readonly ChartCard[], text: string): ChartCard[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...cards];
  const isIn = (source: string) => words.every((word) => source.toLowerCase().includes(word));
  const found = cards.filter((card) =>
    isIn([card.name, card.key, card.category, card.description, ...card.tags].join(" ")),
  );
  return found.sort((a, b) => Number(isIn(b.name)) - Number(isIn(a.name)));
}
