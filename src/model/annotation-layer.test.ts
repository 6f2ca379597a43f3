import { describe, expect, test } from "vitest";
import { annotationLayersOf, isNative, layersToQuery, nativeIdsOf, sourceIdOf } from "./annotation-layer.ts";

const layer = (more: object = {}) => ({ name: "Holidays", annotationType: "EVENT", sourceType: "NATIVE", ...more });

describe("annotation layers of form data", () => {
  test("skips unreadable layers", () => {
    const read = annotationLayersOf([layer({ width: "2", own: 1 }), null, "x", layer({ annotationType: "PIE" }), {}]);
    expect(read).toEqual([layer({ width: 2, own: 1 })]);
    expect(annotationLayersOf([layer({ width: "thick" })])[0]?.width).toBeNull();
    for (const none of [undefined, null, "x", { 0: layer() }]) expect(annotationLayersOf(none)).toEqual([]);
  });

  test("queries shown layers with a source, without their style", () => {
    const layers = [
      layer({ value: 3, color: "red", style: "dashed", overrides: { time_range: null } }),
      layer({ value: 4, show: false }),
      layer({ value: "" }),
      layer({ value: null }),
      { name: "Trend", annotationType: "FORMULA", value: "2 * x" },
    ];
    expect(layersToQuery(layers)).toEqual([
      {
        name: "Holidays",
        annotationType: "EVENT",
        sourceType: "NATIVE",
        value: 3,
        show: true,
        showMarkers: false,
        overrides: { time_range: null },
      },
    ]);
    const drawn = layersToQuery([layer({ value: 3, color: "red" })]);
    expect(layersToQuery([layer({ value: 3, color: "blue", opacity: "opacityLow", width: 9 })])).toEqual(drawn);
  });

  test("finds native layers by valid ids", () => {
    const values = [7, "8", "", null, 0, -1, 1.5, "1e3", 2 ** 31, "9007199254740993", "x"];
    expect(nativeIdsOf(values.map((value) => layer({ value })))).toEqual([7, 8, 1000]);
    expect(
      nativeIdsOf([layer({ value: 7, annotationType: "FORMULA" }), layer({ value: 7, sourceType: "line" })]),
    ).toEqual([]);
    const [chart] = annotationLayersOf([layer({ sourceType: "table", value: "12" })]);
    expect([isNative(chart!), sourceIdOf(chart!)]).toEqual([false, 12]);
  });
});
