import { expect, test } from "vitest";
import { Dataset } from "../../model/dataset.ts";
import { draftOf } from "./draft.ts";
import { itemsByUuid } from "./filed-items.ts";
import { reachText, type Usage } from "./usage.ts";

test("metrics and columns are filed in folders by their labels, and found by their names too", () => {
  const dataset = Dataset.parse({
    id: 2,
    table_name: "flights",
    columns: [
      { column_name: "date", uuid: "a", type: "TIMESTAMP", type_generic: 2, is_dttm: true, verbose_name: "Departure" },
      { column_name: "late", uuid: "b", expression: "delay > 15", type: "BOOLEAN" },
      { column_name: "not saved yet" },
    ],
    metrics: [{ metric_name: "count", uuid: "c", expression: "COUNT(*)" }],
  });
  const items = [...itemsByUuid(draftOf(dataset)).values()];
  expect(items.map(({ entry, title, name, mark }) => [entry.type, title, name, mark])).toEqual([
    ["metric", "count", "count", "metric"],
    ["column", "Departure", "date", "temporal"],
    ["column", "late", "late", "calculated"],
  ]);
  expect(items.filter(({ words }) => words.includes("departure") && words.includes("date"))).toHaveLength(1);
});

test.each([
  [1, 0, "1 chart"],
  [2, 1, "2 charts on 1 dashboard"],
  [31, 4, "31 charts on 4 dashboards"],
])("%i charts on %i dashboards are told as %s", (charts, dashboards, words) => {
  const usage = { charts: { count: charts, result: [] }, dashboards: { count: dashboards, result: [] } };
  expect(reachText(usage as Usage)).toBe(words);
});
