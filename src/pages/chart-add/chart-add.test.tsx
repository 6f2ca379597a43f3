import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router";
import { describe, expect, test, vi } from "vitest";
import { CHART_CARDS } from "../../chart-types/index.ts";
import { serve } from "../../testing/network.ts";
import { exploreAddress, parseChoice } from "./address.ts";
import { ChartAddPage } from "./ChartAddPage.tsx";
import { fitOf } from "./fitting.ts";
import { TypeCards } from "./TypeCards.tsx";
import { typeSections } from "./type-sections.ts";

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

const CARS = {
  columns: [
    { id: 1, column_name: "name", type: "VARCHAR", type_generic: 1, groupby: true },
    { id: 2, column_name: "year", type: "DATE", type_generic: 2, is_dttm: true },
    { id: 3, column_name: "power", type: "BIGINT", type_generic: 0 },
  ],
} as never;

function renderCards(text = "") {
  const onChoose = vi.fn();
  const onOpen = vi.fn();
  const sections = typeSections(text);
  render(<TypeCards sections={sections} text={text} dataset={CARS} chosen="pie" onChoose={onChoose} onOpen={onOpen} />);
  return { onChoose, onOpen };
}

const section = (name: string) => within(screen.getByRole("region", { name }));

describe("chart types", () => {
  test("are selected by click and opened by double click or Enter", async () => {
    const { onChoose, onOpen } = renderCards();
    await userEvent.click(section("Table").getByRole("button", { name: /^Table(?! V2)/ }));
    expect(onChoose).toHaveBeenCalledWith("table");
    expect(onOpen).not.toHaveBeenCalled();
    section("Part of a Whole")
      .getByRole("button", { name: /^Pie Chart/ })
      .focus();
    await userEvent.keyboard("{Enter}");
    expect(onOpen).toHaveBeenCalledWith("pie");
    await userEvent.dblClick(screen.getByRole("button", { name: /^Heatmap/ }));
    expect(onOpen).toHaveBeenLastCalledWith("heatmap_v2");
  });

  test("begin with the most used ones, which are in their categories too", () => {
    renderCards();
    const [first] = screen.getAllByRole("region");
    expect(within(first as HTMLElement).getByRole("heading").textContent).toBe("Most used");
    expect(section("Most used").getAllByRole("button")).toHaveLength(6);
    expect(section("Part of a Whole").getByRole("button", { name: /^Pie Chart/ })).toBeTruthy();
  });

  test("say whether they fit the columns, and why; the others can be chosen too", async () => {
    const { onChoose } = renderCards();
    const line = section("Evolution").getByRole("button", { name: /^Line Chart/ });
    expect(line.textContent).toContain("Fits: a date and a number");
    expect(section("KPI").getByRole("button", { name: /^Funnel/ }).textContent).toContain(
      "Fits: a category and a number",
    );
    expect(section("Table").getByRole("button", { name: /^Table/ }).textContent).toContain("Fits any data");
    const map = section("Map").getByRole("button", { name: /^Point Cluster Map/ });
    expect(map.textContent).toContain("Needs: coordinates");
    await userEvent.click(map);
    expect(onChoose).toHaveBeenCalledWith("point_cluster_map");
  });

  test("can be reached by arrow keys", async () => {
    renderCards();
    const [first, second] = section("Most used").getAllByRole("button");
    first?.focus();
    await userEvent.keyboard("{ArrowRight}");
    expect(document.activeElement).toBe(second);
    await userEvent.keyboard("{ArrowLeft}");
    expect(document.activeElement).toBe(first);
  });

  test("show a message when none matches", () => {
    renderCards("zebra");
    expect(screen.getByRole("status").textContent).toContain("zebra");
  });

  test("every one is either judged by its columns or combines saved charts", () => {
    const unjudged = CHART_CARDS.filter((card) => fitOf(card, CARS) === undefined).map(({ key }) => key);
    expect(unjudged.sort()).toEqual(["cartodiagram", "deck_multi"]);
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
  await userEvent.click(section("Most used").getByRole("button", { name: /^Pie Chart/ }));
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
      body: {
        id: 3,
        result: { id: 3, table_name: "weather", columns: [], database: { id: 1, database_name: "examples" } },
      },
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

const DATASET = { id: 7, table_name: "cars", columns: (CARS as { columns: unknown[] }).columns, metrics: [] };
const TWO_CLICKS = {
  "GET /api/v1/dataset/": { body: { count: 1, ids: [7], result: [{ id: 7, table_name: "cars" }] } },
  "GET /api/v1/dataset/7": { body: { id: 7, result: DATASET } },
};

function openPage(): void {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={["/chart/add?dashboard_id=8"]}>
        <ChartAddPage />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test("a recent dataset and its suggested chart are two clicks", async () => {
  serve(TWO_CLICKS);
  openPage();
  await userEvent.click(await screen.findByRole("button", { name: "cars" }));
  await userEvent.click(await screen.findByRole("button", { name: "Line chart over time" }));
  expect(screen.getByTestId("address").textContent).toBe(
    "/explore/?datasource_id=7&datasource_type=table&viz_type=echarts_timeseries_line&dashboard_id=8",
  );
});

test("Enter on a type asks for the dataset that is missing, then opens Explore", async () => {
  serve(TWO_CLICKS);
  openPage();
  const pie = () => section("Most used").getByRole("button", { name: /^Pie Chart/ });
  pie().focus();
  await userEvent.keyboard("{Enter}");
  expect(pie().getAttribute("aria-pressed")).toBe("true");
  expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "Dataset" }));
  await userEvent.click(await screen.findByRole("button", { name: "cars" }));
  await waitFor(() => expect(pie().textContent).toContain("Fits: a category and a number"));
  pie().focus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByTestId("address").textContent).toContain("viz_type=pie");
});

test("the categories say how many types they have, also of those found", async () => {
  openWithDataset();
  const rail = within(screen.getByRole("navigation", { name: "Categories" }));
  expect(rail.getByRole("button", { name: /^Map/ }).textContent).toMatch(/^Map1\d$/);
  await userEvent.type(screen.getByRole("searchbox", { name: "Search chart types" }), "pie");
  expect(rail.queryByRole("button", { name: /^Map/ })).toBeNull();
  expect(rail.getByRole("button", { name: /^Part of a Whole/ }).textContent).toMatch(/^Part of a Whole\d$/);
});
