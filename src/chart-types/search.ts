import { CATEGORY_NAMES, type ChartCard } from "../chart-seam/chart-type.ts";
import { t } from "../i18n/translate.ts";

export function searchCards(cards: readonly ChartCard[], text: string): ChartCard[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...cards];
  const isIn = (source: string) => words.every((word) => source.toLowerCase().includes(word));
  const found = cards.filter((card) =>
    isIn(
      [
        t(card.name),
        card.key,
        t(CATEGORY_NAMES[card.category]),
        t(card.description),
        ...card.tags.map((tag) => t(tag)),
      ].join(" "),
    ),
  );
  return found.sort((a, b) => Number(isIn(t(b.name))) - Number(isIn(t(a.name))));
}
