import { describe, expect, it } from "vitest";
import { LabelColors } from "../../chart-kit/colors/label-colors.ts";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import type { EChartSpec } from "../../chart-kit/echart/echart-spec.ts";
import { textWidth } from "../../chart-kit/text-width.ts";
import type { Selection } from "../../chart-seam/chart-type.ts";
import { visibleControls } from "../../chart-seam/define.ts";
import { QueryContext } from "../../model/query-context.ts";
import { definition as pie } from "./definition.ts";
import { gallery } from "./gallery.ts";
import { awayFromSlices, toMiddle } from "./labels.ts";

type Parsed = ReturnType<typeof JSON.parse>;

const theme = chartTheme("light");
const base = { ...pie.defaults(), datasource: "1__table", viz_type: "pie", metric: "count", groupby: ["weather"] };

function draw(
  rows: Record<string, unknown>[],
  form: Record<string, unknown> = {},
  more: { selected?: Selection; width?: number; height?: number } = {},
) {
  const drawing = pie.transform({
    formData: { ...base, ...form },
    results: [{ data: rows, colnames: ["weather", "count"], coltypes: [1, 0] }],
    theme,
    width: more.width ?? 600,
    height: more.height ?? 350,
    selected: more.selected,
    colorOf: new LabelColors().chart(1),
    rampOf: () => [],
  });
  const picture = drawing.props as EChartSpec;
  const option = picture.option as Record<string, Parsed>;
  return { drawing, picture, option, slices: option.series[0].data as Parsed[] };
}

const days = [
  { weather: "rain", count: 641 },
  { weather: "sun", count: 640 },
  { weather: "fog", count: 101 },
  { weather: "drizzle", count: 53 },
  { weather: "snow", count: 26 },
];
const names = (slices: Parsed[]) => slices.map((slice) => slice.name);
const labels = (slices: Parsed[]) => slices.map((slice) => (slice.label.show ? slice.label.formatter() : null));

describe("query", () => {
  it("requests the metric by dimension, largest first, with its share", () => {
    const [query] = QueryContext.parse(pie.buildQuery({ ...base, row_limit: 100 })).queries;
    expect(query).toMatchObject({
      columns: ["weather"],
      metrics: ["count"],
      orderby: [["count", false]],
      row_limit: 100,
      post_processing: [
        { operation: "contribution", options: { columns: ["count"], rename_columns: ["count__contribution"] } },
      ],
    });
    expect(pie.buildQuery({ ...base, sort_by_metric: false }).queries[0]).not.toHaveProperty("orderby");
  });

  it("is valid for every gallery case, and requires a metric", () => {
    for (const { name, formData } of gallery) expect(pie.validate({ ...base, ...formData }), name).toEqual({});
    expect(pie.validate({ ...base, metric: null })).toEqual({ metric: "Metric cannot be empty" });
  });
});

describe("slices", () => {
  it("keep the order of the result and show names, values and shares", () => {
    const { slices, picture } = draw(days);
    expect(names(slices)).toEqual(["rain", "sun", "fog", "drizzle", "snow"]);
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 0 })?.text).toBe("rain: 641, 43.9%");
    expect(picture.tooltip?.([{ seriesIndex: 0, dataIndex: 2 }])).toEqual({
      title: "fog",
      rows: [{ color: slices[2].itemStyle.color, label: "count", value: "101", share: "6.9%" }],
    });
  });

  it("below the threshold are merged into one, in the neutral color", () => {
    const { slices } = draw(days, { threshold_for_other: 5 });
    expect(names(slices)).toEqual(["rain", "sun", "fog", "Others"]);
    expect(slices[3]).toMatchObject({ value: 79, itemStyle: { color: theme.others } });
    expect(names(draw(days, { threshold_for_other: 2 }).slices)).toContain("snow");
  });

  it("that are too many to tell apart are merged from the smallest, which is told", () => {
    const many = Array.from({ length: 60 }, (_, i) => ({ weather: `w${i}`, count: 100 - i }));
    expect(draw(many.slice(0, 13)).slices).toHaveLength(13);
    const { slices, picture } = draw(many);
    expect(names(slices)).toEqual([...many.slice(0, 12).map(({ weather }) => weather), "Others"]);
    expect(picture.tooltip?.([{ seriesIndex: 0, dataIndex: 12 }])?.note).toBe("48 slices");
    const clauses = [{ column: "weather", values: ["w59"] }];
    expect(names(draw(many, {}, { selected: { clauses, label: "w59" } }).slices), "keeps what is selected").toContain(
      "w59",
    );
    const colors = slices.map((slice) => slice.itemStyle.color);
    expect(new Set(colors).size).toBe(slices.length);
  });

  it("above the threshold of the form are shown", () => {
    const many = Array.from({ length: 60 }, (_, i) => ({ weather: `w${i}`, count: 100 - i }));
    const { slices, picture } = draw(many, { threshold_for_other: 2 });
    expect(slices.at(-1).name).toBe("Others");
    expect(slices).toHaveLength(1 + many.filter(({ count }) => count / 4230 >= 0.02).length);
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: slices.length - 1 })?.selection).toBeNull();
  });

  it("have unique names, even next to the merged slice", () => {
    const alike = [
      { weather: "Others", count: 50 },
      { weather: null, count: 30 },
      { weather: "<NULL>", count: 20 },
      { weather: "a", count: 1 },
      { weather: "b", count: 1 },
    ];
    const { slices } = draw(alike, { threshold_for_other: 5 });
    expect(names(slices)).toEqual(["Others", "<NULL>", '"<NULL>"', "Others (2)"]);
    expect(slices[0].itemStyle.color).not.toBe(theme.others);
    expect(slices[3].itemStyle.color).toBe(theme.others);
  });

  it("leave out zero values, and warn about negative ones", () => {
    const { slices, drawing } = draw([
      ...days.slice(0, 2),
      { weather: "hail", count: -3 },
      { weather: null, count: 5 },
    ]);
    expect(names(slices)).toEqual(["rain", "sun", "<NULL>"]);
    expect(drawing.warning).toBe("Negative values aren't shown");
    expect(draw([]).drawing.isEmpty).toBe(true);
  });

  it("filter by their dimension, and show the selection", () => {
    const selected: Selection = { clauses: [{ column: "weather", values: ["sun"] }], label: "sun" };
    const { slices, picture } = draw(days, {}, { selected });
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 1 })).toMatchObject({ selection: selected, isSelected: true });
    expect(slices.map((slice) => slice.itemStyle.color).slice(0, 2)).toEqual([theme.muted, theme.focus]);
  });
});

describe("labels", () => {
  it("show the configured text, only on slices that are large enough", () => {
    expect(labels(draw(days).slices)[0]).toBe("rain: 43.9%");
    expect(labels(draw(days, { label_type: "key" }).slices)).toEqual(["rain", "sun", "fog", null, null]);
    expect(labels(draw(days, { label_type: "key_value_percent" }).slices)[0]).toBe("rain: 641 (43.9%)");
    expect(labels(draw(days, { label_type: "value_percent", show_labels_threshold: 0 }).slices)[4]).toBe("26 (1.8%)");
    expect(labels(draw(days, { show_labels: false }).slices)).toEqual([null, null, null, null, null]);
  });

  it("name many equal slices where all have room, although none is above the threshold", () => {
    const equal = Array.from({ length: 23 }, (_, i) => ({ weather: `w${i}`, count: 100 - i / 10 }));
    const named = (height: number) => labels(draw(equal, {}, { height }).slices).filter(Boolean);
    expect(named(400)).toHaveLength(13);
    expect(named(260)).toEqual(["Others: 47.5%"]);
  });

  it("follow a template, with current and legacy tokens", () => {
    const template = (label_template: string) =>
      labels(draw(days, { label_type: "template", label_template }).slices)[0];
    expect(template("{name}\\n{value} days")).toBe("rain\n641 days");
    expect(template("{b}: {d}%")).toBe("rain: 43.9%");
  });

  it("have two lines for long names and their figures below, which would be cut after them", () => {
    const rows = [1, 2, 3].map((count) => ({ weather: `Clouds and rain from the north west ${count}`, count }));
    const texts = labels(draw(rows, {}, { width: 365, height: 300 }).slices);
    expect(texts[0]).toBe("Clouds and rain\nfrom the north…\n16.7%");
    const beside = labels(draw(rows.slice(0, 2), {}, { width: 300, height: 240 }).slices)[0]?.split("\n") ?? [];
    expect(beside.length).toBe(3);
    expect(Math.max(...beside.map((line: string) => textWidth(line)))).toBeLessThan(70);
  });

  it("come with a legend for many slices, and both are hidden in small boxes", () => {
    expect(draw(days).option.legend.data).toHaveLength(5);
    expect(draw(days.slice(0, 2)).option.legend).toBeUndefined();
    const small = draw(days, {}, { width: 80, height: 60 });
    expect(small.option.legend).toBeUndefined();
    expect(labels(small.slices)).toEqual([null, null, null, null, null]);
  });

  it("inside the slices of a small pie have the same number of decimals", () => {
    const form = { label_type: "percent", show_labels_threshold: 0 };
    for (let size = 120; size < 200; size += 4) {
      const texts = labels(draw(days, form, { width: 1.5 * size, height: size }).slices).filter(Boolean);
      expect(new Set(texts.map((text) => text?.includes("."))).size, texts.join()).toBe(1);
    }
  });

  it("show only figures inside the slices of a small pie, where they fit", () => {
    const inside = (label_type: string, size = 180) =>
      labels(draw(days, { label_type, show_labels_threshold: 0 }, { width: 1.5 * size, height: size }).slices);
    expect(inside("key_percent")).toEqual(["43.9%", "43.8%", null, null, null]);
    expect(inside("key_value").slice(0, 2)).toEqual(["641", "640"]);
    expect(inside("key"), "beside a legend").toEqual(inside("percent"));
    expect(inside("key", 60).every((text) => text === null)).toBe(true);
    expect(inside("percent", 60).every((text) => text === null)).toBe(true);
  });
});

describe("narrow slices", () => {
  const many = Array.from({ length: 200 }, (_, i) => ({ weather: `Weather of the kind ${i}`, count: 200 - i }));

  it("have borders that don't cover them", () => {
    const { slices } = draw(
      many.map((row, i) => (i < 4 ? row : { ...row, count: 1 })),
      {},
      { width: 300, height: 200 },
    );
    expect(Math.max(...slices.slice(4, -1).map((slice) => slice.itemStyle.borderWidth))).toBeLessThan(1);
    expect(draw(days).slices[0].itemStyle.borderWidth).toBe(1.5);
  });

  it("have names inside that are cut to them, or none", () => {
    const inside = (rows: typeof many) => labels(draw(rows, { labels_outside: false, donut: true }).slices);
    expect(inside(many.slice(0, 4))[0]).toMatch(/^Weather.*…$/);
    const narrow = draw(many.slice(0, 19), { labels_outside: false, donut: true, threshold_for_other: 1 });
    expect(labels(narrow.slices).filter((text) => text !== null)).toEqual([]);
  });
});

describe("shape", () => {
  it("is a ring with its total inside, or a rose", () => {
    const ring = draw(days, { donut: true, innerRadius: 50, show_total: true });
    expect(ring.option.series[0].radius[0]).toBeGreaterThan(0);
    expect(ring.option.graphic.map((element: Parsed) => element.style.text)).toEqual(["1,461", "Total"]);
    expect(draw(days).option.series[0].radius[0]).toBe(0);
    expect(draw(days, { roseType: "area" }).option.series[0].roseType).toBe("area");
  });

  it("names a single slice of a small ring in the legend, unless there is no dimension", () => {
    const alone = (form: Record<string, unknown>) =>
      draw([{ weather: "sun", count: 640 }], { donut: true, show_total: true, ...form }, { width: 300, height: 200 });
    expect(alone({}).option.legend.data.map((item: Parsed) => item.name ?? item)).toEqual(["sun"]);
    expect(alone({ groupby: [] }).option.legend).toBeUndefined();
  });

  it("is summarized in one sentence", () => {
    expect(draw(days).drawing.summary).toBe(
      "Pie chart: count, 5 slices; largest rain (641, 43.9%), smallest snow (26, 1.8%).",
    );
  });
});

describe("controls", () => {
  it("appear only if the setting they depend on is on", () => {
    const shown = (formData: Record<string, unknown>) =>
      visibleControls(pie.sections, { formData }).map((control) => control.name);
    expect(shown({})).not.toContain("innerRadius");
    expect(shown({ donut: true })).toContain("innerRadius");
    expect(shown({ label_type: "template" })).toContain("label_template");
    expect(shown({ show_labels: false })).not.toContain("label_type");
  });
});

describe("labels beside the pie", () => {
  const box = { x: 180, y: 150, outer: 100, hasLabels: true };
  const at = (x: number, y: number) => awayFromSlices({ x, y, width: 60, height: 28 }, box, 300);

  it("move up or down where a slice would be behind them, inside the chart", () => {
    expect(at(200, 26)).toBeCloseTo(-4, 0);
    expect(at(200, 246)).toBeCloseTo(4, 0);
    expect(at(200, 0), "has room already").toBe(0);
    expect(at(300, 140), "is beside").toBe(0);
    expect(awayFromSlices({ x: 200, y: 2, width: 60, height: 60 }, box, 300)).toBe(-2);
  });

  it("are in the middle of a ring", () => {
    const rect = { x: 190, y: 90, width: 20, height: 20 };
    expect(toMiddle(rect, { x: 100, y: 100 })).toEqual({ dx: -3, dy: -0 });
    expect(toMiddle(rect, { x: 200, y: 100 })).toEqual({ dx: -0, dy: -0 });
  });

  it("stay where they are inside slices", () => {
    expect(at(170, 130)).toBe(0);
  });
});
