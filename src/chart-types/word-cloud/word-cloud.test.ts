import { describe, expect, it } from "vitest";
import { QueryContext } from "../../model/query-context.ts";
import { drawChart, textsOf } from "../../testing/chart.ts";
import { definition as wordCloud } from "./definition.ts";
import { gallery } from "./gallery.ts";
import { placeWords } from "./layout.ts";

const FORM = { series: "word", metric: "count", viz_type: "word_cloud", datasource: "1__table" };
const ROWS = [
  { word: "rain", count: 100 },
  { word: null, count: 50 },
  { word: "", count: 10 },
];
const draw = (form = {}, rows: Record<string, unknown>[] = ROWS, more = {}) =>
  drawChart(wordCloud, { ...FORM, ...form }, rows, more);

describe("query", () => {
  it("requests the metric by word, largest first unless configured otherwise", () => {
    const [query] = QueryContext.parse(wordCloud.buildQuery({ ...wordCloud.defaults(), ...FORM })).queries;
    expect(query).toMatchObject({
      columns: ["word"],
      metrics: ["count"],
      orderby: [
        ["count", false],
        ["word", true],
      ],
      row_limit: 100,
    });
    expect(wordCloud.buildQuery({ ...FORM, sort_by_metric: false }).queries[0]).not.toHaveProperty("orderby");
  });

  it("is valid for every gallery case, and requires words and a metric", () => {
    for (const { name, formData } of gallery) {
      expect(wordCloud.validate({ ...wordCloud.defaults(), ...formData, viz_type: "word_cloud" }), name).toEqual({});
    }
    expect(Object.keys(wordCloud.validate({ viz_type: "word_cloud" }))).toEqual(["series", "metric"]);
  });
});

describe("words", () => {
  it("never touch, whatever their rotation, and stay inside", () => {
    const box = { width: 400, height: 250 };
    const words = Array.from({ length: 80 }, (_, i) => ({
      text: `word number ${i}`,
      size: 30 - i / 4,
      rotation: ((i % 4) * Math.PI) / 6,
    }));
    const placed = placeWords(words, box).flatMap((word) => (word ? [word] : []));
    expect(placed.length).toBeGreaterThan(12);
    for (const [i, a] of placed.entries()) {
      expect(a.x - a.width / 2).toBeGreaterThanOrEqual(0);
      expect(a.y + a.height / 2).toBeLessThanOrEqual(box.height);
      for (const b of placed.slice(i + 1)) {
        const apart = Math.abs(a.x - b.x) * 2 >= a.width + b.width || Math.abs(a.y - b.y) * 2 >= a.height + b.height;
        expect(apart, `${a.text} and ${b.text}`).toBe(true);
      }
    }
  });

  it("are as large as their values, between the configured sizes", () => {
    const sizes = (form = {}) => {
      const [series] = draw({ size_from: 10, size_to: 40, rotation: "flat", ...form }).option.series;
      return series.data.map((_: unknown, dataIndex: number) =>
        Number(/(\d+(?:\.\d+)?)px/.exec(series.renderItem({ dataIndex }).style.font)?.[1]),
      );
    };
    expect(sizes()[0]).toBe(40);
    expect(sizes()[2]).toBe(10);
    expect(sizes()[1]).toBe(Math.round(10 + (30 * 40) / 90));
  });

  it("have names for missing values, and are described in tooltip, mark and summary", () => {
    const { option, picture, drawing } = draw();
    expect(textsOf(option)).toEqual(["rain", "&lt;NULL&gt;", "&lt;empty string&gt;"]);
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 1 })?.text).toBe("<NULL>: 50");
    expect(picture.tooltip?.([{ seriesIndex: 0, dataIndex: 0 }])).toMatchObject({
      title: "rain",
      rows: [{ value: "100" }],
    });
    expect(drawing.summary).toBe("Word cloud of count: 3 words; largest rain (100), smallest <empty string> (10).");
    expect(draw({}, []).drawing).toMatchObject({ isEmpty: true, summary: "Word cloud of count: no words." });
    expect(draw({}, [ROWS[0] ?? {}]).option.series[0].data).toEqual([100]);
  });

  it("are counted if they don't fit", () => {
    const rows = Array.from({ length: 90 }, (_, i) => ({ word: `a rather long word ${i}`, count: 1 }));
    expect(draw({}, rows, { width: 120, height: 80 }).drawing.warning).toMatch(/^\d+ of 90 words didn't fit$/);
  });
});
