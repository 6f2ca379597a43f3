import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import type { TableDrawing } from "../../chart-kit/table-chart/transform.ts";
import { definition as gridTable } from "./definition.ts";
import { Renderer as GridTable } from "./Renderer.tsx";

const theme = chartTheme("light");
const SIZE = { width: 600, height: 300, theme };
const DATA = ["Bern", "Oslo", "Rome"].map((city, n) => ({ city, n }));

const FORM = {
  ...gridTable.defaults(),
  ...{ viz_type: "ag-grid-table", datasource: "7__table", query_mode: "aggregate", groupby: ["city"], metrics: ["n"] },
};

type OwnState = Record<string, unknown>;

function Page({ onState }: { onState(state: OwnState): void }) {
  const [ownState, setOwnState] = useState<OwnState>({});
  const drawing = gridTable.transform({
    ...SIZE,
    formData: FORM,
    results: [{ data: DATA, colnames: ["city", "n"], coltypes: [1, 0] }],
    ...{ colorOf: () => "", rampOf: () => [], ownState },
  });
  const keep = (state: OwnState) => {
    setOwnState(state);
    onState(state);
  };
  return <GridTable {...SIZE} props={drawing.props as TableDrawing} onOwnState={keep} />;
}

function show() {
  const onState = vi.fn();
  render(<Page onState={onState} />);
  const grid = screen.getByRole("grid");
  return {
    state: () => onState.mock.lastCall?.[0],
    cities: () => [...grid.querySelectorAll("tr[data-row] td:first-child")].map((td) => td.textContent),
  };
}

const openMenu = async (column: string) => {
  await userEvent.click(screen.getByRole("button", { name: new RegExp(`^${column} options`) }));
  return await screen.findByRole("form", { name: `Filter ${column}` });
};

test("filters by a column, shows that it is filtered, and clears the filter", async () => {
  const { cities, state } = show();
  const form = await openMenu("city");
  await userEvent.type(within(form).getByRole("textbox", { name: "Value" }), "O{Enter}");
  await waitFor(() => expect(cities()).toEqual(["Oslo", "Rome"]));
  expect(state().filterModel).toEqual({ city: { filterType: "text", type: "contains", filter: "O" } });
  expect(screen.getByRole("button", { name: "city options, filtered" })).toBeTruthy();
  await userEvent.click(within(await openMenu("city")).getByRole("button", { name: "Clear filter" }));
  expect(cities()).toEqual(["Bern", "Oslo", "Rome"]);
});

test("hides columns and shows them again", async () => {
  const { state } = show();
  await openMenu("n");
  await userEvent.click(screen.getByRole("button", { name: "Hide" }));
  expect(screen.queryByRole("columnheader", { name: /^n/ })).toBeNull();
  expect(state().columnState).toEqual([{ colId: "city" }, { colId: "n", hide: true }]);
  await openMenu("city");
  await userEvent.click(screen.getByRole("checkbox", { name: "n" }));
  expect(screen.getByRole("columnheader", { name: /^n/ })).toBeTruthy();
});

test("the menu key opens the menu of a header, and Escape closes it", async () => {
  show();
  screen.getByRole("grid").focus();
  await userEvent.keyboard("{ArrowRight}{ContextMenu}");
  await screen.findByRole("form", { name: "Filter n" });
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("form")).toBeNull());
});

test("filters in the database with server pagination, metrics by value", () => {
  const { queries } = gridTable.buildQuery(
    { ...FORM, server_pagination: true },
    {
      ownState: {
        filterModel: {
          city: { filterType: "text", type: "contains", filter: "o" },
          n: { filterType: "number", type: "greaterThan", filter: 1 },
          gone: { filterType: "text", type: "equals", filter: "x" },
        },
      },
    },
  );
  const filters = [
    { col: "city", op: "CONTAINS TEXT", val: "o" },
    { col: "n", op: ">", val: 1 },
  ];
  expect(queries.map((query) => query.filters)).toEqual([filters, filters]);
});
