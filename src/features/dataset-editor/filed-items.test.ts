import { expect, test } from "vitest";
import { Dataset } from "../../model/dataset.ts";
import { draftOf } from "./draft.ts";
import { itemsByUuid } from "./filed-items.ts";
import { type Usage, usageText } from "./usage.ts";

test("lists metrics and columns by label, and finds them by name too", () => {
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
])("%i charts on %i dashboards: %s", (charts, dashboards, words) => {
  const usage = { charts: { count: charts, result: [] }, dashboards: { count: dashboards, result: [] } };
  expect(usageText(usage as Usage)).toBe(words);
});
