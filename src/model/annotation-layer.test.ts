import { describe, expect, test } from "vitest";
import { annotationLayersOf, askedLayers, isNative, nativeIdsOf, sourceIdOf } from "./annotation-layer.ts";

const layer = (more: object = {}) => ({ name: "Holidays", annotationType: "EVENT", sourceType: "NATIVE", ...more });

describe("annotation layers of form data", () => {
  test("are read as far as they can be", () => {
    const read = annotationLayersOf([layer({ width: "2", own: 1 }), null, "x", layer({ annotationType: "PIE" }), {}]);
    expect(read).toEqual([layer({ width: 2, own: 1 })]);
    expect(annotationLayersOf([layer({ width: "thick" })])[0]?.width).toBeNull();
    for (const none of [undefined, null, "x", { 0: layer() }]) expect(annotationLayersOf(none)).toEqual([]);
  });

  test("are asked for when they are shown and come from a source, without how they are drawn", () => {
    const layers = [
      layer({ value: 3, color: "red", style: "dashed", overrides: { time_range: null } }),
      layer({ value: 4, show: false }),
      layer({ value: "" }),
      layer({ value: null }),
      { name: "Trend", annotationType: "FORMULA", value: "2 * x" },
    ];
    expect(askedLayers(layers)).toEqual([
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
    const drawn = askedLayers([layer({ value: 3, color: "red" })]);
    expect(askedLayers([layer({ value: 3, color: "blue", opacity: "opacityLow", width: 9 })])).toEqual(drawn);
  });

  test("kept on the server are found by ids that can be ids", () => {
    const values = [7, "8", "", null, 0, -1, 1.5, "1e3", 2 ** 31, "9007199254740993", "x"];
    expect(nativeIdsOf(values.map((value) => layer({ value })))).toEqual([7, 8, 1000]);
    expect(
      nativeIdsOf([layer({ value: 7, annotationType: "FORMULA" }), layer({ value: 7, sourceType: "line" })]),
    ).toEqual([]);
    const [chart] = annotationLayersOf([layer({ sourceType: "table", value: "12" })]);
    expect([isNative(chart!), sourceIdOf(chart!)]).toEqual([false, 12]);
  });
});
