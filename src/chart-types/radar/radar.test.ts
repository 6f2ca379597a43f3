import { describe, expect, it } from "vitest";
import { QueryContext } from "../../model/query-context.ts";
import { drawChart, type Parsed } from "../../testing/chart.ts";
import { definition as radar } from "./definition.ts";
import { gallery } from "./gallery.ts";

const FORM = { groupby: ["species"], metrics: ["mass", "beak"], viz_type: "radar", datasource: "1__table" };
const ROWS = [
  { species: "Gentoo", mass: 5076, beak: 47.5 },
  { species: null, mass: 3700, beak: null },
];
const draw = (form = {}, rows: Record<string, unknown>[] = ROWS, more = {}) =>
  drawChart(radar, { ...FORM, ...form }, rows, more);

describe("query", () => {
  it("requests all metrics by dimension, sorted by the sort metric or else the first one", () => {
    const [query] = QueryContext.parse(radar.buildQuery({ ...radar.defaults(), ...FORM })).queries;
    expect(query).toMatchObject({ columns: ["species"], metrics: ["mass", "beak"], row_limit: 10 });
    expect(query?.orderby).toEqual([["mass", false]]);
    expect(radar.buildQuery({ ...FORM, timeseries_limit_metric: "beak" }).queries[0]?.orderby).toEqual([
      ["beak", false],
    ]);
    expect(radar.buildQuery({ ...FORM, metrics: [] }).queries[0]).not.toHaveProperty("orderby");
  });

  it("is valid for every gallery case, and requires metrics", () => {
    for (const { name, formData } of gallery) {
      expect(radar.validate({ ...radar.defaults(), ...formData, viz_type: "radar" }), name).toEqual({});
    }
    expect(radar.validate({ ...FORM, metrics: [] })).toEqual({ metrics: "Metrics cannot be empty" });
  });
});

describe("profiles", () => {
  it("have one value per metric, and gaps for missing ones", () => {
    const data = draw().option.series[0].data;
    expect(data.map((item: Parsed) => [item.name, item.value])).toEqual([
      ["Gentoo", [5076, 47.5]],
      ["<NULL>", [3700, "-"]],
    ]);
    expect(data[0].label.formatter({ dimensionIndex: 0 })).toBe("5,076");
    expect(draw({ label_type: "key_value" }).option.series[0].data[0].label.formatter({ dimensionIndex: 1 })).toBe(
      "Gentoo: 47.5",
    );
  });

  it("have axes from zero to a round number, or between the configured bounds", () => {
    expect(draw().option.radar.indicator).toEqual([
      { name: "mass", min: 0, max: 6000 },
      { name: "beak", min: 0, max: 50 },
    ]);
    const column_config = { mass: { radarMetricMinValue: 2000, radarMetricMaxValue: "8000" } };
    expect(draw({ column_config, is_circle: true }).option.radar).toMatchObject({
      shape: "circle",
      indicator: [{ min: 2000, max: 8000 }, {}],
    });
  });

  it("filter other charts, and hide labels of unselected profiles", () => {
    const selected = { clauses: [{ column: "species", values: ["Gentoo"] }], label: "Gentoo" };
    const { picture, option } = draw({}, ROWS, { selected });
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 0 })).toEqual({
      text: "Gentoo: mass 5,076, beak 47.5",
      selection: selected,
      isSelected: true,
    });
    expect(option.series[0].data[1].label.show).toBe(false);
  });

  it("show all values in the tooltip, and the highest in the summary", () => {
    const { picture, drawing } = draw();
    expect(picture.tooltip?.([{ seriesIndex: 0, dataIndex: 1 }])).toMatchObject({
      title: "<NULL>",
      rows: [
        { label: "mass", value: "3,700" },
        { label: "beak", value: "no value" },
      ],
    });
    expect(drawing.summary).toBe(
      "Radar chart of mass, beak: 2 profiles; highest mass 5,076 (Gentoo), beak 47.5 (Gentoo).",
    );
    expect(draw({}, []).drawing).toMatchObject({ isEmpty: true, summary: "Radar chart of mass, beak: no values." });
  });

  it("have no legend if there is only one, and no names without room", () => {
    expect(draw().option.legend.data).toEqual(["Gentoo", "<NULL>"]);
    expect(draw({ groupby: [] }, [{ mass: 1, beak: 2 }]).option.legend).toBeUndefined();
    expect(draw({}, ROWS, { width: 150, height: 100 }).option.radar.axisName.show).toBe(false);
  });
});

it("values are next to their points, or below them if they would cover the top axis name", () => {
  const { radar: web, series } = draw().option;
  const top = web.center[1] - web.radius;
  const layoutAt = (y: number) => series[0].labelLayout({ labelRect: { x: 0, y, width: 20, height: 12 } });
  expect(layoutAt(top - 14)).toEqual({ hideOverlap: true, dy: 24 });
  expect(layoutAt(top + 40)).toEqual({ hideOverlap: true });
});

it("draws the first sixty profiles with a note, and leaves out rows without values", () => {
  const rows = Array.from({ length: 1500 }, (_, i) => ({ species: `s${i}`, mass: 9000 - i, beak: i }));
  const { drawing, option } = draw({}, [{ species: "none", mass: null, beak: null }, ...rows]);
  expect(option.series[0].data.map((item: Parsed) => item.name)).toEqual(rows.slice(0, 60).map((row) => row.species));
  expect(drawing.warning).toBe("Showing the first 60 of 1,500 profiles");
  // Overlapping areas must leave lower ones visible.
  const cover = option.series[0].data.reduce((sum: number, item: Parsed) => sum + item.areaStyle.opacity, 0);
  expect(cover).toBeCloseTo(0.7);
  expect(option.series[0].lineStyle.width).toBe(1);
  expect(option.series[0].data.some((item: Parsed) => item.label.show)).toBe(false);
  expect(draw({}, rows.slice(0, 12)).option.series[0].data[0].label.show).toBe(true);
  expect(draw({}, rows.slice(0, 60)).drawing.warning).toBeUndefined();
});
