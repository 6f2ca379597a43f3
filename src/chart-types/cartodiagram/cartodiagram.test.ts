import { describe, expect, it } from "vitest";
import { LabelColors } from "../../chart-kit/colors/label-colors.ts";
import { rampOf } from "../../chart-kit/colors/ramps.ts";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import type { FormData } from "../../model/form-data.ts";
import { loadTypedForm } from "../index.ts";
import { definition as cartodiagram } from "./definition.ts";
import { gallery } from "./gallery.ts";
import { type CartodiagramDrawing, onMap } from "./transform.ts";

const PIE = { viz_type: "pie", groupby: ["kind"], metric: "count" };
const FORM = { viz_type: "cartodiagram", datasource: "1__table", selected_chart: PIE, geom_column: "geom" };
const pointAt = (x: number, y: number) => JSON.stringify({ type: "Point", coordinates: [x, y] });
const ROWS = [
  { kind: "a", count: 3, geom: pointAt(2, 48) },
  { kind: "b", count: 1, geom: pointAt(2, 48) },
  { kind: "a", count: 5, geom: pointAt(13, 52) },
  { kind: "a", count: 9, geom: "nowhere" },
];

async function draw(form: Record<string, unknown> = {}, rows = ROWS, size = { width: 800, height: 450 }, pie = {}) {
  const theme = chartTheme("light");
  const typed = await loadTypedForm({ ...PIE, ...pie });
  const results = [{ data: rows, colnames: ["kind", "count", "geom"], coltypes: [1, 0, 1] }];
  const drawing = cartodiagram.transform({
    formData: { ...FORM, ...form },
    results: [],
    parts: [{ id: 5, name: "Kinds", type: typed!.type, formData: typed!.formData, results }],
    theme,
    colorOf: new LabelColors().chart(1),
    rampOf: (key) => rampOf(key, theme),
    ...size,
  });
  return { drawing, props: drawing.props as CartodiagramDrawing };
}

describe("the nested chart", () => {
  const partOf = (selected_chart: unknown) => cartodiagram.parts?.({ ...FORM, selected_chart })[0];

  it("is a saved chart by ID, or a copy from when it was selected", () => {
    expect(partOf(7)).toEqual({ chart: 7, columns: ["geom"] });
    expect(partOf("7")).toEqual({ chart: 7, columns: ["geom"] });
    const chart = JSON.stringify({ id: 7, slice_name: "Kinds", viz_type: "pie", params: JSON.stringify(PIE) });
    expect(partOf(chart)?.chart).toMatchObject({ slice_name: "Kinds", viz_type: "pie", metric: "count" });
    expect(partOf("nonsense")).toBeUndefined();
    expect(Object.keys(cartodiagram.validate({ viz_type: "cartodiagram" }))).toEqual(["selected_chart", "geom_column"]);
  });

  it("is complete in every gallery case", async () => {
    for (const { name, formData } of gallery) {
      expect(cartodiagram.validate({ ...cartodiagram.defaults(), ...formData, viz_type: "cartodiagram" })).toEqual({});
      const typed = await loadTypedForm(formData.selected_chart as FormData);
      expect(typed?.type.validate(typed.formData), name).toEqual({});
    }
  });
});

describe("locations", () => {
  it("have their own rows; rows without a location are counted", async () => {
    const { drawing, props } = await draw();
    expect(props.places.map(({ at }) => at)).toEqual([
      [2, 48],
      [13, 52],
    ]);
    expect(props.places[0]?.results[0]).toMatchObject({
      data: [
        { kind: "a", count: 3 },
        { kind: "b", count: 1 },
      ],
      colnames: ["kind", "count"],
      coltypes: [1, 0],
    });
    expect(drawing).toMatchObject({
      summary: "Map with Kinds at 2 locations.",
      warning: "1 row without a location was left out",
    });
    expect(props.picture.layers[0]?.mark?.(1)?.text).toBe(
      props.draw(props.places[1]!, { width: 90, height: 90 }).summary,
    );
    expect((await draw({}, [])).drawing.isEmpty).toBe(true);
  });

  it("use the configured chart size at each zoom", async () => {
    expect((await draw()).props.sizeAt(3)).toEqual({ width: 100, height: 100 });
    const chart_size = {
      type: "LINEAR",
      configs: {},
      values: { 3: { width: 40, height: 50 }, 4: { width: 60, height: 75 } },
    };
    const { sizeAt } = (await draw({ chart_size })).props;
    expect([sizeAt(2.9), sizeAt(4.2), sizeAt(9)].map(({ width }) => width)).toEqual([40, 60, 100]);
  });

  it("have charts that don't overlap in small boxes, and grow with the zoom", async () => {
    const { sizeAt } = (await draw({}, ROWS, { width: 300, height: 200 })).props;
    // The two points are 11 degrees apart, and 4 from south to north.
    const degree = (512 * 2 ** 2.5) / 360;
    expect(sizeAt(3).width).toBeCloseTo(Math.min(100 * (300 / 640), 11 * degree), 5);
    expect(sizeAt(1).width).toBeLessThan((11 * 512 * 2) / 360);
    expect([sizeAt(1).width < sizeAt(2).width, sizeAt(-2).width]).toEqual([true, 16]);
    expect((await draw({}, ROWS)).props.sizeAt(1).width).toBe(100);
  });

  it("are all in view, or in the configured view", async () => {
    expect(
      (await draw({ map_view: { mode: "FIT_DATA", longitude: 1, latitude: 2, zoom: 3 } })).props.picture.view,
    ).toBeNull();
    const { view } = (await draw({ map_view: { mode: "CUSTOM", longitude: 1, latitude: 2, zoom: 3 } })).props.picture;
    expect(view).toMatchObject({ longitude: 1, latitude: 2, zoom: 3 });
  });
});

describe("the legend", () => {
  const legendOf = async (form = {}, rows = ROWS, pie = {}) =>
    (await draw(form, rows, undefined, pie)).props.picture.legend;
  const namesIn = async (rows: typeof ROWS, pie = {}) => {
    const part = (await legendOf({}, rows, pie))?.parts[0];
    return part?.kind === "items" ? part.items : [];
  };

  it("lists the colors of all charts once, in the configured corner", async () => {
    expect(await legendOf()).toMatchObject({ corner: "tr", title: "Kinds" });
    const items = await namesIn(ROWS);
    expect(items.map(({ label }) => label)).toEqual(["a", "b"]);
    expect(new Set(items.map(({ color }) => color)).size).toBe(2);
    expect((await legendOf({ legend_position: "bl" }))?.corner).toBe("bl");
    expect(await legendOf({ legend_position: null })).toBeNull();
  });

  it("sorts numbers, shows Others in gray, and counts the rest of a long list", async () => {
    const at = pointAt(2, 48);
    const numbered = [10, -1, 3].map((kind) => ({ kind: String(kind), count: 1, geom: at }));
    expect((await namesIn(numbered)).map(({ label }) => label)).toEqual(["-1", "3", "10"]);
    const many = Array.from({ length: 40 }, (_, i) => ({ kind: `k${i}`, count: 1, geom: pointAt(i, 1) }));
    expect((await namesIn(many)).slice(-2).map(({ label }) => label)).toEqual(["k23", "16 more"]);
    const crowded = many.map((row, i) => ({ ...row, count: i < 30 ? 10 : 1, geom: at }));
    expect((await namesIn(crowded, { threshold_for_other: 1 })).at(-1)).toEqual({
      label: "Others",
      color: chartTheme("light").others,
    });
  });

  it("is hidden if all have one color", async () => {
    expect(await legendOf({}, ROWS.slice(0, 1))).toBeNull();
  });
});

it("leaves a margin for charts at the size of the fitted zoom", async () => {
  const size = (width: number) => ({ width, height: width });
  const values = Object.fromEntries(Array.from({ length: 29 }, (_, zoom) => [zoom, size(20 + 20 * zoom)]));
  const { props } = await draw({ chart_size: { type: "LINEAR", configs: {}, values } });
  expect(props.picture.margin, "at zoom 5, where a chart is 120 wide").toBe(70);
  const alone = await draw({}, ROWS.slice(0, 1));
  expect(alone.props.picture.margin).toBe(60);
});

it("keeps charts near the poles on the map, without a base map unless the author chose one", async () => {
  expect(onMap([10, 60], 40, 1)).toEqual([10, 60]);
  const [longitude, latitude] = onMap([10, 85], 40, 1);
  expect([longitude, latitude < 84.5]).toEqual([10, true]);
  expect(latitude).toBeGreaterThan(75);
  expect(onMap([10, -85], 40, 1)[1]).toBeCloseTo(-latitude);
  expect(onMap([10, 85], 40, 6)[1], "closer, there is room").toBe(85);
  expect((await draw()).props.background).toBe("transparent");
  expect((await draw({ chart_background_color: { r: 1, g: 2, b: 3, a: 1 } })).props.background).toMatch(/1, ?2, ?3/);
});
