import type { ChartCard } from "../../../chart-types/chart-type.ts";

/** Chart types whose name, category, tags or description hold every word; matches of the name come first. */
export function searchTypes(types: readonly ChartCard[], text: string): ChartCard[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...types];
  const isIn = (source: string) => words.every((word) => source.toLowerCase().includes(word));
  const found = types.filter((type) =>
    isIn([type.name, type.key, type.category, type.description, ...type.tags].join(" ")),
  );
  return found.sort((a, b) => Number(isIn(b.name)) - Number(isIn(a.name)));
}
