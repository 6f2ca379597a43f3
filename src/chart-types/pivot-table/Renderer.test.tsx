import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import type { DataRow } from "../../model/query-context.ts";
import { definition as pivotTable } from "./definition.ts";
import { Renderer as PivotTable } from "./Renderer.tsx";
import type { PivotDrawing } from "./transform.ts";

const theme = chartTheme("light");
const CELLS = Array.from({ length: 400 }, (_, i) => ({ group: `G${i % 20}`, item: `I${i}`, kind: "K", n: i }));
const totalsBy = (...names: string[]) => {
  const groups = Map.groupBy(CELLS, (cell) => names.map((name) => cell[name as "group"]).join(" "));
  return [...groups.values()].map(
    (cells): DataRow => ({
      ...Object.fromEntries(names.map((name) => [name, cells[0]?.[name as "group"] ?? null])),
      n: cells.reduce((sum, { n }) => sum + n, 0),
    }),
  );
};

function show(formData: Record<string, unknown> = {}) {
  const handlers = { onSelect: vi.fn(), onContextMenu: vi.fn() };
  const full = {
    ...pivotTable.defaults(),
    ...{ viz_type: "pivot_table_v2", datasource: "7__table", metrics: ["n"] },
    ...{ groupbyRows: ["group", "item"], groupbyColumns: ["kind"], rowSubTotals: true, rowSubtotalPosition: true },
    ...formData,
  };
  const { queries } = pivotTable.buildQuery(full);
  const drawing = pivotTable.transform({
    ...{ formData: full, theme, colorOf: () => "", rampOf: () => [], width: 600, height: 300 },
    results: queries.map(({ columns }) => ({ data: totalsBy(...(columns as string[])) })),
  });
  render(<PivotTable props={drawing.props as PivotDrawing} width={600} height={300} theme={theme} {...handlers} />);
  const grid = screen.getByRole("grid", { name: "n by group, item, kind" });
  const headings = () =>
    [...grid.querySelectorAll("tbody tr[data-kind]")]
      .slice(0, 4)
      .map((row) => row.querySelector("th:last-of-type")?.textContent);
  return { ...handlers, grid, headings };
}

test("exposes the total row count and renders only visible rows", () => {
  const { grid } = show({ colTotals: true });
  expect(grid.getAttribute("aria-rowcount")).toBe("421");
  expect(grid.querySelectorAll("tbody tr[data-kind]").length).toBeLessThan(60);
  expect(grid.querySelector("tfoot")?.textContent).toBe("Total79,800");
});

test("a group collapses and expands by button and Space, and exposes its state", async () => {
  const { grid, headings } = show();
  expect(headings()).toEqual(["Subtotal", "I0", "I20", "I40"]);
  const group = within(grid).getAllByRole("rowheader", { name: /G0/ })[0] as HTMLElement;
  expect(group.getAttribute("aria-expanded")).toBe("true");
  await userEvent.click(within(group).getByRole("button", { name: "Collapse" }));
  expect(headings().slice(0, 2)).toEqual(["G0", "Subtotal"]);
  fireEvent.mouseDown(within(grid).getAllByRole("rowheader", { name: "G0" })[0] as HTMLElement);
  fireEvent.keyDown(grid, { key: " " });
  expect(headings()).toEqual(["Subtotal", "I0", "I20", "I40"]);
});

test("a column's sort button sorts rows within each group", async () => {
  const { grid, headings } = show();
  const sort = within(grid).getByRole("button", { name: "Sort rows by this column" });
  await userEvent.click(sort);
  expect(headings()).toEqual(["Subtotal", "I399", "I379", "I359"]);
  expect(within(grid).getByRole("columnheader", { name: /^K/ }).getAttribute("aria-sort")).toBe("descending");
});

test("columns resize by dragging, and fit their content on double click", () => {
  const { grid, onSelect } = show();
  const widths = () => [...grid.querySelectorAll("col")].map((col) => Number.parseInt(col.style.width, 10));
  const fitting = widths();
  for (const [at, name] of ["group", "item", /^K/].entries()) {
    const grip = within(grid)
      .getByRole("columnheader", { name })
      .querySelector("[aria-hidden][data-dragging]") as Element;
    const drag = { pointerId: 1, clientX: 100 };
    fireEvent.pointerDown(grip, drag);
    fireEvent.pointerMove(grip, { ...drag, clientX: 140 });
    fireEvent.pointerUp(grip, drag);
    expect(widths()).toEqual(fitting.with(at, (fitting[at] ?? 0) + 40));
    fireEvent.click(grip);
    fireEvent.doubleClick(grip);
    expect(widths()).toEqual(fitting);
  }
  expect(onSelect).not.toHaveBeenCalled();
});

test("cells and headings filter other charts by their values", async () => {
  const { grid, onSelect, onContextMenu } = show();
  await userEvent.click(within(grid).getByRole("rowheader", { name: "I20" }));
  expect(onSelect).toHaveBeenLastCalledWith(expect.objectContaining({ label: "G0, I20" }), false);
  await userEvent.click(grid.querySelector("td[data-row='2'][data-column='0']") as HTMLElement);
  expect(onSelect).toHaveBeenLastCalledWith(expect.objectContaining({ label: "G0, I20, K" }), false);
  fireEvent.keyDown(grid, { key: "ArrowUp", ctrlKey: true });
  fireEvent.keyDown(grid, { key: "Enter" });
  expect(onSelect).toHaveBeenLastCalledWith(expect.objectContaining({ label: "K" }), false);
  await userEvent.pointer({ keys: "[MouseRight]", target: within(grid).getByRole("rowheader", { name: "I20" }) });
  expect(onContextMenu.mock.calls[0]?.[1]).toMatchObject({ label: "G0, I20" });
});

test("markup is rendered in values, and shown as text in metric names", () => {
  const name = "<b>n</b>";
  const metric = { expressionType: "SQL", sqlExpression: "SUM(n)", label: name };
  const full = {
    ...pivotTable.defaults(),
    ...{ viz_type: "pivot_table_v2", datasource: "7__table", metrics: [metric, "m"], groupbyRows: ["group"] },
  };
  const { queries } = pivotTable.buildQuery(full);
  const drawing = pivotTable.transform({
    ...{ formData: full, theme, colorOf: () => "", rampOf: () => [], width: 600, height: 300 },
    results: queries.map(() => ({ data: [{ group: "<i>G1</i>", [name]: 1, m: 2 }] })),
  });
  render(<PivotTable props={drawing.props as PivotDrawing} width={600} height={300} theme={theme} />);
  expect(screen.getByRole("columnheader", { name: new RegExp(name) }).textContent).toContain(name);
  expect(screen.getByRole("rowheader").querySelector("i")?.textContent).toBe("G1");
});
