import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import type { TableDrawing } from "../../chart-kit/table-chart/transform.ts";
import type { ChartDataResult } from "../../model/query-context.ts";
import { definition as table } from "./definition.ts";
import { Renderer as TableChart } from "./Renderer.tsx";

const theme = chartTheme("light");
const ROWS = Array.from({ length: 45 }, (_, index) => ({ origin: `A${index}`, count: 45 - index }));
const RESULT: ChartDataResult = { data: ROWS, colnames: ["origin", "count"], coltypes: [1, 0] };

interface Setup {
  formData?: Record<string, unknown>;
  results?: ChartDataResult[];
  ownState?: Record<string, unknown>;
}

function show({ formData, results = [RESULT], ownState }: Setup = {}) {
  const handlers = { onSelect: vi.fn(), onOwnState: vi.fn(), onContextMenu: vi.fn(), onShown: vi.fn() };
  const drawing = table.transform({
    formData: {
      ...table.defaults(),
      viz_type: "table",
      datasource: "7__table",
      groupby: ["origin"],
      metrics: ["count"],
      ...formData,
    },
    results,
    theme,
    colorOf: () => "#000000",
    rampOf: () => [],
    width: 600,
    height: 300,
    ownState,
  });
  render(<TableChart props={drawing.props as TableDrawing} width={600} height={300} theme={theme} {...handlers} />);
  return { ...handlers, grid: screen.getByRole("grid") };
}

const cell = (text: string) => screen.getByText(text);

describe("table chart", () => {
  test("reports the searched rows of all pages", async () => {
    const { onShown } = show({ formData: { include_search: true, page_length: 10 } });
    const shown = () => onShown.mock.lastCall?.[0]?.rows.map((row: { origin: string }) => row.origin);
    expect(shown()).toHaveLength(45);
    await userEvent.type(await screen.findByRole("textbox", { name: "Search rows" }), "A1");
    await waitFor(() => expect(shown()).toHaveLength(11));
    expect(shown()).toContain("A19");
  });

  test("a click selects a dimension, but not a measure", async () => {
    const { onSelect } = show();
    await userEvent.click(cell("A3"));
    expect(onSelect).toHaveBeenCalledWith({ clauses: [{ column: "origin", values: ["A3"] }], label: "A3" }, false);
    await userEvent.click(cell("42"));
    expect(onSelect).toHaveBeenCalledTimes(1);
  });

  test("a click on any cell of raw rows selects its value", async () => {
    const { onSelect } = show({
      formData: { query_mode: "raw", groupby: [], metrics: [], all_columns: ["origin", "count"] },
    });
    await userEvent.click(cell("42"));
    expect(onSelect).toHaveBeenCalledWith({ clauses: [{ column: "count", values: [42] }], label: "42" }, false);
  });

  test("a missing value is N/A in its cell and <NULL> in filters", async () => {
    const results = [{ ...RESULT, data: [{ origin: null, count: 7 }] }];
    const { onSelect, onContextMenu } = show({ results });
    await userEvent.click(cell("N/A"));
    expect(onSelect.mock.lastCall?.[0]).toMatchObject({ clauses: [{ values: [null] }], label: "<NULL>" });
    await userEvent.pointer({ keys: "[MouseRight]", target: cell("7") });
    expect(onContextMenu.mock.lastCall?.[1]).toMatchObject({ label: "<NULL>" });
  });

  test("the menu of a measure applies to its row", async () => {
    const { onContextMenu } = show();
    await userEvent.pointer({ keys: "[MouseRight]", target: cell("42") });
    expect(onContextMenu.mock.calls[0]?.[1]).toEqual({ clauses: [{ column: "origin", values: ["A3"] }], label: "A3" });
  });

  test("the header shows the query's order, and a click changes it", async () => {
    const { grid } = show();
    const header = within(grid).getByRole("columnheader", { name: /count/ });
    expect(header.getAttribute("aria-sort")).toBe("descending");
    await userEvent.click(within(grid).getByRole("columnheader", { name: /origin/ }));
    expect(header.getAttribute("aria-sort")).toBe("none");
    expect(grid.querySelector("tr[data-row='2'] td")?.textContent).toBe("A2");
  });

  test("every click on the column of the query's order reverses it", async () => {
    const header = within(show().grid).getByRole("columnheader", { name: /count/ });
    const orders = [];
    for (let click = 0; click < 4; click++) {
      await userEvent.click(header);
      orders.push(header.getAttribute("aria-sort"));
    }
    expect(orders).toEqual(["ascending", "descending", "ascending", "descending"]);
  });

  test("paginates in the browser", async () => {
    const { grid } = show({ formData: { page_length: 20 } });
    expect(screen.getByText("1–20 of 45")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Page 3" }));
    expect(screen.getByText("41–45 of 45")).toBeTruthy();
    expect(grid.querySelector("tr[data-row='0'] td")?.textContent).toBe("A40");
  });

  test("search in the browser returns to the first page", async () => {
    const { grid } = show({ formData: { page_length: 20, include_search: true } });
    await userEvent.click(screen.getByRole("button", { name: "Next page" }));
    await userEvent.type(await screen.findByRole("textbox", { name: "Search rows" }), "a44");
    expect(grid.querySelector("tr[data-row='0'] td")?.textContent).toBe("A44");
    expect(screen.queryByRole("navigation", { name: "Pagination" })).toBeNull();
  });

  test("with server pagination every step queries the server", async () => {
    const setup = {
      formData: { server_pagination: true, server_page_length: 20, include_search: true },
      results: [{ ...RESULT, data: ROWS.slice(0, 20) }, { data: [{ rowcount: 900 }] }],
    };
    const { onOwnState, grid } = show(setup);
    expect(screen.getByText("1–20 of 900")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Next page" }));
    expect(onOwnState).toHaveBeenLastCalledWith({ currentPage: 1 });
    await userEvent.click(within(grid).getByRole("columnheader", { name: /origin/ }));
    expect(onOwnState).toHaveBeenLastCalledWith({
      currentPage: 0,
      sortBy: [{ id: "origin", key: "origin", desc: false }],
    });
    await userEvent.type(await screen.findByRole("textbox", { name: "Search rows" }), "chi{Enter}");
    expect(onOwnState).toHaveBeenLastCalledWith({ currentPage: 0, searchText: "chi", searchColumn: "origin" });
  });

  test("comparison columns can be hidden", async () => {
    const data = [{ origin: "A0", count: 12, "count__1 year ago": 10 }];
    const { grid } = show({
      formData: { time_compare: "1 year ago" },
      results: [{ data, colnames: ["origin", "count", "count__1 year ago"], coltypes: [1, 0, 0] }],
    });
    expect(within(grid).getByRole("columnheader", { name: "△" })).toBeTruthy();
    await userEvent.click(await screen.findByRole("checkbox", { name: "△ Difference" }));
    expect(within(grid).queryByRole("columnheader", { name: "△" })).toBeNull();
    expect(within(grid).getByRole("columnheader", { name: "Main" })).toBeTruthy();
  });
});
