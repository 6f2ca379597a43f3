import { describe, expect, test } from "vitest";
import { parseDashboardMetadata } from "./dashboard-metadata.ts";
import { mergeExtraFormData } from "./data-mask.ts";
import {
  CONTROL_SERIES,
  DYNAMIC_GROUPBY,
  entriesOf,
  filtersOf,
  storedEntries,
  suitsChart,
  unparsedControls,
  withDimensions,
} from "./display-control.ts";
import type { NativeFilter } from "./native-filter.ts";
import { dimensionsMask, layersMask, overrideMask } from "./native-filter-query.ts";

const control = { id: "CHART_CUSTOMIZATION-a", type: "CHART_CUSTOMIZATION", name: "By", filterType: DYNAMIC_GROUPBY };
const filter = { id: "NATIVE_FILTER-a", name: "Origin", filterType: "filter_select" };
const metadataOf = (native: unknown, controls: unknown) =>
  parseDashboardMetadata(JSON.stringify({ native_filter_configuration: native, chart_customization_config: controls }));
const read = (stored: object) => entriesOf(metadataOf([], [stored]))[0] as NativeFilter;

describe("stored display controls", () => {
  test("are listed after filters and stored separately", () => {
    const divider = {
      id: "CHART_CUSTOMIZATION_DIVIDER-a",
      type: "CHART_CUSTOMIZATION_DIVIDER",
      title: "Looks",
      own: 1,
    };
    const entries = entriesOf(metadataOf([filter], [divider, { ...control, own_key: { kept: true } }]));
    expect(entries.map((entry) => entry.id)).toEqual([filter.id, divider.id, control.id]);
    expect(filtersOf(metadataOf([filter], [divider, control])).map((one) => one.id)).toEqual([filter.id, control.id]);
    const stored = storedEntries(entries);
    expect(stored.native_filter_configuration.map((entry) => entry.id)).toEqual([filter.id]);
    expect(stored.chart_customization_config).toMatchObject([divider, { own_key: { kept: true } }]);
  });

  test("are converted from the older format", () => {
    const customization = { name: "Break down by", dataset: "7", column: ["carrier"], canSelectMultiple: false };
    expect(
      read({ id: "CHART_CUSTOMIZATION-old", customization: { ...customization, isRequired: true } }),
    ).toMatchObject({
      id: "CHART_CUSTOMIZATION-old",
      type: "CHART_CUSTOMIZATION",
      name: "Break down by",
      filterType: DYNAMIC_GROUPBY,
      targets: [{ datasetId: 7, column: { name: "carrier" } }],
      controlValues: { canSelectMultiple: false, enableEmptyFilter: true },
    });
  });

  test("don't affect the dashboard when unreadable", () => {
    for (const broken of ["none", [7, null, {}], [{ id: 1, customization: {} }]]) {
      expect(entriesOf(metadataOf([filter], broken)).map((entry) => entry.id)).toEqual([filter.id]);
    }
  });
});

test("ignores invalid dimensions", () => {
  for (const custom_form_data of [null, "x", { groupby: "carrier" }, { groupby: [7] }, []]) {
    const stored = {
      ...control,
      defaultDataMask: { extraFormData: { custom_form_data, visible_deckgl_layers: null } },
    };
    const mask = read(stored).defaultDataMask.extraFormData;
    expect(withDimensions({ viz_type: "pie", groupby: ["a"] }, mergeExtraFormData([mask])).groupby).toEqual(["a"]);
  }
});

test("reports unreadable controls, so that they are preserved", () => {
  const foreign = [{ foo: 1 }, "x", null];
  expect(unparsedControls([control, ...foreign])).toEqual(foreign);
  expect(unparsedControls("none")).toBe("none");
  expect(unparsedControls(undefined)).toBeUndefined();
});

describe("effects of display controls", () => {
  const by = (columns: string[]) => dimensionsMask(read(control), columns).extraFormData;

  test("dimensions replace the chart's own", () => {
    const line = { viz_type: "echarts_timeseries_line", x_axis: "day", groupby: ["origin"] };
    expect(withDimensions(line, by(["carrier", "day"])).groupby).toEqual(["carrier"]);
    expect(withDimensions({ viz_type: "heatmap_v2", groupby: "origin" }, by(["carrier", "state"])).groupby).toBe(
      "carrier",
    );
    expect(withDimensions({ viz_type: "pivot_table_v2", groupbyRows: [] }, by(["carrier"]))).toMatchObject({
      groupbyRows: ["carrier"],
    });
    expect(withDimensions(line, by(["carrier"]))).toMatchObject({ limit: CONTROL_SERIES });
    expect(withDimensions({ ...line, limit: 60 }, by(["carrier"])).limit).toBe(60);
    expect(withDimensions({ viz_type: "pie", groupby: [] }, by(["carrier"]))).not.toHaveProperty("limit");
    expect(withDimensions(line, by([]))).toBe(line);
    expect(withDimensions(line, by(["day"]))).toBe(line);
    const figure = { viz_type: "big_number_total" };
    expect(withDimensions(figure, by(["carrier"]))).toBe(figure);
  });

  test("two dimension controls are combined without duplicates", () => {
    expect(mergeExtraFormData([by(["a", "b"]), by(["b", "c"])]).custom_form_data).toEqual({ groupby: ["a", "b", "c"] });
  });

  test("dimensions affect charts of their dataset, layers affect layered maps", () => {
    const target = { filterType: DYNAMIC_GROUPBY, targets: [{ datasetId: 7 }] };
    expect(suitsChart(target, { datasetId: 7, vizType: "pie" })).toBe(true);
    expect(suitsChart(target, { datasetId: 8, vizType: "pie" })).toBe(false);
    expect(suitsChart({ filterType: DYNAMIC_GROUPBY, targets: [{}] }, { datasetId: undefined, vizType: "pie" })).toBe(
      false,
    );
    const layers = { filterType: "chart_customization_deckgl_layer_visibility", targets: [{}] };
    expect(suitsChart(layers, { datasetId: 7, vizType: "deck_multi" })).toBe(true);
    expect(suitsChart(layers, { datasetId: 7, vizType: "deck_scatter" })).toBe(false);
  });

  test("override grains and time columns, and list layers", () => {
    const grain = read({ ...control, filterType: "chart_customization_timegrain" });
    expect(overrideMask(grain, "P1M").extraFormData).toEqual({ time_grain_sqla: "P1M" });
    const column = read({ ...control, filterType: "chart_customization_timecolumn" });
    expect(overrideMask(column, "day").extraFormData).toEqual({ granularity_sqla: "day" });
    const layers = read({ ...control, filterType: "chart_customization_deckgl_layer_visibility" });
    expect(layersMask(layers, [{ id: 3, name: "Routes" }])).toMatchObject({
      extraFormData: { visible_deckgl_layers: [3] },
      filterState: { label: "Routes" },
    });
    expect(layersMask(layers, []).extraFormData).toEqual({ visible_deckgl_layers: [] });
    expect(layersMask(layers, null).extraFormData).toEqual({});
  });
});
