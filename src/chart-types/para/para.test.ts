import { describe, expect, it } from "vitest";
import { QueryContext } from "../../model/query-context.ts";
import { drawChart, type Parsed } from "../../testing/chart.ts";
import { definition as para } from "./definition.ts";
import { gallery } from "./gallery.ts";
import type { ParaDrawing } from "./transform.ts";

const FORM = { series: "name", metrics: ["mpg", "power"], viz_type: "para", datasource: "1__table" };
const ROWS = [
  { name: "Beetle", mpg: 30, power: 40, weight: 1800 },
  { name: null, mpg: 12, power: null, weight: 4000 },
  { name: "", mpg: null, power: null, weight: 1 },
];
function draw(form = {}, rows: Record<string, unknown>[] = ROWS, more = {}) {
  const { drawing } = drawChart(para, { ...FORM, ...form }, rows, more);
  const props = drawing.props as ParaDrawing;
  return { drawing, props, picture: props.picture, option: props.picture.option as Record<string, Parsed> };
}

describe("query", () => {
  it("requests all metrics by the dimension, the secondary metric once", () => {
    const ask = (form = {}) => QueryContext.parse(para.buildQuery({ ...para.defaults(), ...FORM, ...form })).queries[0];
    expect(ask({ secondary_metric: "weight" })).toMatchObject({
      columns: ["name"],
      metrics: ["mpg", "power", "weight"],
    });
    expect(ask({ secondary_metric: "mpg" })?.metrics).toEqual(["mpg", "power"]);
    expect(ask({ timeseries_limit_metric: "mpg", order_desc: false })?.orderby).toEqual([["mpg", true]]);
  });

  it("is valid for every gallery case, and requires a dimension and metrics", () => {
    for (const { name, formData } of gallery) {
      expect(para.validate({ ...para.defaults(), ...formData, viz_type: "para" }), name).toEqual({});
    }
    expect(Object.keys(para.validate({ viz_type: "para" }))).toEqual(["series", "metrics"]);
  });
});

describe("lines", () => {
  it("run over one axis per metric, with gaps; rows without values are left out", () => {
    const { option } = draw();
    expect(option.parallelAxis.map((axis: Parsed) => axis.name)).toEqual(["mpg", "power"]);
    expect(option.series[0].data).toEqual([
      [30, 40],
      [12, "-"],
    ]);
  });

  it("have axis names that wrap to a second line before they are truncated", () => {
    const metrics = ["Internationalization Superconductivity", "Power"];
    const rows = [{ name: "Beetle", "Internationalization Superconductivity": 1, Power: 2 }];
    const names = (width: number) => {
      const { parallelAxis, parallel } = draw({ metrics }, rows, { width }).option;
      return [...parallelAxis.map((axis: Parsed) => axis.name), parallel.top];
    };
    expect(names(600)).toEqual(["Internationalization Superconductivity", "Power", 30]);
    expect(names(300)).toEqual(["Internationalization\nSuperconductivity", "Power", 44]);
  });

  it("have axis labels only at the ends, and names on two levels, if axes are close", () => {
    const metrics = ["Average miles per gallon", "Cylinders", "Displacement", "Average horsepower", "Acceleration"];
    const rows = [Object.fromEntries([["name", "Beetle"], ...metrics.map((metric, i) => [metric, 10 * i + 3])])];
    const axesIn = (size: object) =>
      draw({ metrics }, [...rows, { ...rows[0], Cylinders: 8 }], size).option.parallelAxis;
    const small = axesIn({ width: 300, height: 200 });
    expect(small.map(({ interval, min, max }: Parsed) => interval === max - min)).toEqual(metrics.map(() => true));
    expect(small[0]).toMatchObject({
      name: "Average miles…",
      axisLabel: { verticalAlignMaxLabel: "bottom", align: "left" },
    });
    expect(new Set(small.map((axis: Parsed) => axis.nameGap)).size).toBe(2);
    const large = axesIn({ width: 900, height: 500 });
    expect(large[0]).toMatchObject({ name: "Average miles per gallon", axisLabel: { textBorderWidth: 3 } });
    expect(large[0].axisLabel.backgroundColor).toBeUndefined();
    expect(large[1].interval).toBeLessThan(large[1].max - large[1].min);
  });

  it("are points if they have a value on one axis only", () => {
    const rows = [...ROWS, { name: "Bus", mpg: null, power: 90 }];
    const { option, picture } = draw({}, rows);
    expect(option.series[1].data).toHaveLength(2);
    const circle = option.series[1].renderItem({ dataIndex: 1 }).children[0];
    const { x, y } = picture.placeOf?.({ seriesIndex: 0, dataIndex: 2 }) ?? {};
    expect(circle).toMatchObject({ type: "circle", shape: { cx: x, cy: y } });
    expect(picture.mark?.({ seriesIndex: 1, dataIndex: 1 })?.text).toBe("Bus: mpg no value, power 90");
    expect(picture.tooltip?.([{ seriesIndex: 1, dataIndex: 0 }])?.title).toBe("<NULL>");
    expect(draw({}, rows.slice(0, 1)).option.series).toHaveLength(1);
    expect(draw({ include_series: true }, rows).option.series).toHaveLength(1);
  });

  it("have tooltips at their first axis", () => {
    const { picture } = draw({}, [...ROWS, { name: "Bus", mpg: null, power: 90 }]);
    const places = [0, 1, 2].map((dataIndex) => picture.placeOf?.({ seriesIndex: 0, dataIndex }));
    expect(places.map((place) => place?.x)).toEqual([10, 10, 560]);
    expect(places[0]?.y).toBeLessThan(places[1]?.y ?? 0);
    expect(picture.placeOf?.({ seriesIndex: 0, dataIndex: 9 })).toBeUndefined();
  });

  it("are colored by the secondary metric, with an optional axis of names", () => {
    const colors = draw({ secondary_metric: "weight" }).option.series[0].data.map(
      (line: Parsed) => line.lineStyle.color,
    );
    expect(colors[0]).not.toBe(colors[1]);
    const { option } = draw({ include_series: true });
    expect(option.parallelAxis[2]).toMatchObject({ type: "category", data: ["Beetle", "<NULL>"] });
    expect(option.series[0].data[0]).toEqual([30, 40, "Beetle"]);
  });

  it("lead from a single metric to an axis of names", () => {
    const { option } = draw({ metrics: ["mpg"] });
    expect(option.parallelAxis.map((axis: Parsed) => axis.dim)).toEqual([0, 1]);
    expect(option.series[0].data[0]).toEqual([30, "Beetle"]);
  });

  it("show a data table below if enabled and there is room", () => {
    const { props } = draw({ show_datatable: true });
    expect(props.pictureHeight).toBe(240);
    expect(props.table?.rows).toHaveLength(3);
    expect(draw({ show_datatable: true }, ROWS, { width: 300, height: 200 }).props.table).toBeUndefined();
  });

  it("are described in tooltip, mark and summary", () => {
    const { picture, drawing } = draw();
    expect(picture.tooltip?.([{ seriesIndex: 0, dataIndex: 1 }])).toMatchObject({
      title: "<NULL>",
      rows: [
        { label: "mpg", value: "12" },
        { label: "power", value: "no value" },
      ],
    });
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 0 })?.text).toBe("Beetle: mpg 30, power 40");
    expect(drawing.summary).toBe("Parallel coordinates: 2 lines over mpg 12 to 30, power 40.");
    expect(draw({}, []).drawing).toMatchObject({ isEmpty: true, summary: "Parallel coordinates: no rows." });
  });
});
