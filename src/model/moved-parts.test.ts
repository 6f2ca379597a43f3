import { expect, test } from "vitest";
import { movedParts } from "./moved-parts.ts";

const layout = (children: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(children).map(([id, of]) => [id, { id, children: of }]));

const BEFORE = layout({
  GRID_ID: ["ROW-1", "ROW-2"],
  "ROW-1": ["CHART-a", "CHART-b", "CHART-c"],
  "ROW-2": ["MARKDOWN-d"],
});

test.each([
  ["nothing", {}, []],
  ["to another row", { "ROW-1": ["CHART-a", "CHART-c"], "ROW-2": ["MARKDOWN-d", "CHART-b"] }, ["CHART-b"]],
  ["within its row", { "ROW-1": ["CHART-b", "CHART-c", "CHART-a"] }, ["CHART-a"]],
  ["a row, as what it shows", { GRID_ID: ["ROW-2", "ROW-1"], "ROW-1": ["CHART-a"] }, ["MARKDOWN-d"]],
  ["not what was added before or removed", { "ROW-1": ["CHART-new", "CHART-b", "CHART-c"] }, []],
  ["into a new column", { "ROW-2": ["COLUMN-e"], "COLUMN-e": ["MARKDOWN-d"] }, ["MARKDOWN-d"]],
])("finds what moved: %s", (_, change, moved) => {
  expect(movedParts(BEFORE, { ...BEFORE, ...layout(change as Record<string, string[]>) })).toEqual(moved);
});

test("stands odd layouts", () => {
  expect(movedParts(null, "x")).toEqual([]);
  const cycle = layout({ GRID_ID: [], "ROW-1": ["ROW-2"], "ROW-2": ["ROW-1"] });
  expect(movedParts({ ...BEFORE, A: { children: [1, null, "CHART-a"] }, B: null }, cycle)).toEqual([]);
});
