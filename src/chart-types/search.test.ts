import { expect, test } from "vitest";
import { CHART_CARDS } from "./index.ts";
import { searchCards } from "./search.ts";

const keysFor = (text: string) => searchCards(CHART_CARDS, text).map((card) => card.key);

test("chart types are found by every word of their name, category, tags or description", () => {
  expect(keysFor("pie chart")[0]).toBe("pie");
  expect(keysFor("kpi")).toContain("big_number_total");
  expect(keysFor("BIG  number")[0]).toMatch(/^big_number/);
  expect(keysFor("").length).toBe(CHART_CARDS.length);
  expect(keysFor("pie zebra")).toEqual([]);
});
