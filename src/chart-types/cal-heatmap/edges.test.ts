import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DrawOptions, drawChart, type Parsed } from "../../testing/chart.ts";
import { blockOf, slotOf } from "./calendar.ts";
import { definition as calHeatmap } from "./definition.ts";
import { DOMAINS, type Domain, type Subdomain } from "./schema.ts";

const DAY = 86_400_000;
const FORM = { granularity_sqla: "date", time_range: "1969", metrics: ["n"] };
const draw = (rows: Record<string, unknown>[], form: Record<string, unknown> = {}, options: DrawOptions = {}) =>
  drawChart(calHeatmap, { ...FORM, ...form }, rows, { types: { date: 2, n: 0 }, ...options });
const fills = ({ option }: ReturnType<typeof draw>): string[] =>
  option.series[0].data.map(
    (_: unknown, dataIndex: number) => option.series[0].renderItem({ dataIndex }).children[0].style.fill,
  );
const words = ({ option }: ReturnType<typeof draw>): string[] =>
  (option.graphic ?? []).flatMap((part: Parsed) => part.style?.text ?? []);
const days = (...values: (number | null)[]) => values.map((n, i) => ({ date: Date.UTC(1969, 11, 30) + i * DAY, n }));

const PAIRS: readonly (readonly [Domain, Subdomain])[] = [
  ["hour", "min"],
  ["day", "hour"],
  ["week", "day"],
  ["month", "day"],
  ["month", "week"],
  ["year", "week"],
  ["year", "month"],
];

describe("calendar positions", () => {
  it("are integers and never before the block, for any time of any year", () => {
    const moment = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2100, 0, 1) });
    fc.assert(
      fc.property(moment, fc.constantFrom(...PAIRS), (at, [domain, subdomain]) => {
        const { block, column, row } = slotOf(at, domain, subdomain);
        expect(block).toBeLessThanOrEqual(at);
        expect([Number.isInteger(column), Number.isInteger(row), column >= 0, row >= 0]).toEqual([
          true,
          true,
          true,
          true,
        ]);
      }),
    );
  });

  it("are unique for each cell of a block", () => {
    for (const [domain, subdomain, step, count] of [
      ["month", "day", DAY, 31],
      ["week", "day", DAY, 7],
      ["day", "hour", 3_600_000, 24],
      ["hour", "min", 60_000, 60],
    ] as const) {
      const start = blockOf(Date.UTC(1969, 11, 29), domain);
      const places = Array.from({ length: count }, (_, i) => slotOf(start + i * step, domain, subdomain));
      expect(new Set(places.map(({ block, column, row }) => `${block} ${column} ${row}`)).size, domain).toBe(count);
      expect(new Set(places.map(({ block }) => block)).size, domain).toBe(1);
    }
  });

  it("start blocks at calendar boundaries, before 1970 too, and weeks on Mondays", () => {
    const at = Date.UTC(1969, 11, 31, 13, 45);
    const starts = DOMAINS.map((domain) => new Date(blockOf(at, domain)).toISOString().slice(0, 16));
    expect(starts).toEqual([
      "1969-12-31T13:00",
      "1969-12-31T00:00",
      "1969-12-29T00:00",
      "1969-12-01T00:00",
      "1969-01-01T00:00",
    ]);
  });
});

describe("cell colors", () => {
  it("are the middle color for equal values, with no ends in the legend", () => {
    const drawn = draw(days(7, 7, 7));
    expect(new Set(fills(drawn)).size).toBe(1);
    expect(words(drawn)).toEqual(["n", "Dec", "Jan"]);
  });

  it("have the configured number of steps, at least two", () => {
    const values = Array.from({ length: 60 }, (_, i) => i);
    const count = (steps: unknown) => new Set(fills(draw(days(...values), { steps }))).size;
    expect([count(3), count("5"), count(1), count(-4)]).toEqual([3, 5, 2, 2]);
  });

  it("go from lowest to highest, also below zero", () => {
    const [low, middle, high] = fills(draw(days(-100, 0, 100)));
    expect(new Set([low, middle, high]).size).toBe(3);
    expect(fills(draw(days(-100, 0, 100)))[0]).toBe(fills(draw(days(0, 100)))[0]);
  });
});

describe("several metrics", () => {
  const rows = days(1, 2).map((row) => ({ ...row, m: Number(row.n) * 1000 }));

  it("have one calendar each, one below the other, with separate ranges", () => {
    const drawn = draw(rows, { metrics: ["n", "m"] }, { height: 500 });
    expect(words(drawn)).toEqual(expect.arrayContaining(["n", "m", "1", "2", "1,000", "2,000"]));
    const [, , third] = drawn.option.series[0].data.map(
      (_: unknown, dataIndex: number) => drawn.option.series[0].renderItem({ dataIndex }).children[0].shape.y,
    );
    expect(third).toBeGreaterThan(200);
    expect(drawn.drawing.summary).toBe(
      "Calendar heatmap: n from 1 (Tue Dec 30, 1969) to 2 (Wed Dec 31, 1969); m from 1,000 (Tue Dec 30, 1969) to 2,000 (Wed Dec 31, 1969).",
    );
  });

  it("skip a metric without values", () => {
    expect(draw(days(1, null), { metrics: ["n", "gone"] }).drawing.summary).toBe(
      "Calendar heatmap: n 1 (Tue Dec 30, 1969).",
    );
  });
});

describe("rows without a cell", () => {
  it("have no time or no number", () => {
    const rows = [
      ...[
        { date: null, n: 1 },
        { date: "soon", n: 2 },
        { date: "1969-12-31", n: "3" },
      ],
      ...[
        { date: Date.UTC(1970, 0, 1), n: "NaN" },
        { date: Date.UTC(1970, 0, 1), n: "" },
      ],
    ];
    const drawn = draw(rows);
    expect(fills(drawn)).toHaveLength(1);
    expect(drawn.picture.mark?.({ seriesIndex: 0, dataIndex: 0 })?.text).toBe("Wed Dec 31, 1969: 3");
    expect(drawn.picture.mark?.({ seriesIndex: 0, dataIndex: 9 })).toBeNull();
    expect(drawn.picture.tooltip?.([{ seriesIndex: 0, dataIndex: 9 }])).toBeNull();
  });
});

describe("texts", () => {
  it("can be turned off, and are hidden in a small chart", () => {
    expect(words(draw(days(1, 2), { show_metric_name: false, show_legend: false }))).toEqual(
      ["Dec", "Jan"].slice(0, 1),
    );
    expect(words(draw(days(1, 2), {}, { width: 150, height: 100 }))).toEqual([]);
  });

  it("format times and values as configured", () => {
    const { drawing } = draw(days(1000, 2000), { x_axis_time_format: "%d.%m.%Y", y_axis_format: "$,.0f" });
    expect(drawing.summary).toBe("Calendar heatmap: n from $1,000 (30.12.1969) to $2,000 (31.12.1969).");
  });

  it("name cells by their unit: minute, hour, week or month", () => {
    const name = (domain_granularity: Domain, subdomain_granularity: Subdomain) =>
      draw(days(1), { domain_granularity, subdomain_granularity }).picture.mark?.({ seriesIndex: 0, dataIndex: 0 })
        ?.text;
    expect([name("hour", "min"), name("day", "hour"), name("year", "week"), name("year", "month")]).toEqual([
      ...["Dec 30, 00:00: 1", "Tue Dec 30, 00:00: 1"],
      ...["Week of Dec 30, 1969: 1", "December 1969: 1"],
    ]);
  });
});
