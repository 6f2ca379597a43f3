import { describe, expect, test } from "vitest";
import { CHART_CARDS, chartCard, loadChartType, loadedTypedForm, loadTypedForm } from "./index.ts";
import { RENDERERS } from "./renderers.ts";

describe("every chart type", () => {
  test.each(CHART_CARDS.map((card) => [card.key, card] as const))("%s is whole", async (key, card) => {
    const type = await loadChartType(key);
    expect(type).toMatchObject(card);
    expect(RENDERERS[key]).toBeDefined();
    expect(type?.gallery.length).toBeGreaterThan(0);
    expect(card.description).toMatch(/^[A-Z].*[^.]$/);
  });

  test("has keys of its own", () => {
    const keys = CHART_CARDS.flatMap((card) => [card.key, ...(card.replaces ?? [])]);
    expect(new Set(keys).size).toBe(keys.length);
    expect(Object.keys(RENDERERS).sort()).toEqual(CHART_CARDS.map((card) => card.key).sort());
  });
});

test("an older key is today's type, its controls moved", async () => {
  const old = { viz_type: "heatmap", datasource: "1__table", all_columns_x: "a", all_columns_y: "b", metric: "count" };
  expect(chartCard("heatmap")?.key).toBe("heatmap_v2");
  const typed = await loadTypedForm(old);
  expect(typed?.type.key).toBe("heatmap_v2");
  expect(typed?.formData).toMatchObject({ viz_type: "heatmap_v2", x_axis: "a", groupby: "b" });
  expect(loadedTypedForm(old)).toEqual(typed);
});

test("a key that nobody knows is no type", async () => {
  expect(await loadTypedForm({ viz_type: "sankey_of_tomorrow" })).toBeUndefined();
  expect(chartCard("toString")).toBeUndefined();
});
