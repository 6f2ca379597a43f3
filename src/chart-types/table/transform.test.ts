import { describe, expect, test } from "vitest";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import { barOf } from "../../chart-kit/table-chart/columns.ts";
import { type TableDrawing, toneOf } from "../../chart-kit/table-chart/transform.ts";
import type { Selection } from "../../chart-seam/chart-type.ts";
import type { Dataset } from "../../model/dataset.ts";
import type { ChartDataResult } from "../../model/query-context.ts";
import { definition as table } from "./definition.ts";

const theme = chartTheme("light");
const DATASET: Dataset = {
  id: 7,
  table_name: "flights",
  columns: [{ column_name: "origin", filterable: true, groupby: true, is_dttm: false, description: "Where from" }],
  metrics: [{ metric_name: "late_share", expression: "AVG(late)", d3format: ".1%" }],
  verbose_map: { late_share: "Late", origin: "Origin" },
};
const ROWS = [
  { origin: "ORD", count: 166_341, late_share: 0.255 },
  { origin: "DFW", count: 157_000, late_share: 0.2 },
  { origin: null, count: 9, late_share: null },
];
const RESULT: ChartDataResult = { data: ROWS, colnames: ["origin", "count", "late_share"], coltypes: [1, 0, 0] };

interface Extra {
  results?: ChartDataResult[];
  ownState?: Record<string, unknown>;
  selected?: Selection;
}

function draw(formData: Record<string, unknown> = {}, { results = [RESULT], ...rest }: Extra = {}) {
  const drawing = table.transform({
    formData: {
      ...table.defaults(),
      viz_type: "table",
      datasource: "7__table",
      groupby: ["origin"],
      metrics: ["count", "late_share"],
      ...formData,
    },
    results,
    dataset: DATASET,
    theme,
    colorOf: () => "#000000",
    rampOf: () => [],
    width: 600,
    height: 300,
    ...rest,
  });
  return { ...drawing, props: drawing.props as TableDrawing };
}

const column = (drawing: { props: TableDrawing }, key: string) => {
  const found = drawing.props.columns.find((candidate) => candidate.key === key);
  if (!found) throw new Error(`no column ${key}`);
  return found;
};

describe("columns", () => {
  test("labels, descriptions and formats come from the dataset", () => {
    const drawing = draw();
    expect(drawing.props.columns.map((one) => one.label)).toEqual(["Origin", "count", "Late"]);
    expect(column(drawing, "origin")).toMatchObject({ isDimension: true, description: "Where from" });
    expect(column(drawing, "count").format(166_341, {})).toBe("166,341");
    expect(column(drawing, "late_share").format(0.255, {})).toBe("25.5%");
  });

  test("column settings take precedence", () => {
    const column_config = {
      origin: { customColumnName: "From", horizontalAlign: "center", columnWidth: "90", truncateLongCells: false },
      count: { d3NumberFormat: ".1s", currencyFormat: { symbol: "USD", symbolPosition: "suffix" } },
      late_share: { visible: false },
    };
    const drawing = draw({ column_config });
    expect(drawing.props.columns).toHaveLength(2);
    expect(column(drawing, "origin")).toMatchObject({ label: "From", align: "center", width: 90, truncate: false });
    expect(column(drawing, "count").format(166_341, {})).toBe("200k $");
  });

  test("small numbers can have their own format", () => {
    const drawing = draw({ column_config: { late_share: { d3NumberFormat: ",d", d3SmallNumberFormat: ".3f" } } });
    expect([0.255, 12.4].map((value) => column(drawing, "late_share").format(value, {}))).toEqual(["0.255", "12"]);
  });

  test("percent columns are formatted as percent", () => {
    const result = { data: [{ origin: "ORD", "%count": 0.2549 }], colnames: ["origin", "%count"], coltypes: [1, 0] };
    const drawing = draw({ metrics: [], percent_metrics: ["count"] }, { results: [result] });
    expect(column(drawing, "%count")).toMatchObject({ label: "% count" });
    expect(column(drawing, "%count").format(0.2549, {})).toBe("25.5%");
  });

  test("percent columns replace their metrics, unless these are selected too", () => {
    const row = { origin: "ORD", count: 3, late: 2, "%late": 1 };
    const result = { data: [row], colnames: Object.keys(row), coltypes: [1, 0, 0, 0] };
    const keys = (formData: object) =>
      draw({ percent_metrics: ["late"], ...formData }, { results: [result] }).props.columns.map(({ key }) => key);
    expect(keys({ metrics: ["count"] })).toEqual(["origin", "count", "%late"]);
    expect(keys({ metrics: ["count", "late"] })).toEqual(["origin", "count", "late", "%late"]);
  });

  test("dates use their grain or format, and are otherwise shown in full", () => {
    const day = Date.UTC(2001, 4, 7, 13, 21);
    const result = { data: [{ date: day }], colnames: ["date"], coltypes: [2] };
    const text = (formData: Record<string, unknown>) =>
      column(draw({ groupby: ["date"], metrics: [], ...formData }, { results: [result] }), "date").format(day, {});
    expect(text({ time_grain_sqla: "P1M" })).toBe("May 2001");
    expect(text({ table_timestamp_format: "%d.%m.%Y" })).toBe("07.05.2001");
    expect(text({ column_config: { date: { d3TimeFormat: "%Y" } } })).toBe("2001");
    expect(text({})).toBe("2001-05-07 13:21:00");
  });

  test("markup is rendered only if allowed", () => {
    expect(column(draw(), "origin").allowHtml).toBe(true);
    expect(column(draw({ allow_render_html: false }), "origin").allowHtml).toBe(false);
  });
});

describe("cell bars and rules", () => {
  test("bars are on measures unless turned off", () => {
    expect(column(draw(), "count").look?.(166_341, ROWS[0]!)?.bar).toEqual({ from: 0, to: 1, color: theme.warm });
    expect(column(draw(), "origin").hasBars).toBe(false);
    expect(column(draw({ show_cell_bars: false }), "count").hasBars).toBe(false);
    const own = draw({ show_cell_bars: false, column_config: { count: { showCellBars: true } } });
    expect(column(own, "count").hasBars).toBe(true);
  });

  test("negative values extend left of a common zero, or start at the left when aligned", () => {
    const style = { extent: { min: -5, max: 15 }, isAligned: false, isColored: true };
    expect(barOf(-5, style, theme)).toEqual({ from: 0, to: 0.25, color: theme.focus });
    expect(barOf(15, style, theme)).toEqual({ from: 0.25, to: 1, color: theme.warm });
    expect(barOf(-5, { ...style, isAligned: true, isColored: false }, theme)).toEqual({
      from: 0,
      to: 5 / 15,
      color: theme.warm,
    });
    expect(barOf(null, style, theme)).toBeUndefined();
  });

  test("rules color background, text and bar", () => {
    const rule = (objectFormatting: string) => ({
      conditional_formatting: [
        { column: "count", operator: ">", targetValue: 100_000, colorScheme: "colorError", objectFormatting },
      ],
    });
    const look = (part: string) => column(draw(rule(part)), "count").look?.(166_341, ROWS[0]!);
    expect(look("BACKGROUND_COLOR")?.background).toContain(theme.error);
    expect(look("TEXT_COLOR")?.color).toBe(theme.error);
    expect(look("CELL_BAR")?.bar?.color).toBe(theme.error);
  });

  test("a rule for the entire row applies to dimensions", () => {
    const conditional_formatting = [
      { column: "count", operator: "<", targetValue: 10, columnFormatting: "ENTIRE_ROW" },
    ];
    const look = column(draw({ conditional_formatting }), "origin").look;
    expect(look?.(null, ROWS[2]!)?.background).toBeDefined();
    expect(look?.("ORD", ROWS[0]!)?.background).toBeUndefined();
  });
});

describe("time comparison", () => {
  const result = {
    data: [{ origin: "ORD", count: 120, "count__1 year ago": 100 }],
    colnames: ["origin", "count", "count__1 year ago"],
    coltypes: [1, 0, 0],
  };
  const compared = (formData: Record<string, unknown> = {}) =>
    draw({ metrics: ["count"], time_compare: "1 year ago", ...formData }, { results: [result] });

  test("a metric becomes four columns under one heading", () => {
    const { columns, rows, hasComparison } = compared().props;
    expect(columns.map(({ group, label }) => [group, label])).toEqual([
      [undefined, "Origin"],
      ["count", "Main"],
      ["count", "#"],
      ["count", "△"],
      ["count", "%"],
    ]);
    expect(rows[0]).toMatchObject({ "Main count": 120, "# count": 100, "△ count": 20, "% count": 0.2 });
    expect(hasComparison).toBe(true);
  });

  test("differences are signed, and changes are in percent", () => {
    const drawing = compared();
    expect(column(drawing, "△ count").format(20, {})).toBe("+20");
    expect(column(drawing, "% count").format(-0.2, {})).toBe("-20.0%");
  });

  test("colors appear only if enabled, in the configured direction", () => {
    const color = (formData: Record<string, unknown>, value: number) =>
      column(compared(formData), "△ count").look?.(value, {})?.color;
    expect(color({}, 20)).toBeUndefined();
    expect(color({ comparison_color_enabled: true }, 20)).toBe(theme.success);
    expect(color({ comparison_color_enabled: true, comparison_color_scheme: "Red" }, 20)).toBe(theme.error);
    expect(color({ comparison_color_enabled: true }, 0)).toBeUndefined();
  });
});

describe("totals, order and pagination", () => {
  test("the summary row contains the totals, and 100% in percent columns", () => {
    const results = [RESULT, { data: [{ count: 3_000_000, late_share: 0.209 }] }];
    const { summary } = draw({ show_totals: true, percent_metrics: ["count"] }, { results }).props;
    expect(summary).toEqual({ count: 3_000_000, late_share: 0.209, "%count": 1 });
  });

  test("a metric requested only as a share is shown only as a share", () => {
    const share = { colnames: ["Origin", "count", "late_share", "%late_share"], coltypes: [1, 0, 0, 0] };
    const results = [
      { ...RESULT, ...share, data: [{ Origin: "USA", count: 7, late_share: 0.3, "%late_share": 0.75 }] },
    ];
    const shown = (formData: Record<string, unknown>) =>
      draw(formData, { results }).props.columns.map(({ key, format }) => [key, format(0.75, {})]);
    const dimension = ["Origin", expect.anything()];
    expect(shown({ metrics: ["count"], percent_metrics: ["late_share"] })).toEqual([
      ...[dimension, ["count", expect.anything()], ["%late_share", "75.0%"]],
    ]);
    expect(shown({ metrics: ["count", "late_share"], percent_metrics: ["late_share"] }).map(([key]) => key)).toEqual(
      share.colnames,
    );
  });

  test("long numbers keep their format, bar and all digits", () => {
    const data = [{ origin: "9007199254740993", count: "9007199254740993", late_share: 1 }];
    const results = [{ ...RESULT, data: [...data, { origin: "USA", count: 7, late_share: 0.3 }] }];
    const column_config = { count: { d3NumberFormat: "$,.2f" } };
    const shown = draw({ column_config, show_cell_bars: true }, { results });
    const count = column(shown, "count");
    expect(count.format("9007199254740993", {})).toBe("$9,007,199,254,740,993.00");
    expect(count.look?.("9007199254740993", {})?.bar).toMatchObject({ from: 0, to: 1 });
    expect(column(shown, "origin").format("9007199254740993", {})).toBe("9007199254740993");
  });

  test("the headers show the query's order", () => {
    expect(draw({ timeseries_limit_metric: "late_share" }).props.order).toEqual([
      { key: "late_share", descending: true },
    ]);
    expect(draw({ timeseries_limit_metric: "hidden" }).props.order).toEqual([]);
  });

  test("server pagination has the total, the page and the searchable columns", () => {
    const ownState = { currentPage: 2, sortBy: [{ key: "count", desc: true }], searchText: "or" };
    const { server, pageLength } = draw(
      { server_pagination: true, server_page_length: 20 },
      { results: [RESULT, { data: [{ rowcount: 4321 }] }], ownState },
    ).props;
    expect(server).toMatchObject({ total: 4321, pageSize: 20, sort: [{ key: "count", descending: true }] });
    expect(server?.searchColumns).toEqual([{ key: "origin", label: "Origin" }]);
    expect(pageLength).toBe(0);
  });

  test("a search without matches isn't an empty chart", () => {
    const results = [{ ...RESULT, data: [] }, { data: [{ rowcount: 0 }] }];
    expect(draw({}, { results: [{ data: [] }] }).isEmpty).toBe(true);
    expect(draw({ server_pagination: true }, { results, ownState: { searchText: "x" } }).isEmpty).toBe(false);
  });

  test("the summary contains row count and column names", () => {
    expect(draw().summary).toBe("Table of 3 rows: Origin, count, Late.");
  });
});

describe("selection", () => {
  const selected = { clauses: [{ column: "origin", values: ["ORD", null] }], label: "ORD" };

  test("clauses use the dimension with its grain", () => {
    const day = { groupby: ["date"], time_grain_sqla: "P1D", temporal_columns_lookup: { date: true } };
    expect(draw(day).props.dimensions).toEqual({ date: { column: "date", grain: "P1D" } });
    expect(draw({ query_mode: "raw", all_columns: ["origin"] }).props.dimensions).toEqual({
      origin: { column: "origin" },
    });
  });

  test("selected rows are highlighted, including null", () => {
    expect(ROWS.map((row) => toneOf(row, selected))).toEqual(["selected", "muted", "selected"]);
    expect(toneOf(ROWS[0]!, null)).toBeUndefined();
  });
});
