import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import type { FormData } from "../model/form-data.ts";
import { loadGallery } from "./galleries.ts";
import { CHART_CARDS, chartCard, loadChartType, loadedTypedForm, loadTypedForm } from "./index.ts";
import { RENDERERS } from "./renderers.ts";

describe("every chart type", () => {
  test.each(CHART_CARDS.map((card) => [card.key, card] as const))("%s is complete", async (key, card) => {
    const type = await loadChartType(key);
    expect(type).toMatchObject(card);
    expect(RENDERERS[key]).toBeDefined();
    expect((await loadGallery(key)).length).toBeGreaterThan(0);
    expect(card.description).toMatch(/^[A-Z].*[^.]$/);
  });

  test("has unique keys", () => {
    const keys = CHART_CARDS.flatMap((card) => [card.key, ...(card.replaces ?? [])]);
    expect(new Set(keys).size).toBe(keys.length);
    expect(Object.keys(RENDERERS).sort()).toEqual(CHART_CARDS.map((card) => card.key).sort());
  });
});

test("a legacy key loads the current type with migrated controls", async () => {
  const old = { viz_type: "heatmap", datasource: "1__table", all_columns_x: "a", all_columns_y: "b", metric: "count" };
  expect(chartCard("heatmap")?.key).toBe("heatmap_v2");
  const typed = await loadTypedForm(old);
  expect(typed?.type.key).toBe("heatmap_v2");
  expect(typed?.formData).toMatchObject({ viz_type: "heatmap_v2", x_axis: "a", groupby: "b" });
  expect(loadedTypedForm(old)).toEqual(typed);
});

test("an unknown key has no type", async () => {
  expect(await loadTypedForm({ viz_type: "sankey_of_tomorrow" })).toBeUndefined();
  expect(chartCard("toString")).toBeUndefined();
});

describe("every chart type in an exported bundle", () => {
  test.each(CHART_CARDS.map((card) => card.key))(
    "%s comes back from YAML as it was, keys of others with it",
    async (key) => {
      const type = await loadChartType(key);
      for (const { name, formData } of await loadGallery(key)) {
        const chart = {
          ...type?.defaults(),
          ...formData,
          viz_type: key,
          datasource: "1__table",
          slice_id: 7,
          extra_form_data: {},
          of_another_release: { list: [1, null, "ü"], nested: { "a.b": false } },
        };
        const carried = parse(stringify({ params: JSON.parse(JSON.stringify(chart)) })).params;
        const typed = await loadTypedForm(carried);
        expect(typed?.type.key, name).toBe(key);
        expect(typed?.formData, name).toEqual(carried);
      }
    },
  );

  test.each([
    ["treemap", "treemap_v2"],
    ["pivot_table", "pivot_table_v2"],
    ["dual_line", "mixed_timeseries"],
    ["sunburst", "sunburst_v2"],
    ["line", "echarts_timeseries_line"],
    ["area", "echarts_area"],
    ["bar", "echarts_timeseries_bar"],
    ["dist_bar", "echarts_timeseries_bar"],
    ["bubble", "bubble_v2"],
    ["heatmap", "heatmap_v2"],
    ["histogram", "histogram_v2"],
    ["sankey", "sankey_v2"],
    ["mapbox", "point_cluster_map"],
  ])("with the legacy key %s becomes %s, keeping filters and unknown keys", async (old, key) => {
    const adhoc_filters: FormData["adhoc_filters"] = [
      { clause: "WHERE", expressionType: "SQL", sqlExpression: "a > 1" },
    ];
    const chart: FormData = {
      viz_type: old,
      datasource: "1__table",
      slice_id: 7,
      adhoc_filters,
      of_another_release: ["x"],
    };
    const typed = await loadTypedForm(chart);
    expect(typed?.type.key).toBe(key);
    expect(typed?.formData).toMatchObject({ ...chart, viz_type: key });
  });
});

test.each([
  ...["table", "ag-grid-table", "pivot_table_v2", "funnel", "gauge_chart", "mixed_timeseries", "pie", "treemap_v2"],
  ...["sunburst_v2", "box_plot", "radar", "graph_chart", "gantt_chart", "world_map", "deck_arc", "echarts_timeseries"],
  ...["echarts_timeseries_line", "echarts_timeseries_bar", "echarts_area", "echarts_timeseries_scatter"],
  ...["echarts_timeseries_smooth", "echarts_timeseries_step"],
])("%s filters other charts, drills to detail and drills by", (key) => {
  expect(chartCard(key)?.behaviors).toEqual(expect.arrayContaining(["cross-filter", "drill-to-detail", "drill-by"]));
});
