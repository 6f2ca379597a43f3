import { describe, expect, test } from "vitest";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import type { EChartSpec } from "../../chart-kit/echart/echart-spec.ts";
import { QueryContext } from "../../model/query-context.ts";
import { definition as waterfall } from "./definition.ts";
import { gallery } from "./gallery.ts";

const base = {
  ...waterfall.defaults(),
  viz_type: waterfall.key,
  datasource: "1__table",
  x_axis: "month",
  metric: "change",
};

function draw(data: Record<string, unknown>[], more: Record<string, unknown> = {}, size = {}) {
  const names = Object.keys(data[0] ?? { month: 0, change: 0 });
  const drawing = waterfall.transform({
    formData: { ...base, ...more },
    results: [{ data: data as never, colnames: names, coltypes: names.map((name) => (name === "change" ? 0 : 1)) }],
    theme: chartTheme("light"),
    colorOf: () => "#000000",
    rampOf: () => [],
    width: 600,
    height: 300,
    ...size,
  });
  const picture = drawing.props as EChartSpec;
  const [series] = picture.option.series as { data: unknown[] }[];
  return { ...drawing, picture, bars: series?.data, labels: (picture.option.xAxis as { data: string[] }).data };
}

describe("the query", () => {
  test("is valid and complete for every gallery case", () => {
    for (const { name, formData } of gallery) {
      const form = { ...base, ...formData };
      expect(QueryContext.parse(waterfall.buildQuery(form)).queries[0]?.metrics, name).toHaveLength(1);
      expect(waterfall.validate(form), name).toEqual({});
    }
  });

  test("sorts by the axis, then by the breakdown", () => {
    const [query] = waterfall.buildQuery({ ...base, groupby: ["part"], time_grain_sqla: "P1M" }).queries;
    const axis = expect.objectContaining({ columnType: "BASE_AXIS", timeGrain: "P1M", label: "month" });
    expect(query).toMatchObject({
      columns: [axis, "part"],
      metrics: ["change"],
      orderby: [
        [axis, true],
        ["part", true],
      ],
    });
  });
});

describe("axis labels", () => {
  const rows = ["January", "February"].flatMap((month) =>
    ["15 min or more", "Less than 15 min", "Unknown"].map((part) => ({ month, part, change: 10 })),
  );
  const shown = (width: number, form = {}) => {
    const { picture, labels } = draw(rows, { groupby: "part", ...form }, { width, height: 200 });
    const { axisLabel } = picture.option.xAxis as { axisLabel: { interval: unknown } };
    const { interval } = axisLabel;
    return typeof interval === "function" ? labels.filter((text, i) => interval(i, text)) : interval;
  };

  test("show only the totals' names if a breakdown has more than fit", () => {
    expect(shown(300)).toEqual(["January", "February"]);
    expect(shown(300, { x_ticks_layout: "staggered" })).toEqual(["January", "February"]);
    expect(shown(1200)).toBe(0);
    expect(shown(300, { x_ticks_layout: "90°" })).toBe("auto");
    expect(shown(300, { show_total: false }), "each is cut to its band").toBe(0);
  });
});

describe("names of many steps", () => {
  const steps = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ month: `Administrative and support services ${i}`, change: 10 }));
  const axis = (count: number, form = {}, size = { width: 365, height: 300 }) =>
    (draw(steps(count), form, size).picture.option.xAxis as { axisLabel: Record<string, unknown> }).axisLabel;

  test("are rotated and cut where their bands are too narrow to read them", () => {
    const { formatter, ...label } = axis(8) as { formatter(name: string, index: number): string };
    expect(label).toMatchObject({ rotate: 45, interval: 0 });
    expect(formatter("Administrative and support services 4", 4)).toMatch(/^Administrative.*…$/);
    expect(axis(3)).toMatchObject({ overflow: "truncate" });
    expect(axis(40).rotate, "some where even that is too much").toBeUndefined();
    expect(axis(8, { x_ticks_layout: "flat" }).rotate, "as the author chose").toBeUndefined();
    expect(axis(8, {}, { width: 365, height: 120 }).rotate, "in a low chart").toBeUndefined();
  });
});

describe("the colors", () => {
  const colors = (form = {}) => draw([{ month: "a", change: 1 }], form).picture.option.color as string[];

  test("are from the palette unless the author chose others", () => {
    const { categorical, others } = chartTheme("light");
    expect(colors()).toEqual([categorical[8], categorical[6], others]);
    expect(colors({ increase_color: { r: 1, g: 2, b: 3, a: 1 } })[0]).toBe("rgba(1, 2, 3, 1)");
  });
});

describe("the bars", () => {
  const ROWS = [
    { month: "Jan", change: 10 },
    { month: "Feb", change: -4 },
    { month: null, change: 1 },
    { month: "Apr", change: null },
  ];

  test("start where the previous one ended, with a total at the end and no steps for NULL", () => {
    const { bars, labels } = draw(ROWS);
    expect(bars).toEqual([
      [0, 0, 10],
      [1, 10, 6],
      [2, 6, 7],
      [3, 0, 7],
    ]);
    expect(labels).toEqual(["Jan", "Feb", "<NULL>", "Total"]);
    expect(draw(ROWS, { show_total: false }).bars).toHaveLength(3);
    expect(draw(ROWS, { total_label: "All" }).labels.at(-1)).toBe("All");
  });

  test("start from zero at each axis value and end with its total if there are breakdowns", () => {
    const rows = [
      { month: "Jan", part: "a", change: 2 },
      { month: "Jan", part: "b", change: 3 },
      { month: "Feb", part: "a", change: -1 },
    ];
    const { bars, labels } = draw(rows, { groupby: "part" });
    expect(labels).toEqual(["a", "b", "Jan", "a", "Feb"]);
    expect(bars).toEqual([
      [0, 0, 2],
      [1, 2, 5],
      [2, 0, 5],
      [3, 0, -1],
      [4, 0, -1],
    ]);
  });

  test("are described in tooltip, mark and summary", () => {
    const { picture, summary } = draw(ROWS, { decrease_label: "Lost" });
    expect(picture.tooltip?.([{ seriesIndex: 0, dataIndex: 1 }])).toMatchObject({
      title: "Feb",
      rows: [
        { label: "Lost", value: "-4" },
        { label: "Running total", value: "6" },
      ],
    });
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 3 })?.text).toBe("Total: 7");
    expect(picture.walk).toEqual([{ seriesIndex: 0, length: 4 }]);
    expect(summary).toBe("Waterfall chart: change, 3 steps; highest 10 (Jan), lowest -4 (Feb). Total: 7.");
  });

  test("handle a single value, and none", () => {
    expect(draw([{ month: "Jan", change: 5 }]).bars).toHaveLength(2);
    expect(draw([]).isEmpty).toBe(true);
    expect(draw([{ month: "Jan", change: null }]).isEmpty).toBe(true);
  });

  test("format times as configured", () => {
    const drawing = waterfall.transform({
      formData: { ...base, x_axis_time_format: "%b %Y" },
      results: [
        { data: [{ month: Date.UTC(2009, 2, 1), change: 1 }], colnames: ["month", "change"], coltypes: [2, 0] },
      ],
      theme: chartTheme("dark"),
      colorOf: () => "",
      rampOf: () => [],
      width: 600,
      height: 300,
    });
    const { xAxis } = (drawing.props as EChartSpec).option as { xAxis: { data: string[] } };
    expect(xAxis.data[0]).toBe("Mar 2009");
  });
});

test("values are outside their bars, also for negative ones", () => {
  const rows = [
    { month: "Jan", change: -5 },
    { month: "Feb", change: 3 },
  ];
  const { picture } = draw(rows, { show_value: true, show_total: false });
  const [series] = picture.option.series as { renderItem(at: unknown, api: unknown): { children: Child[] } }[];
  interface Child {
    type: string;
    shape: { y: number; height: number };
    style: { y: number; verticalAlign: string };
  }
  const partsOf = (index: number) =>
    series?.renderItem(null, {
      value: () => index,
      coord: ([x, y]: [number, number]) => [x * 100, 100 - y * 10],
      size: () => [100, 0],
    }).children ?? [];
  const placeOf = (index: number) => {
    const [bar, text] = ["rect", "text"].map((type) => partsOf(index).find((part) => part.type === type));
    return { top: bar?.shape.y, height: bar?.shape.height, text: text?.style.y, align: text?.style.verticalAlign };
  };
  expect(placeOf(0)).toEqual({ top: 100, height: 50, text: 154, align: "top" });
  expect(placeOf(1)).toEqual({ top: 120, height: 30, text: 116, align: "bottom" });
});

test("values without room are left out, and the first axis label doesn't touch the numbers", () => {
  const rows = Array.from({ length: 120 }, (_, i) => ({ month: `${2000 + i} Q1`, change: 1000 + i }));
  const { picture } = draw(rows, { show_value: true, show_total: false });
  const [series] = picture.option.series as {
    renderItem(at: unknown, api: unknown): { children: { type: string }[] };
  }[];
  const isWritten = (band: number) =>
    series
      ?.renderItem(null, { value: () => 0, coord: ([x, y]: [number, number]) => [x, y], size: () => [band, 0] })
      .children.some(({ type }) => type === "text");
  expect([26, 60].map(isWritten)).toEqual([false, true]);
  const alignOf = (count: number) =>
    (draw(rows.slice(0, count)).picture.option.xAxis as { axisLabel: { alignMinLabel?: string } }).axisLabel
      .alignMinLabel;
  expect([120, 5].map(alignOf)).toEqual(["left", undefined]);
});

test("bars without room for connectors are drawn as one image, each with its position and tooltip", () => {
  const rows = Array.from({ length: 1500 }, (_, i) => ({ month: `m${i}`, change: i % 2 ? -i : i + 1 }));
  const { picture } = draw(rows, { show_total: false });
  expect(picture.bitmaps).toHaveLength(1);
  expect(picture.walk).toEqual([{ seriesIndex: 0, length: 1500 }]);
  const values = picture.tooltip?.([{ seriesIndex: 0, dataIndex: 1400 }])?.rows.map((row) => row.value);
  expect(values).toContain("1,401");
  expect(draw(rows.slice(0, 100)).picture.bitmaps).toBeUndefined();
});

test("all bars have their values, shorter where they are narrow, and a note says that names are left out", () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ month: `Place ${i}`, change: 1234.5 + 100 * i }));
  const written = (count: number, band: number) => {
    const { picture } = draw(rows(count), { show_value: true, show_total: false });
    const [series] = picture.option.series as {
      renderItem(at: unknown, api: unknown): { children: { type: string; style: { text: string } }[] };
    }[];
    const at = (index: number) => ({
      value: () => index,
      coord: ([x, y]: [number, number]) => [x, y],
      size: () => [band, 0],
    });
    return rows(count).flatMap((_, index) =>
      (series?.renderItem(null, at(index)).children ?? []).flatMap(({ type, style }) =>
        type === "text" ? [style.text] : [],
      ),
    );
  };
  expect(written(3, 80)).toEqual(["1,234.5", "1,334.5", "1,434.5"]);
  expect(written(3, 40)).toEqual(["1.2k", "1.3k", "1.4k"]);
  expect(written(3, 15)).toEqual([]);
  const note = "Not all names fit. Hover over a bar to see its name";
  expect([4, 60].map((count) => draw(rows(count)).warning)).toEqual([undefined, note]);
});
