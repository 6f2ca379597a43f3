import { describe, expect, it } from "vitest";
import { QueryContext } from "../../model/query-context.ts";
import { drawChart, type Parsed } from "../../testing/chart.ts";
import { definition as gauge } from "./definition.ts";
import { gallery } from "./gallery.ts";
import { labelStep, layoutOf } from "./layout.ts";

const FORM = { metric: "count", viz_type: "gauge_chart", datasource: "1__table" };
const CARS = [
  { origin: "USA", count: 254 },
  { origin: "Japan", count: 79 },
  { origin: "Europe", count: 73 },
];
const dial = (form: Record<string, unknown>, rows: Record<string, unknown>[] = [{ count: 40 }], size = {}) =>
  drawChart(gauge, { ...FORM, ...form }, rows, size).option.series[0];

describe("query", () => {
  it("queries the metric by dimension, largest first by default", () => {
    const form = { ...gauge.defaults(), ...FORM, groupby: ["origin"] };
    expect(QueryContext.parse(gauge.buildQuery(form)).queries[0]).toMatchObject({
      columns: ["origin"],
      metrics: ["count"],
      orderby: [["count", false]],
      row_limit: 10,
    });
    expect(gauge.buildQuery({ ...form, sort_by_metric: false }).queries[0]).not.toHaveProperty("orderby");
  });

  it("is valid for every gallery case; requires a metric and numbers", () => {
    for (const { name, formData } of gallery) {
      expect(gauge.validate({ ...gauge.defaults(), ...formData, viz_type: "gauge_chart" }), name).toEqual({});
    }
    expect(gauge.validate({ ...FORM, metric: null, intervals: "1,b" })).toEqual({
      metric: "Metric cannot be empty",
      intervals: "Interval bounds must be comma-separated numbers",
    });
  });
});

describe("the scale", () => {
  it("goes from zero to twice the value by default", () => {
    expect(dial({})).toMatchObject({ min: 0, max: 80, splitNumber: 8, startAngle: 225, endAngle: -45 });
    expect(dial({}, [{ count: -5 }])).toMatchObject({ min: -10, max: 0 });
    expect(dial({ min_val: "10", max_val: "60" })).toMatchObject({ min: 10, max: 60 });
    expect(dial({ min_val: "", max_val: null }, [{ count: 0 }])).toMatchObject({ min: 0, max: 1 });
  });

  it("ends at a round tick, and has one at zero", () => {
    expect(dial({}, [{ count: 22.3 }])).toMatchObject({ min: 0, max: 50 });
    expect(dial({ split_number: 4 }, [{ count: -1.21 }])).toMatchObject({ min: -3.2, max: 0 });
    expect(dial({ groupby: ["origin"] }, [{ count: -5 }, { count: 12 }])).toMatchObject({ min: -12, max: 28 });
  });

  it("keeps the author's end, with round ticks up to the other", () => {
    expect(dial({ max_val: 33 }, [{ count: -1.21 }])).toMatchObject({ min: -3, max: 33, splitNumber: 12 });
    expect(dial({ min_val: 40 }, [{ count: 72.1 }])).toMatchObject({ min: 40, max: 150, splitNumber: 11 });
    expect(dial({ min_val: 40, split_number: 4 }, [{ count: 72.1 }])).toMatchObject({ min: 40, max: 140 });
    expect(dial({ min_val: 0 }, [{ count: 22.3 }])).toMatchObject({ min: 0, max: 50 });
    expect(dial({ max_val: 70 })).toMatchObject({ min: 0, max: 70, splitNumber: 7 });
    expect(dial({ max_val: 70, split_number: 4 })).toMatchObject({ min: 0, max: 70, splitNumber: 4 });
    expect(dial({ min_val: 0.3 }, [{ count: 0.1 }])).toMatchObject({ min: 0.3, max: 1.3 });
  });

  it("writes ticks without unneeded decimals, and keeps the last if not all fit", () => {
    const label = (form: Record<string, unknown>, size = {}) => {
      const { axisLabel, min, max, splitNumber } = dial({ number_format: ",.1f", ...form }, undefined, size);
      const at = (i: number) => min + ((max - min) * i) / splitNumber;
      return Array.from({ length: splitNumber + 1 }, (_, i) => axisLabel.formatter(at(i))).filter(Boolean);
    };
    expect(label({ max_val: 50, split_number: 5 })).toEqual(["0", "10", "20", "30", "40", "50"]);
    expect(label({ max_val: 5, split_number: 2 })).toEqual(["0.0", "2.5", "5.0"]);
    const tile = label({ max_val: 5e6 }, { width: 200, height: 130 });
    expect(tile.at(-1)).toBe("5,000,000");
    expect(tile.length).toBeLessThan(11);
  });

  it("has the author's intervals in scheme colors, and a neutral rest", () => {
    const bands = dial({ max_val: 100, intervals: "25,50", interval_color_indices: "2,1" }).axisLine.lineStyle.color;
    expect(bands).toEqual([
      [0.25, "#D3793D"],
      [0.5, "#4266C6"],
      [1, "#ECECE9"],
    ]);
    expect(dial({}).axisLine.lineStyle.color).toHaveLength(1);
  });

  it("hides labels that would touch", () => {
    const labels = ["0", "200,000", "400,000", "600,000"];
    const size = { font: 12, degrees: 270 };
    expect(labelStep({ x: 0, y: 0, radius: 200, band: 20 }, labels, size)).toBe(1);
    expect(labelStep({ x: 0, y: 0, radius: 50, band: 8 }, labels, size)).toBeGreaterThan(1);
  });

  it("fits the box at any angles", () => {
    for (const angles of [
      [225, -45],
      [180, 0],
      [90, -270],
      [120, 60],
    ] as const) {
      const box = { width: 300, height: 200, angles, lines: [], isRound: false, hasName: false };
      const { dial: place } = layoutOf({ ...box, hasValue: true });
      expect(place.x, String(angles)).toBeGreaterThan(0);
      expect(place.y - place.radius * Math.max(0, 0.99), String(angles)).toBeGreaterThanOrEqual(0);
      expect(place.radius, String(angles)).toBeGreaterThan(60);
    }
  });

  it("lists several values in a font that grows with the chart", () => {
    const lines = ["Japan  30.5", "Europe  27.9"];
    const listed = (width: number, height: number) =>
      layoutOf({ width, height, lines, angles: [225, -45], isRound: false, hasValue: false, hasName: false }).listing;
    expect(listed(600, 300)).toMatchObject({ font: 12, line: 20 });
    expect(listed(1440, 900)).toMatchObject({ font: 18, line: 30 });
  });

  it("keeps the round ends of its band inside the chart", () => {
    const box = { width: 300, height: 200, angles: [225, -45] as const, lines: [], hasValue: false, hasName: false };
    for (const isRound of [true, false]) {
      const { dial: place } = layoutOf({ ...box, isRound });
      const end = place.y + Math.SQRT1_2 * (place.radius - place.band / 2);
      expect(end + (isRound ? place.band * 0.5 : 0)).toBeLessThanOrEqual(200);
    }
  });
});

describe("values", () => {
  it("are close below the hub of a half circle, and below the name if there is one", () => {
    const offset = (form: Record<string, unknown>) => {
      const { radius, data } = dial(form, [{ count: 12, origin: "USA" }]);
      return data[0].detail.offsetCenter[1] / radius;
    };
    const half = { start_angle: 180, end_angle: 0 };
    expect(offset(half)).toBeLessThan(0.3);
    expect(offset({})).toBeCloseTo(0.45);
    expect(offset({ ...half, groupby: ["origin"] })).toBeCloseTo(0.45);
  });

  it("have the configured format and text", () => {
    const [data] = dial({ value_formatter: "{value} km/h", number_format: ",.1f" }, [{ count: 1234.56 }]).data;
    expect(data.detail).toMatchObject({ show: true });
    expect(data.detail.formatter()).toBe("1,234.6 km/h");
  });

  it("are listed with their names if there are several", () => {
    const { option } = drawChart(gauge, { ...FORM, groupby: ["origin"] }, CARS);
    expect(option.series[0].data.map((item: Parsed) => item.detail.show)).toEqual([false, false, false]);
    const texts = option.graphic.filter((part: Parsed) => part.type === "text").map((part: Parsed) => part.style.text);
    expect(texts).toEqual(["USA", "254", "Japan", "79", "Europe", "73"]);
  });

  it("are drawn longest first on one band, and in row order on rings", () => {
    const names = (overlap: boolean) =>
      dial({ groupby: ["origin"], overlap, sort_by_metric: false }, [...CARS].reverse()).data.map(
        (d: Parsed) => d.name,
      );
    expect(names(true)).toEqual(["USA", "Japan", "Europe"]);
    expect(names(false)).toEqual(["Europe", "Japan", "USA"]);
  });

  it("are limited to ten, with a warning", () => {
    const rows = Array.from({ length: 12 }, (_, i) => ({ origin: `o${i}`, count: i + 1 }));
    const { drawing, option } = drawChart(gauge, { ...FORM, groupby: ["origin"] }, rows);
    expect(option.series[0].data).toHaveLength(10);
    expect(drawing.warning).toBe("Showing the first 10 of 12 values");
  });

  it("cross-filter, have screen reader text, and a placeholder without a name", () => {
    const { picture, drawing } = drawChart(gauge, { ...FORM, groupby: ["origin"] }, [
      { origin: null, count: 3 },
      ...CARS,
    ]);
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 0 })).toMatchObject({
      text: "USA: 254",
      selection: { clauses: [{ column: "origin", values: ["USA"] }], label: "USA" },
    });
    expect(drawing.summary).toBe("Gauge of count for 4 values; highest 254 for USA, lowest 3 for <NULL>.");
    expect(picture.tooltip?.([{ seriesIndex: 0, dataIndex: 1 }])).toMatchObject({ title: "Japan" });
  });

  it("make an empty chart if missing", () => {
    expect(drawChart(gauge, FORM, []).drawing).toMatchObject({ isEmpty: true, summary: "Gauge of count: no value." });
    expect(drawChart(gauge, FORM, [{ count: null }]).drawing.isEmpty).toBe(true);
    expect(drawChart(gauge, FORM, [{ count: 7 }]).drawing.summary).toBe("Gauge of count: 7.");
  });
});
