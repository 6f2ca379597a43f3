import { CATEGORY_NAMES, type ChartCard } from "../../chart-seam/chart-type.ts";
import { CHART_CARDS, chartCard } from "../../chart-types/index.ts";
import { searchCards } from "../../chart-types/search.ts";
import { t } from "../../i18n/translate.ts";
import { MOST_USED } from "./fitting.ts";

export interface TypeSection {
  /** Also the id of its heading. */
  key: string;
  name: string;
  cards: readonly ChartCard[];
}

/** The most used types, then all by category. A search leaves the categories with what it found, best match first. */
export function typeSections(text: string): TypeSection[] {
  const found = searchCards(CHART_CARDS, text);
  const categories = [...new Set(found.map(({ category }) => category))].map((category) => ({
    key: `types-${category.replaceAll(" ", "-").toLowerCase()}`,
    name: t(CATEGORY_NAMES[category]),
    cards: found.filter((card) => card.category === category),
  }));
  const used = MOST_USED.flatMap((key) => chartCard(key) ?? []);
  if (text.trim() !== "" || used.length === 0) return categories;
  return [{ key: "types-most-used", name: t("Most used"), cards: used }, ...categories];
}
