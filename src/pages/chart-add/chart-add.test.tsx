import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router";
import { describe, expect, test, vi } from "vitest";
import { serve } from "../../testing/network.ts";
import { exploreAddress, parseChoice } from "./address.ts";
import { ChartAddPage } from "./ChartAddPage.tsx";
import { TypeCards } from "./TypeCards.tsx";

describe("URLs", () => {
  test("select a dataset and a dashboard", () => {
    expect(parseChoice(new URLSearchParams("dataset=3&dashboard_id=8"))).toEqual({ datasetId: 3, dashboardId: 8 });
    expect(parseChoice(new URLSearchParams("datasource_id=4"))).toEqual({ datasetId: 4, dashboardId: undefined });
    expect(parseChoice(new URLSearchParams("dataset=x"))).toEqual({ datasetId: undefined, dashboardId: undefined });
  });

  test("open Explore", () => {
    expect(exploreAddress({ datasetId: 3, vizType: "pie" })).toBe(
      "/explore/?datasource_id=3&datasource_type=table&viz_type=pie",
    );
    expect(exploreAddress({ datasetId: 3, vizType: "pie", dashboardId: 8 })).toContain("dashboard_id=8");
  });
});

describe("chart types", () => {
  test("are selected by click and opened by double click or Enter", async () => {
    const onChoose = vi.fn();
    const onOpen = vi.fn();
    render(<TypeCards text="" chosen="pie" onChoose={onChoose} onOpen={onOpen} />);
    await userEvent.click(screen.getByRole("button", { name: /^Table(?! V2)/ }));
    expect(onChoose).toHaveBeenCalledWith("table");
    expect(onOpen).not.toHaveBeenCalled();
    screen.getByRole("button", { name: /^Pie Chart/ }).focus();
    await userEvent.keyboard("{Enter}");
    expect(onOpen).toHaveBeenCalledWith("pie");
    await userEvent.dblClick(screen.getByRole("button", { name: /^Heatmap/ }));
    expect(onOpen).toHaveBeenLastCalledWith("heatmap_v2");
  });

  test("show a message when none matches", () => {
    render(<TypeCards text="zebra" chosen={undefined} onChoose={() => undefined} onOpen={() => undefined} />);
    expect(screen.getByRole("status").textContent).toContain("zebra");
  });
});

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}

function openWithDataset(): void {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={["/chart/add?dataset=3"]}>
        <ChartAddPage />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test("the button is disabled until a dataset and a type are chosen", async () => {
  openWithDataset();
  const create = screen.getByRole("button", { name: "Create new chart" });
  expect(create).toHaveProperty("disabled", true);
  expect(create.title).toBe("Choose a chart type");
  await userEvent.click(screen.getByRole("button", { name: /^Pie Chart/ }));
  expect(create).toHaveProperty("disabled", false);
});

test("Enter in the search selects the best match, and creates the chart once it is selected", async () => {
  openWithDataset();
  const card = () => screen.getByRole("button", { name: /^Pie Chart/ });
  await userEvent.type(screen.getByRole("searchbox", { name: "Search chart types" }), "pie{Enter}");
  expect(card().getAttribute("aria-pressed")).toBe("true");
  expect(screen.getByTestId("address").textContent).toBe("/chart/add?dataset=3");
  await userEvent.keyboard("{Enter}");
  expect(screen.getByTestId("address").textContent).toBe(
    "/explore/?datasource_id=3&datasource_type=table&viz_type=pie",
  );
});

test("a dataset from the URL shows its name, even outside the first page of the list", async () => {
  serve({
    "GET /api/v1/dataset/": { body: { count: 200, ids: [1], result: [{ id: 1, table_name: "airports" }] } },
    "GET /api/v1/dataset/3": {
      body: { id: 3, result: { id: 3, table_name: "weather", database: { id: 1, database_name: "examples" } } },
    },
  });
  openWithDataset();
  expect((await screen.findByText("weather")).textContent).toContain("examples");
});

test("keeps the dashboard that the user came from", () => {
  const choice = parseChoice(new URLSearchParams("dataset=3&dashboard_id=8"));
  const address = new URL(exploreAddress({ ...choice, datasetId: 3, vizType: "table" }), "http://localhost");
  expect(Object.fromEntries(address.searchParams)).toEqual({
    datasource_id: "3",
    datasource_type: "table",
    viz_type: "table",
    dashboard_id: "8",
  });
});

test("a user without access to data learns why there is nothing to choose", async () => {
  serve({ "GET /api/v1/dataset/": { body: { count: 0, ids: [], result: [] } } });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={["/chart/add"]}>
        <ChartAddPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(await screen.findByText(/You don't have access to any dataset/)).toBeTruthy();
});
