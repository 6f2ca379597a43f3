import { describe, expect, it } from "vitest";
import { LabelColors } from "../../chart-kit/colors/label-colors.ts";
import { rampOf } from "../../chart-kit/colors/ramps.ts";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import type { ChartPart } from "../../chart-seam/chart-type.ts";
import type { FormData } from "../../model/form-data.ts";
import { loadTypedForm } from "../index.ts";
import { definition as deckMulti } from "./definition.ts";
import { gallery } from "./gallery.ts";
import type { MultiDrawing } from "./transform.ts";

const PLACE = { type: "latlong", latCol: "lat", lonCol: "lon" };
const FORM = { viz_type: "deck_multi", datasource: "1__table" };
const LAYERS: FormData[] = [
  { viz_type: "deck_hex", spatial: PLACE, size: "count", extruded: false },
  { viz_type: "deck_scatter", spatial: PLACE, point_radius_fixed: { type: "fix", value: 10 } },
];
const ROWS = [
  { lon: 2, lat: 48, count: 4 },
  { lon: 13, lat: 52, count: 1 },
];

async function parts(): Promise<ChartPart[]> {
  return Promise.all(
    LAYERS.map(async (form, index) => {
      const typed = await loadTypedForm(form);
      const results = [{ data: ROWS, colnames: ["lon", "lat", "count"], coltypes: [0, 0, 0] }];
      return { id: index + 7, name: ["Density", ""][index]!, type: typed!.type, formData: typed!.formData, results };
    }),
  );
}

async function draw(form: Record<string, unknown> = {}, failedParts = 0, hasRows = true) {
  const theme = chartTheme("light");
  const drawing = deckMulti.transform({
    formData: { ...FORM, ...form },
    results: [],
    parts: (failedParts < 9 ? await parts() : []).map((part) =>
      hasRows ? part : { ...part, results: [{ data: [] }] },
    ),
    failedParts,
    theme,
    colorOf: new LabelColors().chart(1),
    rampOf: (key) => rampOf(key, theme),
    width: 600,
    height: 400,
  });
  return { drawing, props: drawing.props as MultiDrawing };
}

describe("layers", () => {
  it("are saved charts by ID, with their own queries", () => {
    expect(deckMulti.parts?.({ ...FORM, deck_slices: [3, "4", null, "x"] })).toEqual([{ chart: 3 }, { chart: 4 }]);
    expect(deckMulti.buildQuery({ ...FORM, deck_slices: [3] }).queries).toEqual([]);
    expect(deckMulti.validate(FORM)).toEqual({ deck_slices: "deck.gl charts cannot be empty" });
  });

  it("are complete in every gallery case", async () => {
    for (const { name, formData } of gallery) {
      expect(deckMulti.validate({ ...deckMulti.defaults(), ...formData, viz_type: "deck_multi" }), name).toEqual({});
      for (const { chart } of deckMulti.parts?.({ ...FORM, ...formData }) ?? []) {
        const typed = await loadTypedForm(chart as FormData);
        expect(typed?.type.validate(typed.formData), name).toEqual({});
      }
    }
  });

  it("are stacked under their own names, all visible", async () => {
    const { drawing, props } = await draw();
    expect(props.parts.map(({ name, isShown }) => [name, isShown])).toEqual([
      ["Density", true],
      ["Scatterplot", true],
    ]);
    expect(props.parts.map(({ picture }) => picture.layers[0]?.id)).toEqual(["0.cells", "1.points"]);
    expect(props.whole.bounds?.[0]).toBeLessThan(2.1);
    expect(props.whole.bounds?.[2]).toBeGreaterThan(12.9);
    expect(drawing.summary).toMatch(/^Map of 2 layers: Density, .*; Scatterplot, Map of 2 locations\.$/);
  });

  it("are those enabled on the dashboard; failed ones are counted", async () => {
    const { props } = await draw({ extra_form_data: { visible_deckgl_layers: [8] } });
    expect(props.parts.map(({ isShown }) => isShown)).toEqual([false, true]);
    expect((await draw({}, 1)).drawing.warning).toBe("1 of 3 layers failed to load");
    expect((await draw({}, 9)).drawing.isEmpty).toBe(true);
    expect((await draw({}, 0, false)).drawing.isEmpty, "layers without a mark").toBe(true);
    expect((await draw()).drawing.isEmpty).toBe(false);
  });
});
