import { describe, expect, test } from "vitest";
import { drawingProblems, visibleControls } from "../../chart-seam/define.ts";
import { FormData } from "../../model/form-data.ts";
import { loadTypedForm } from "../index.ts";
import { definition as table } from "./definition.ts";
import { gallery } from "./gallery.ts";

const FORM = {
  ...table.defaults(),
  viz_type: "table",
  datasource: "7__table",
  groupby: ["origin"],
  metrics: ["count"],
};
const build = (formData: Record<string, unknown>, ownState?: Record<string, unknown>) =>
  table.buildQuery({ ...FORM, ...formData }, { ownState }).queries;

const SUM = { expressionType: "SIMPLE", column: { column_name: "delay" }, aggregate: "SUM", label: "Delay" };

describe("aggregate mode", () => {
  test("requests dimensions and metrics, sorted by the first metric descending", () => {
    const [query, ...others] = build({ metrics: ["count", SUM], row_limit: 100 });
    expect(others).toEqual([]);
    expect(query).toMatchObject({
      columns: ["origin"],
      metrics: ["count", SUM],
      orderby: [["count", false]],
      row_limit: 100,
      post_processing: [],
    });
  });

  test("sorts by the sort metric", () => {
    expect(build({ timeseries_limit_metric: "late_share", order_desc: false })[0]?.orderby).toEqual([
      ["late_share", true],
    ]);
    expect(build({ timeseries_limit_metric: ["late_share"] })[0]?.orderby).toEqual([["late_share", false]]);
  });

  test("applies the grain to temporal dimensions", () => {
    const [query] = build({
      groupby: ["date", "origin"],
      time_grain_sqla: "P1W",
      temporal_columns_lookup: { date: true },
    });
    expect(query?.columns?.[0]).toMatchObject({ sqlExpression: "date", columnType: "BASE_AXIS", timeGrain: "P1W" });
    expect(query?.columns?.[1]).toBe("origin");
  });

  test("requests percent metrics once and computes contributions", () => {
    const [query] = build({ percent_metrics: ["count", "late_count"] });
    expect(query?.metrics).toEqual(["count", "late_count"]);
    expect(query?.post_processing).toEqual([
      {
        operation: "contribution",
        options: { columns: ["count", "late_count"], rename_columns: ["%count", "%late_count"] },
      },
    ]);
  });

  test("requests the base of shares of all records", () => {
    const queries = build({ percent_metrics: ["late_count"], percent_metric_calculation: "all_records" });
    expect(queries).toHaveLength(2);
    expect(queries[1]).toMatchObject({ columns: [], metrics: ["late_count"], row_limit: 0, post_processing: [] });
  });

  test("requests totals of the metrics only, without limit or order", () => {
    const queries = build({ show_totals: true });
    expect(queries[1]).toMatchObject({
      columns: [],
      metrics: ["count"],
      row_limit: 0,
      row_offset: 0,
      orderby: [],
      post_processing: [],
    });
  });

  test("applies dashboard filters to every query", () => {
    const extra_form_data = { filters: [{ col: "origin", op: "IN", val: ["ORD"] }] };
    for (const query of build({ show_totals: true, server_pagination: true, extra_form_data })) {
      expect(query.filters).toEqual([{ col: "origin", op: "IN", val: ["ORD"], isExtra: true }]);
    }
  });
});

describe("time comparison", () => {
  test("requests the sums that the shares of a page are of", () => {
    const paged = { server_pagination: true, percent_metrics: ["late_count"] };
    const [, , sums, ...others] = build(paged, { currentPage: 1, searchText: "x", searchColumn: "origin" });
    expect(sums).toMatchObject({ metrics: ["late_count"], columns: [], row_limit: 0, post_processing: [] });
    expect(sums?.filters).toContainEqual({ col: "origin", op: "CONTAINS TEXT", val: "x" });
    expect(others).toEqual([]);
    // The summary has them too.
    expect(build({ ...paged, show_totals: true })).toHaveLength(3);
    expect(build({ percent_metrics: ["late_count"] })).toHaveLength(1);
  });

  test("requests one offset, including percent metrics", () => {
    const [query] = build({ time_compare: "1 year ago", percent_metrics: ["count"] });
    expect(query?.time_offsets).toEqual(["1 year ago"]);
    expect(query?.post_processing?.[0]?.options).toEqual({
      columns: ["count", "count__1 year ago"],
      rename_columns: ["%count", "%count__1 year ago"],
    });
  });

  test("supports a custom start date and the inherited range", () => {
    expect(build({ time_compare: "custom", start_date_offset: "2001-01-01" })[0]?.time_offsets).toEqual(["2001-01-01"]);
    expect(build({ time_compare: ["inherit"] })[0]?.time_offsets).toEqual(["inherit"]);
    expect(build({ time_compare: "custom" })[0]?.time_offsets).toBeUndefined();
  });
});

describe("raw mode", () => {
  const raw = { query_mode: "raw", all_columns: ["origin", "delay"], groupby: [], metrics: [] };

  test("requests columns without metrics, ordered as configured", () => {
    const [query] = build({ ...raw, order_by_cols: ['["delay", false]', '["origin", true]', "broken"] });
    expect(query?.columns).toEqual(["origin", "delay"]);
    expect(query?.metrics).toBeUndefined();
    expect(query?.orderby).toEqual([
      ["delay", false],
      ["origin", true],
    ]);
  });

  test("has neither totals nor comparison", () => {
    expect(build({ ...raw, show_totals: true, time_compare: "1 year ago" })).toHaveLength(1);
    expect(build({ ...raw, time_compare: "1 year ago" })[0]?.time_offsets).toBeUndefined();
  });

  test("is used for legacy charts with columns only", () => {
    const old = { viz_type: "table", datasource: "7__table", all_columns: ["origin"] };
    expect(table.migrate?.(old).query_mode).toBe("raw");
    expect(table.buildQuery(old).queries[0]?.columns).toEqual(["origin"]);
    expect(table.migrate?.({ ...old, groupby: ["origin"] }).query_mode).toBe("aggregate");
  });

  test.each(["table", "ag-grid-table", "handlebars"])("is used for a %s whose groups are empty", async (viz_type) => {
    const old = { viz_type, datasource: "7__table", all_columns: ["origin"], metrics: [], percent_metrics: null };
    for (const groupby of [[], null, ""]) {
      const found = await loadTypedForm(FormData.parse({ ...old, groupby, query_mode: null }));
      expect(found && drawingProblems(found.type, found.formData)).toEqual({});
      expect(found?.type.buildQuery(found.formData).queries[0]).toMatchObject({ columns: ["origin"] });
      expect(found?.formData.query_mode).toBe("raw");
    }
  });
});

describe("server pagination", () => {
  const paged = { server_pagination: true, server_page_length: 20, row_limit: 1000 };

  test("requests a page of rows and their count", () => {
    const [rows, count] = build(paged, { currentPage: 3 });
    expect(rows).toMatchObject({ row_limit: 20, row_offset: 60 });
    expect(count).toMatchObject({ is_rowcount: true, row_limit: 1000, row_offset: 0, post_processing: [] });
  });

  test("the last page ends at the row limit", () => {
    expect(build({ ...paged, row_limit: 50 }, { currentPage: 2 })[0]).toMatchObject({ row_limit: 10, row_offset: 40 });
  });

  test("the viewer's page size takes precedence", () => {
    expect(build(paged, { currentPage: 1, pageSize: 50 })[0]).toMatchObject({ row_limit: 50, row_offset: 50 });
  });

  test("headers sort by metric or column", () => {
    const state = { sortBy: [{ key: "Delay", desc: true }, { key: "origin" }] };
    expect(build({ ...paged, metrics: ["count", SUM] }, state)[0]?.orderby).toEqual([
      [SUM, false],
      ["origin", true],
    ]);
    expect(build({ ...paged, percent_metrics: ["count"] }, { sortBy: [{ key: "%count" }] })[0]?.orderby).toEqual([
      ["count", true],
    ]);
  });

  test("search filters both rows and count", () => {
    for (const query of build(paged, { searchText: " or ", searchColumn: "origin" })) {
      expect(query.filters).toEqual([{ col: "origin", op: "CONTAINS TEXT", val: "or" }]);
    }
    expect(build(paged, { searchText: "or" })[0]?.filters).toEqual([]);
    expect(build({}, { searchText: "or", searchColumn: "origin" })[0]?.filters).toEqual([]);
  });

  test("requests totals after the count", () => {
    const queries = build({ ...paged, show_totals: true });
    expect(queries).toHaveLength(3);
    expect(queries[2]).toMatchObject({ columns: [], metrics: ["count"] });
  });

  test("requests the first page for an invalid state", () => {
    expect(build(paged, { currentPage: -4, sortBy: "x" })[0]).toMatchObject({ row_limit: 20, row_offset: 0 });
  });
});

describe("controls", () => {
  const names = (formData: Record<string, unknown>) =>
    visibleControls(table.sections, { formData: { ...FORM, ...formData } }).map((control) => control.name);

  test("each mode shows its own controls", () => {
    expect(names({})).toEqual(expect.arrayContaining(["groupby", "metrics", "percent_metrics", "show_totals"]));
    expect(names({})).not.toContain("all_columns");
    const raw = names({ query_mode: "raw" });
    expect(raw).toEqual(expect.arrayContaining(["all_columns", "order_by_cols"]));
    expect(raw).not.toContain("metrics");
    expect(raw).not.toContain("time_compare");
  });

  test("browser and server pagination are mutually exclusive", () => {
    expect(names({})).toContain("page_length");
    expect(names({ server_pagination: true })).toContain("server_page_length");
    expect(names({ server_pagination: true })).not.toContain("page_length");
  });

  test("comparison colors appear only with a comparison", () => {
    expect(names({})).not.toContain("comparison_color_enabled");
    const compared = names({ time_compare: "1 year ago", comparison_color_enabled: true });
    expect(compared).toEqual(expect.arrayContaining(["comparison_color_enabled", "comparison_color_scheme"]));
    expect(compared).not.toContain("allow_rearrange_columns");
  });

  test("requires at least one column or metric", () => {
    const empty = { ...FORM, groupby: [], metrics: [] };
    expect(Object.keys(table.validate(empty))).toEqual(["groupby", "metrics", "percent_metrics"]);
    expect(table.validate({ ...empty, percent_metrics: ["count"] })).toEqual({});
    expect(table.validate({ ...empty, query_mode: "raw" })).toEqual({ all_columns: "Columns cannot be empty" });
  });

  test("the row limit is higher with server pagination", () => {
    expect(table.validate({ ...FORM, row_limit: 200_000 })).toEqual({ row_limit: "Value cannot exceed 100,000" });
    expect(table.validate({ ...FORM, row_limit: 200_000, server_pagination: true })).toEqual({});
    expect(table.validate({ ...FORM, row_limit: 2.5 })).toEqual({
      row_limit: "Row limit is expected to be an integer",
    });
  });

  test("defaults match the API", () => {
    expect(table.defaults()).toMatchObject({
      query_mode: "aggregate",
      row_limit: 10_000,
      server_page_length: 10,
      percent_metric_calculation: "row_limit",
      order_desc: true,
      table_timestamp_format: "smart_date",
      show_cell_bars: true,
      color_pn: true,
      align_pn: false,
      allow_render_html: true,
    });
  });

  test("every gallery case is valid", () => {
    for (const { formData } of gallery) {
      const full = { ...FORM, groupby: [], metrics: [], ...formData };
      expect(table.validate(full)).toEqual({});
      expect(table.buildQuery(full).queries.length).toBeGreaterThan(0);
    }
  });
});
