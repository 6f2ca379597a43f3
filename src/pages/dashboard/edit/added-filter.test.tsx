import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { chartDataRoutes, grantAllAccess, renderOnDashboard } from "../../../testing/dashboard-page.tsx";
import { sampleDashboard } from "../../../testing/sample-dashboard.ts";
import { FilterList } from "../filter-bar/FilterList.tsx";
import { ChartTile } from "../grid/ChartTile.tsx";

const WAIT = { timeout: 5000 };

beforeEach(() => {
  localStorage.clear();
  grantAllAccess();
});

const { detail } = sampleDashboard();
const COLUMNS = [{ column_name: "delay" }, { column_name: "origin", verbose_name: "Airport" }];
const ROUTES = {
  ...chartDataRoutes(),
  "GET /api/v1/dashboard/5": { body: { id: 5, result: detail } },
  "PUT /api/v1/dashboard/5": { body: { id: 5, result: {} } },
  "GET /api/v1/dataset/7": {
    body: { id: 7, result: { id: 7, table_name: "flights", columns: COLUMNS, metrics: [] } },
  },
  "GET /api/v1/dataset/": {
    body: {
      count: 2,
      ids: [6, 7],
      result: [
        { id: 6, table_name: "airlines" },
        { id: 7, table_name: "flights" },
      ],
    },
  },
};
const NODE = { ...sampleDashboard().layout["CHART-1"]!, width: 4, children: [] };
const NONE = { native_filter_configuration: [] };

function savedFilters(requests: readonly { method: string; body?: unknown }[]) {
  const { json_metadata } = (requests.find(({ method }) => method === "PUT")?.body ?? {}) as { json_metadata: string };
  return JSON.parse(json_metadata).native_filter_configuration as {
    name: string;
    filterType: string;
    targets: unknown;
  }[];
}

it("an empty filter bar adds the first filter, from the columns of the charts, and saves it", async () => {
  const { requests } = renderOnDashboard(<FilterList />, NONE, ROUTES);
  await userEvent.click(await screen.findByRole("button", { name: "Add filter" }));
  const inside = within(await screen.findByRole("dialog", {}, WAIT));
  expect(await inside.findByTitle("flights")).toBeTruthy();
  await userEvent.click(inside.getByRole("button", { name: "Origin 1 chart" }));
  expect((inside.getByLabelText("Filter name") as HTMLInputElement).value).toBe("Origin");
  await userEvent.click(inside.getByRole("button", { name: "Save filters" }));
  await waitFor(() => expect(requests.some(({ method }) => method === "PUT")).toBe(true));
  expect(savedFilters(requests)).toMatchObject([
    { name: "Origin", filterType: "filter_select", targets: [{ datasetId: 7, column: { name: "origin" } }] },
  ]);
});

it("a column of a chart opens the dialog with a new filter, after the existing ones", async () => {
  const { dashboard } = renderOnDashboard(<ChartTile node={NODE} />, {}, ROUTES).store.getState();
  await userEvent.click(await screen.findByRole("button", { name: "Menu for Chart 1" }));
  await userEvent.hover(await screen.findByText("Add as dashboard filter", {}, WAIT));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Origin" }));
  const inside = within(await screen.findByRole("dialog", {}, WAIT));
  expect((inside.getByLabelText("Filter name") as HTMLInputElement).value).toBe("Origin");
  expect(inside.getByText(`${dashboard.filters.length + 1} filters`)).toBeTruthy();
});
