import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { renderWorkbench } from "../../../testing/explore-page.tsx";
import { pickFromMenu } from "../../../testing/menus.ts";
import { serve } from "../../../testing/network.ts";
import { UNEMPLOYMENT } from "../../../testing/sample-charts.ts";
import { DatasetPanel } from "./DatasetPanel.tsx";
import { columnItem, metricItem, searchItems } from "./items.ts";
import { type PanelFolder, panelFolders, searchFolders } from "./panel-folders.ts";

const panel = <DatasetPanel onClose={() => undefined} />;

describe("items", () => {
  test("metrics show their aggregate, columns their type or “calculated”", () => {
    const note = (expression: string) => metricItem({ metric_name: "m", expression }).note;
    expect(note("AVG(rate)")).toBe("AVG");
    expect(note("LONG SUM(count)")).toBe("SUM");
    expect(note("COUNT(*)")).toBe("COUNT");
    expect(note("SUM(a) / SUM(b)")).toBe("SQL");
    const [, , count, , sector] = UNEMPLOYMENT.columns;
    expect(columnItem(count!).note).toBe("bigint");
    expect(columnItem(sector!)).toMatchObject({ note: "calculated", mark: "calculated" });
    expect(columnItem({ ...count!, type: "DECIMAL(9,2)" }).note).toBe("decimal");
  });

  test("search covers names, labels, expressions and descriptions, prefix matches first", () => {
    const columns = UNEMPLOYMENT.columns.map(columnItem);
    const found = (text: string) => searchItems(columns, text).map((one) => one.item.name);
    expect(found("industry")).toEqual(["series"]);
    expect(found("labor force")).toEqual(["rate"]);
    expect(found("se")).toEqual(["series", "sector"]);
    expect(found("upper")).toEqual(["sector"]);
    expect(found("")).toHaveLength(5);
    expect(found("nothing")).toEqual([]);
  });

  test("warnings and certification are read from extra, and certification is searchable", () => {
    const extra = JSON.stringify({ certification: { certified_by: "Finance" }, warning_markdown: "Old prices" });
    const metric = { metric_name: "m", expression: "SUM(a)", extra };
    expect(metricItem(metric)).toMatchObject({ warning: "Old prices", certifiedBy: "Finance" });
    expect(metricItem({ ...metric, warning_text: "Older" }).warning).toBe("Older");
    expect(searchItems([metricItem(metric)], "finan")).toHaveLength(1);
  });

  test("inactive columns are hidden", () => {
    const columns = UNEMPLOYMENT.columns.map((column) => ({ ...column, is_active: column.column_name !== "rate" }));
    const names = panelFolders({ ...UNEMPLOYMENT, columns }).flatMap(({ items }) => items.map(({ item }) => item.name));
    expect(names).toContain("count");
    expect(names).not.toContain("rate");
  });
});

const uuid = (end: number) => `00000000-0000-4000-8000-00000000000${end}`;
const FILED = {
  ...UNEMPLOYMENT,
  metrics: UNEMPLOYMENT.metrics.map((metric, i) => ({ ...metric, uuid: uuid(i) })),
  columns: UNEMPLOYMENT.columns.map((column, i) => ({ ...column, uuid: `1${uuid(i).slice(1)}` })),
  folders: [
    {
      uuid: uuid(8),
      type: "folder",
      name: "People",
      children: [
        { uuid: uuid(0), type: "metric" },
        { uuid: "ffffffff-0000-4000-8000-000000000000", type: "column" },
        {
          uuid: uuid(9),
          type: "folder",
          name: "Where they work",
          children: [{ uuid: `1${uuid(1).slice(1)}`, type: "column" }],
        },
      ],
    },
    { uuid: uuid(7), type: "folder", name: "Nothing in it", children: [] },
  ],
};

describe("folders", () => {
  const outline = (folders: readonly PanelFolder[]): unknown[] =>
    folders.map(({ name, items, folders: inner }) => [name, ...items.map(({ item }) => item.name), ...outline(inner)]);

  test("come first; other items are in Metrics and Columns", () => {
    expect(outline(panelFolders(FILED))).toEqual([
      ["People", FILED.metrics[0]?.metric_name, ["Where they work", "series"]],
      ["Metrics", ...FILED.metrics.slice(1).map((one) => one.metric_name)],
      ["Columns", "date", ...FILED.columns.slice(2).map((one) => one.column_name)],
    ]);
  });

  test("search matches items, and folders by name with all their items", () => {
    expect(outline(searchFolders(panelFolders(FILED), "industry"))).toEqual([
      ["People", ["Where they work", "series"]],
    ]);
    expect(outline(searchFolders(panelFolders(FILED), "people"))[0]).toEqual([
      "People",
      FILED.metrics[0]?.metric_name,
      ["Where they work", "series"],
    ]);
  });

  test("invalid entries are ignored", () => {
    const broken = { ...UNEMPLOYMENT, folders: ["x", { uuid: "1", type: "folder", name: "", children: 7 }] };
    expect(outline(panelFolders(broken)).length).toBe(2);
  });

  test("can be nested and collapsed in the panel", async () => {
    renderWorkbench(panel, { dataset: FILED });
    expect(screen.getByRole("heading", { level: 3, name: "Where they work 1" })).toBeTruthy();
    expect(screen.getByRole("button", { name: /^Industry/ })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "People 2" }));
    expect(screen.queryByRole("button", { name: /^Industry/ })).toBeNull();
  });
});

describe("dataset panel", () => {
  test("lists metrics and columns with the control that uses them", () => {
    renderWorkbench(panel, { form: { groupby: ["series"] } });
    expect(screen.getByRole("button", { name: /^Metrics ?2/ })).toBeTruthy();
    expect(screen.getByRole("button", { name: /^Columns ?5/ })).toBeTruthy();
    expect(within(screen.getByRole("button", { name: /^Industry/ })).getByText("Dimension")).toBeTruthy();
    expect(within(screen.getByRole("button", { name: /^date/ })).getByText("X-axis")).toBeTruthy();
  });

  test("a click adds a column to the best control", async () => {
    const store = renderWorkbench(panel);
    await userEvent.click(screen.getByRole("button", { name: /^Industry/ }));
    expect(store.getState().formData.groupby).toEqual(["series"]);
    await userEvent.click(screen.getByRole("button", { name: /^rate/ }));
    expect(store.getState().formData.metrics).toMatchObject(["count", { label: "SUM(rate)" }]);
  });

  test("the menu names the result and adds it", async () => {
    const store = renderWorkbench(panel);
    await userEvent.click(screen.getByRole("button", { name: "Add rate to…" }));
    await pickFromMenu("Add to Metrics: SUM(rate)");
    expect(store.getState().formData.metrics).toHaveLength(2);
    expect(store.getState().undo()).toBe("Metrics");
  });

  test("search filters both folders and shows when nothing matches", async () => {
    renderWorkbench(panel);
    const field = screen.getByRole("textbox", { name: "Search metrics and columns" });
    await userEvent.type(field, "rate");
    expect(screen.getByRole("button", { name: /^avg_rate/ })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Industry/ })).toBeNull();
    expect(screen.getByText("Showing 1 of 5")).toBeTruthy();
    await userEvent.type(field, "xyz");
    expect(screen.getByRole("status").textContent).toContain("Nothing matches");
  });

  test("a folder collapses", async () => {
    renderWorkbench(panel);
    await userEvent.click(screen.getByRole("button", { name: /^Metrics/ }));
    expect(screen.queryByRole("button", { name: /^avg_rate/ })).toBeNull();
  });

  test("long folders show more on click", async () => {
    const columns = Array.from({ length: 120 }, (_, i) => ({
      ...UNEMPLOYMENT.columns[1]!,
      column_name: `c${i}`,
      verbose_name: null,
    }));
    renderWorkbench(panel, { dataset: { ...UNEMPLOYMENT, columns }, form: { x_axis: "c1" } });
    expect(screen.getByText("Showing 50 of 120")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^c80/ })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Show more" }));
    expect(screen.getByRole("button", { name: /^c80/ })).toBeTruthy();
  });
});

test("a column's preview names null and the empty string among its values", async () => {
  serve({ "GET /api/v1/datasource/table/3/column/series/values/": { body: { result: ["Mining", "", null] } } });
  renderWorkbench(panel);
  await userEvent.hover(screen.getByRole("button", { name: /^Industry/ }));
  const values = await screen.findByRole("list", { name: "Values of series" }, { timeout: 3000 });
  expect([...values.children].map(({ textContent }) => textContent)).toEqual(["Mining", "<empty string>", "<NULL>"]);
});

test("a top value of a column's profile becomes a filter of the chart", async () => {
  const result = {
    column: "series",
    type: "VARCHAR",
    kind: "text",
    rows: 3,
    is_sample: false,
    distinct: 1,
    missing: 0,
    min: null,
    max: null,
    mean: null,
    values: [{ value: "Mining", count: 3 }],
    histogram: null,
  };
  serve({ "GET /api/v1/datasource/table/3/column/series/profile/": { body: { result } } });
  const store = renderWorkbench(panel);
  await userEvent.click(screen.getByRole("button", { name: "Profile of Industry" }));
  await userEvent.click(await screen.findByRole("button", { name: "Filter by Mining" }));
  expect(store.getState().formData.adhoc_filters).toContainEqual(
    expect.objectContaining({ subject: "series", operator: "IN", comparator: ["Mining"] }),
  );
  await userEvent.click(screen.getByRole("button", { name: "Profile of Industry" }));
  await userEvent.click(await screen.findByRole("button", { name: "Add to Dimensions" }));
  expect(store.getState().formData.groupby).toEqual(["series"]);
});
