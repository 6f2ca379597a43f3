import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Selection } from "../../../chart-seam/chart-type.ts";
import type { FormData } from "../../../model/form-data.ts";
import { chartDataRoutes, contextsOf, grantAllAccess, renderOnDashboard } from "../../../testing/dashboard-page.tsx";
import { DrillByDialog } from "./DrillByDialog.tsx";
import { DrillDetailDialog } from "./DrillDetailDialog.tsx";
import { detailContext, drilledForm, usedColumns } from "./drill.ts";
import { MarkMenu } from "./MarkMenu.tsx";
import { useTile } from "./use-tile.ts";

beforeEach(grantAllAccess);

const mark = (column: string, value: string, grain?: string): Selection => ({
  clauses: [{ column, values: [value], ...(grain ? { grain } : {}) }],
  label: value,
});
const form = (rest: Record<string, unknown>): FormData => ({ viz_type: "pie", ...rest });

describe("drilledForm", () => {
  it.each<[string, Record<string, unknown>, Selection | null, Record<string, unknown>]>([
    ["in place of the mark's column", { groupby: ["a", "b", "c"] }, mark("b", "x"), { groupby: ["a", "d", "c"] }],
    ["in rows of a pivot", { groupbyRows: ["a"] }, mark("a", "x"), { groupbyRows: ["d"] }],
    ["on a category axis", { x_axis: "a" }, mark("a", "x"), { x_axis: "d" }],
    ["next to a time axis", { x_axis: "t" }, mark("t", "x", "P1D"), { x_axis: "t", groupby: ["d"] }],
    ["as groups without a mark", { x_axis: "t", groupby: ["a"] }, null, { x_axis: "t", groupby: ["d"] }],
  ])("goes %s", (_, before, selection, after) => {
    expect(drilledForm(form(before), { selection, dimension: "d" })).toEqual(form(after));
  });

  it("lists the columns a chart uses", () => {
    const axis = { sqlExpression: "t", label: "Time", isColumnReference: true };
    expect(usedColumns(form({ groupby: ["a"], x_axis: axis, columns: "b" }))).toEqual(new Set(["a", "b", "t"]));
  });

  it("includes columns with a single value in a grid cell or an earlier step", () => {
    const cell = { clauses: [...mark("a", "x").clauses, ...mark("origin", "ORD").clauses], label: "x, ORD" };
    const several = { clauses: [{ column: "b", values: ["x", "y"] }], label: "x, y" };
    expect(usedColumns(form({ groupby: ["a"] }), [cell, several, mark("t", "x", "P1D"), null])).toEqual(
      new Set(["a", "origin"]),
    );
  });
});

describe("detailContext", () => {
  it("requests a page of a mark's rows without grouping", () => {
    const context = {
      datasource: { id: 7, type: "table" },
      queries: [
        {
          columns: ["origin"],
          metrics: ["count"],
          filters: [{ col: "delay", op: ">", val: 5 }],
          time_range: "2001",
          extras: { where: "a = 1", having: "count(*) > 3", time_grain_sqla: "P1D" },
        },
      ],
    };
    const [rows, count] = detailContext(context, mark("origin", "ORD").clauses, 3)?.queries ?? [];
    const filters = [
      { col: "delay", op: ">", val: 5 },
      { col: "origin", op: "IN", val: ["ORD"] },
    ];
    expect(rows).toMatchObject({ filters, time_range: "2001", row_limit: 50, row_offset: 100 });
    expect(rows?.extras).toEqual({ where: "a = 1", having: "" });
    expect(rows).not.toHaveProperty("columns");
    expect(count).toMatchObject({ filters, is_rowcount: true });
    expect(detailContext({ ...context, queries: [] }, [], 1)).toBeUndefined();
  });
});

describe("the mark menu", () => {
  const infoOf = (columns: { column_name: string; verbose_name: string | null }[]) => ({
    body: {
      result: {
        id: 7,
        table_name: "flights",
        columns,
        owners: [],
        created_by: null,
        changed_by: null,
        created_on_humanized: "",
        changed_on_humanized: "",
      },
    },
  });
  const routes = {
    "GET /api/v1/dataset/7/drill_info/": infoOf([
      { column_name: "origin", verbose_name: null },
      { column_name: "carrier", verbose_name: "Carrier" },
    ]),
  };

  it("excludes the value, one column at a time, and offers the columns that aren't in use", async () => {
    const onFilter = vi.fn();
    const onChoose = vi.fn();
    const selection = {
      clauses: [
        { column: "origin", values: ["ORD"] },
        { column: "day", values: [5] },
      ],
      label: "ORD, Fri",
    };
    const drillBy = { datasetId: 7, dashboardId: 5, used: new Set(["origin"]), onChoose };
    renderOnDashboard(
      <MarkMenu at={{ x: 0, y: 0 }} {...{ selection, onFilter, drillBy }} onClose={() => {}} />,
      {},
      routes,
    );
    await userEvent.hover(await screen.findByText("Exclude"));
    await userEvent.click(await screen.findByText("Fri"));
    expect(onFilter).toHaveBeenCalledWith({
      clauses: [{ column: "day", values: [5] }],
      label: "not Fri",
      isExcluded: true,
    });
    await userEvent.hover(screen.getByText("Drill by"));
    await userEvent.click(await screen.findByText("Carrier"));
    expect(onChoose).toHaveBeenCalledWith("carrier");
    expect(screen.queryByText("origin")).toBeNull();
  });

  it("searches among many columns in a dialog", async () => {
    const onChoose = vi.fn();
    const onClose = vi.fn();
    const many = Array.from({ length: 14 }, (_, i) => ({ column_name: `c${i}`, verbose_name: `Column ${i}` }));
    const drillBy = { datasetId: 9, dashboardId: 5, used: new Set<string>(), onChoose };
    const info = { "GET /api/v1/dataset/9/drill_info/": infoOf(many) };
    renderOnDashboard(<MarkMenu at={{ x: 0, y: 0 }} selection={null} {...{ drillBy, onClose }} />, {}, info);
    await userEvent.hover(await screen.findByText("Drill by"));
    await screen.findByText("Column 9");
    expect(screen.queryByText("Column 10")).toBeNull();
    await userEvent.click(screen.getByText("All 14 columns…"));
    await userEvent.type(await screen.findByRole("searchbox", { name: "Search columns" }), "n 13");
    await userEvent.click(screen.getByRole("button", { name: "Column 13" }));
    expect(onChoose).toHaveBeenCalledWith("c13");
    expect(onClose).toHaveBeenCalledOnce();
  });
});

const selection = mark("origin", "ORD");

function Detail() {
  const tile = useTile(1);
  const context = { datasource: { id: 7, type: "table" }, queries: [{ metrics: ["count"] }] };
  return (
    <DrillDetailDialog
      title="Chart 1"
      tile={{ ...tile, state: { status: "ready", context } }}
      selection={selection}
      onClose={() => {}}
    />
  );
}

function By() {
  return (
    <DrillByDialog
      chartId={1}
      title="Chart 1"
      tile={useTile(1)}
      step={{ selection, dimension: "delay" }}
      onClose={() => {}}
    />
  );
}

describe("dialogs", () => {
  it("show the rows of a mark, and all rows after its condition is removed", async () => {
    const { requests } = renderOnDashboard(<Detail />);
    const dialog = await screen.findByRole("dialog", { name: "Rows in “Chart 1”" });
    expect(await within(dialog).findByRole("button", { name: "Download rows" })).toBeTruthy();
    await userEvent.click(await within(dialog).findByRole("button", { name: "Remove condition origin" }));
    await waitFor(() => expect(contextsOf(requests)).toHaveLength(2));
    expect(contextsOf(requests).map(({ queries }) => queries[0]?.filters)).toEqual([
      [{ col: "origin", op: "IN", val: ["ORD"] }],
      [],
    ]);
    expect(contextsOf(requests).every(({ result_type }) => result_type === "drill_detail")).toBe(true);
  });

  it("break the mark down by another column, as a chart or a table", async () => {
    const { requests } = renderOnDashboard(<By />, {}, chartDataRoutes());
    const dialog = await screen.findByRole("dialog", { name: "Drill by: Chart 1" });
    await waitFor(() => expect(contextsOf(requests)).toHaveLength(1));
    expect(contextsOf(requests)[0]?.queries[0]?.filters).toMatchObject([{ col: "origin", op: "IN", val: ["ORD"] }]);
    expect(within(dialog).getByText("ORD by delay").getAttribute("aria-current")).toBe("step");
    await userEvent.click(within(dialog).getByRole("radio", { name: "Table" }));
    expect(await within(dialog).findByRole("grid", { name: "Chart 1" })).toBeTruthy();
  });
});
