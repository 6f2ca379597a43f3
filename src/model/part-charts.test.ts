import { describe, expect, test } from "vitest";
import { layerContributions, layerKey, layerOf, layersInScope } from "./layer-scope.ts";
import { partId, partIds, withoutPartId } from "./part-charts.ts";

describe("composite charts", () => {
  test("reference their parts by id, as a form, or as text", () => {
    expect(
      partIds({ deck_slices: [3, "4", { id: 5, viz_type: "x" }, '{"id": 6}'], selected_chart: '{"id":7}' }),
    ).toEqual([3, 4, 5, 6, 7]);
    expect(partIds({ deck_slices: "3", selected_chart: null })).toEqual([]);
    expect(partIds({ deck_slices: Array.from({ length: 150 }, (_, i) => i + 1) })).toHaveLength(100);
  });

  test.each([0, -1, 1.5, 2 ** 31, "9007199254740993", "{", "", null, [], true, { id: "3" }])(
    "have no part of the id %j",
    (part) => expect(partId(part)).toBeUndefined(),
  );

  test("are copied without their parts' ids", () => {
    expect(withoutPartId({ id: 5, viz_type: "x" })).toEqual({ viz_type: "x" });
    expect(withoutPartId('{"id":5,"params":"{}"}')).toBe('{"params":"{}"}');
    expect([5, "5", "{", null].map(withoutPartId)).toEqual([null, null, null, null]);
  });
});

describe("filters of some layers of a map", () => {
  test("are distinguished from filters of the whole map", () => {
    const selectedLayers = [layerKey(12, 0), layerKey(12, 2), layerKey(3, 1), "chart-12-layer-", "chart--layer-1"];
    const scope = { rootPath: ["ROOT_ID"], excluded: [], selectedLayers };
    expect(layersInScope(scope, 12)).toEqual([0, 2]);
    expect(layersInScope(scope, 99)).toBeNull();
    expect(layersInScope({ rootPath: [], excluded: [] }, 12)).toBeNull();
    expect([layerOf("chart-12-layer-2"), layerOf("chart-12-layer-2x")]).toEqual([{ chartId: 12, place: 2 }, null]);
  });

  test("affect the layers at their indexes, and are ignored when unreadable", () => {
    const [one, other] = [{ time_range: "Last week" }, { filters: [{ col: "a", op: "IN", val: ["x"] }] }];
    const form = {
      layer_filter_scope: { f1: [0, 1], f2: [1], gone: [0, 1] },
      filter_data_mapping: { f1: one, f2: other },
    };
    expect(layerContributions(form, 0)).toEqual([one]);
    expect(layerContributions(form, 1)).toEqual([one, other]);
    expect(layerContributions(form, 2)).toEqual([]);
    expect(layerContributions({ ...form, filter_data_mapping: { f1: { filters: "all" } } }, 0)).toEqual([]);
    expect(layerContributions({}, 0)).toEqual([]);
  });
});
