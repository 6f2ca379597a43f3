import { expect, test } from "vitest";
import { remapMetadata } from "./remap.ts";

test("layers in scopes move with their charts; those of missing charts are removed", () => {
  const scope = { rootPath: ["ROOT_ID"], excluded: [3], selectedLayers: ["chart-3-layer-1", "chart-4-layer-0", "own"] };
  const moved = remapMetadata(
    {
      native_filter_configuration: [{ id: "NATIVE_FILTER-a", scope }],
      chart_configuration: { 3: { id: 3, crossFilters: { scope } } },
    },
    { chartId: (id) => (id === 3 ? 12 : undefined), target: (target) => target },
  );
  const expected = { rootPath: ["ROOT_ID"], excluded: [12], selectedLayers: ["chart-12-layer-1"] };
  expect(moved).toEqual({
    native_filter_configuration: [{ id: "NATIVE_FILTER-a", scope: expected }],
    chart_configuration: { 12: { id: 12, crossFilters: { scope: expected } } },
  });
});

test("display controls that aren't a list stay unchanged", () => {
  const map = { chartId: () => undefined, target: (target: Record<string, unknown>) => target };
  for (const stored of [{ foo: 1 }, "none", [{ foo: 1 }, null]])
    expect(remapMetadata({ chart_customization_config: stored }, map)).toEqual({ chart_customization_config: stored });
});

test("finds charts named by uuid in scopes and settings", () => {
  const uuid = "48bf196c-f5fe-4e6c-b8ed-166e36b6648b";
  const map = {
    chartId: (id: number | string) => (id === uuid ? 12 : undefined),
    target: (target: object) => ({ ...target }),
  };
  const scope = { rootPath: ["ROOT_ID"], excluded: [uuid] };
  const moved = remapMetadata(
    {
      global_chart_configuration: { scope, chartsInScope: [uuid, "elsewhere"] },
      chart_configuration: { [uuid]: { id: uuid, crossFilters: { scope: "global", chartsInScope: [uuid] } } },
      timed_refresh_immune_slices: [uuid],
    },
    map,
  );
  expect(moved).toEqual({
    global_chart_configuration: { scope: { rootPath: ["ROOT_ID"], excluded: [12] }, chartsInScope: [12] },
    chart_configuration: { 12: { id: 12, crossFilters: { scope: "global", chartsInScope: [12] } } },
    timed_refresh_immune_slices: [12],
  });
});
