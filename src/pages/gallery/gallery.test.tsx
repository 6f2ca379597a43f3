import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { describe, expect, test } from "vitest";
import { rowsOf } from "../../chart-kit/table/column.ts";
import { loadGallery } from "../../chart-types/galleries.ts";
import { CHART_CARDS, loadChartType } from "../../chart-types/index.ts";
import { controlsOf } from "./case-controls.ts";
import { unusual } from "./edge-cases.ts";
import { GalleryPage } from "./GalleryPage.tsx";
import { parsePictures } from "./pictures.ts";

function open(address: string) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={[address]}>
        <GalleryPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

describe("the gallery", () => {
  test("shows all types with their cases, and filters by category", async () => {
    open("/gallery/");
    expect(screen.getAllByRole("region")).toHaveLength(CHART_CARDS.length);
    const pie = screen.getByRole("region", { name: "Pie Chart" });
    expect((await within(pie).findAllByRole("listitem")).length).toBeGreaterThanOrEqual(3);
    await userEvent.click(screen.getByRole("button", { name: /^KPI/ }));
    expect(screen.queryByRole("region", { name: "Pie Chart" })).toBeNull();
    expect(screen.getByRole("region", { name: "Big Number" })).toBeTruthy();
  });

  test("searches types and shows a message when none matches", async () => {
    open("/gallery/?category=KPI");
    const field = screen.getByRole("searchbox", { name: "Search chart types" });
    await userEvent.type(field, "pie chart");
    expect(screen.getByRole("region", { name: "Pie Chart" })).toBeTruthy();
    await userEvent.type(field, " zebra");
    expect((await screen.findByText(/^No chart type matches/)).textContent).toContain("pie chart zebra");
  });

  test("shows a single type", () => {
    open("/gallery/?type=table");
    expect(screen.getAllByRole("region")).toHaveLength(1);
  });
});

test("every case lists its controls in readable form", async () => {
  const unclear: string[] = [];
  for (const { key } of CHART_CARDS) {
    const type = await loadChartType(key);
    for (const example of await loadGallery(key)) {
      const controls = type ? controlsOf(type, example) : [];
      expect(controls.length, `${key}: ${example.name}`).toBeGreaterThan(0);
      for (const { name, text } of controls)
        if (/\[object|undefined/.test(text)) unclear.push(`${key} ${name}: ${text}`);
    }
  }
  expect(unclear).toEqual([]);
  const films = (await loadGallery("table")).find(({ name }) => name === "Movies");
  const table = await loadChartType("table");
  expect(table && films && controlsOf(table, films)).toContainEqual({
    name: "order_by_cols",
    label: "Sort by",
    text: "worldwide_gross, descending",
  });
});

test("a picture can have any number of categories with names of a length", () => {
  const rows = [{ origin: "USA", count: 3, count__contribution: 0.6 }];
  const result = { data: rows, colnames: ["origin", "count", "count__contribution"], coltypes: [1, 0, 0] };
  const form = { viz_type: "pie", datasource: "1__table", groupby: ["origin"], metric: "count" };
  const [drawn] = unusual("25x40", [result], form);
  const names = rowsOf(drawn).map(({ origin }) => String(origin));
  expect([new Set(names).size, new Set(names.map((name) => name.length))]).toEqual([25, new Set([40])]);

  const monthly = { data: [{ at: 0, a: 1, b: 2 }], colnames: ["at", "a", "b"], coltypes: [2, 0, 0] };
  const lines = { viz_type: "echarts_timeseries_line", datasource: "1__table", x_axis: "at" };
  expect(unusual("8x4", [monthly], lines)[0]?.colnames).toHaveLength(9);
});

test("the URL chooses cases and sizes", () => {
  const parse = (query: string) => parsePictures(new URLSearchParams(query));
  expect(parse("type=pie&case=2&sizes=300x200,1200x600")).toEqual({
    type: "pie",
    only: 2,
    sizes: [
      { width: 300, height: 200 },
      { width: 1200, height: 600 },
    ],
    data: [undefined],
  });
  expect(parse("type=pie&data=empty,all,rtl").data).toEqual(["empty", "rtl"]);
  expect(parse("type=pie&case=x&sizes=1x1")).toMatchObject({
    only: undefined,
    sizes: [{ width: 300 }, { width: 800 }],
  });
});
