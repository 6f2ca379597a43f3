import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { describe, expect, test } from "vitest";
import { loadGallery } from "../../chart-types/galleries.ts";
import { CHART_CARDS, loadChartType } from "../../chart-types/index.ts";
import { controlsOf } from "./case-controls.ts";
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
