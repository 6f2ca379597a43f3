import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { writeCode } from "../../testing/code.ts";
import { DATASET, EDITOR_ROUTES, openEditor, openTab, routesOf, saveDataset } from "../../testing/dataset-editor.tsx";
import { pickFromMenu } from "../../testing/menus.ts";
import { isOff, isOn, pick, press, toggle, write } from "../../testing/steps.ts";

interface Item {
  column_name?: string;
  metric_name?: string;
  [key: string]: unknown;
}

const VALID = { "POST /api/v1/datasource/table/2/validate_expression/": { body: { result: [] } } };
const isFieldOff = (label: string) => screen.getByLabelText<HTMLInputElement>(label).disabled;
const panel = () => within(screen.getByRole("tabpanel"));
async function sent(put: () => { body: unknown } | undefined) {
  await saveDataset();
  await waitFor(() => expect(put()).toBeTruthy());
  return put()?.body as { columns?: Item[]; metrics?: Item[]; main_dttm_col?: string | null };
}

describe("columns of the dataset editor", () => {
  test("are searched by name, label and description, and filtered by type", async () => {
    const columns = [
      ...DATASET.columns,
      { id: 13, column_name: "dest", type: "VARCHAR", description: "Arrival airport" },
    ];
    openEditor(routesOf({ columns }));
    const shown = () => panel().queryAllByLabelText(/^Label for/).length;
    await screen.findByLabelText("Search columns");
    expect(shown()).toBe(3);
    for (const [text, count] of [
      ["ORIG", 1],
      ["departure", 1],
      ["airport", 1],
      ["r", 3],
    ] as const) {
      await write("Search columns", text);
      expect([text, shown()]).toEqual([text, count]);
    }
    await write("Search columns", "");
    await pick("Column type", "Time");
    expect(
      panel()
        .getAllByLabelText(/^Label for/)
        .map((one) => one.getAttribute("aria-label")),
    ).toEqual(["Label for date"]);
  });

  test("shows why the source couldn't be read, and keeps the columns", async () => {
    const failure = { status: 422, body: { message: "Connection refused" } };
    openEditor({ ...EDITOR_ROUTES, "GET /datasource/external_metadata/table/2/": failure });
    await press("Sync");
    expect((await screen.findByRole("alert")).textContent).toBe("Failed to read the source: Connection refused");
    expect(screen.getByLabelText("Label for origin")).toBeTruthy();
    expect(isOff("Save dataset")).toBe(true);
  });

  test("saved after a sync drop missing ones, add new ones and keep labels", async () => {
    const { put } = openEditor();
    await press("Sync");
    await screen.findByText(/Missing columns are removed when you save/);
    const { columns } = await sent(put);
    expect(columns?.map(({ column_name, type, verbose_name }) => [column_name, type, verbose_name])).toEqual([
      ["date", "DATE", "Departure"],
      ["carrier", "VARCHAR", undefined],
    ]);
  });

  test("have one default time column, set in the menu of a temporal column", async () => {
    const { put } = openEditor();
    expect(await screen.findByText("Default time")).toBeTruthy();
    await press("Actions for origin");
    const item = await screen.findByRole("menuitem", { name: "Set as default time column" });
    expect(item.getAttribute("aria-disabled")).toBe("true");
    await userEvent.keyboard("{Escape}");
    await toggle("origin is temporal");
    await press("Actions for origin");
    await pickFromMenu("Set as default time column");
    expect(screen.getAllByText("Default time")).toHaveLength(1);
    const { main_dttm_col, columns } = await sent(put);
    expect(main_dttm_col).toBe("origin");
    expect(columns?.[1]).toMatchObject({ column_name: "origin", is_dttm: true });
  });

  test("stored as text need a pattern to be parsed; native times don't", async () => {
    const { put } = openEditor();
    await press("date details");
    expect(isFieldOff("Parse as")).toBe(true);
    await press("date details");
    await press("origin details");
    expect(isFieldOff("Parse as")).toBe(true);
    await toggle("origin is temporal");
    expect(screen.getByText(/A pattern such as %Y-%m-%d, or epoch_s/)).toBeTruthy();
    await write("Parse as", "epoch_s");
    const { columns } = await sent(put);
    expect(columns?.[1]).toMatchObject({ is_dttm: true, python_date_format: "epoch_s" });
  });

  test("need a certifier before a note", async () => {
    const { put } = openEditor();
    await press("origin details");
    expect(isFieldOff("Certification details")).toBe(true);
    await write("Certified by", "Flight data");
    await write("Certification details", "Checked daily");
    const { columns } = await sent(put);
    const certification = { certified_by: "Flight data", details: "Checked daily" };
    expect(JSON.parse(String(columns?.[1]?.extra))).toEqual({ certification });
  });

  test("that are deleted reset the default time column", async () => {
    const { put } = openEditor();
    await screen.findByLabelText("Label for date");
    await press("Actions for date");
    await pickFromMenu("Delete column");
    const { columns, main_dttm_col } = await sent(put);
    expect(columns?.map(({ column_name }) => column_name)).toEqual(["origin"]);
    expect(main_dttm_col).toBeNull();
  });
});

describe("calculated columns of the dataset editor", () => {
  test("show what is required, and are saved with their type", async () => {
    const { put } = openEditor({ ...EDITOR_ROUTES, ...VALID });
    await openTab(/Calculated columns/);
    expect(panel().getByText("No calculated columns")).toBeTruthy();
    await press("Add calculated column");
    expect(screen.getByText("A column needs a name")).toBeTruthy();
    await write("Name for the new column", "origin");
    expect(screen.getByText("Column name [origin] is duplicated")).toBeTruthy();
    await write("Name for origin", "origin_day");
    expect(screen.getByText("Calculated column [origin_day] requires an expression")).toBeTruthy();
    await writeCode("SQL expression", "CAST(origin AS DATE)");
    await pick("Type for origin_day", "datetime");
    expect(isOn("origin_day is temporal")).toBe(true);
    const { columns } = await sent(put);
    expect(columns?.[0]).toMatchObject({
      column_name: "origin_day",
      expression: "CAST(origin AS DATE)",
      type: "DATETIME",
      is_dttm: true,
    });
    expect(columns).toHaveLength(3);
  });

  test("have a profile while their saved expression is the shown one", async () => {
    const half = { id: 14, column_name: "half", expression: "n / 2", type: null };
    openEditor(routesOf({ columns: [...DATASET.columns, half] }, VALID));
    await openTab(/Calculated columns/);
    await write("Name for half", "a half");
    expect(screen.getByRole("button", { name: "Profile of a half" })).toBeTruthy();
    await press("Add calculated column");
    expect(screen.getAllByRole("button", { name: /^Profile of/ })).toHaveLength(1);
  });

  test("stay the default time column when renamed", async () => {
    const day = { id: 13, column_name: "day", expression: "date", type: "DATETIME", type_generic: 2, is_dttm: true };
    const { put } = openEditor(routesOf({ columns: [...DATASET.columns, day], main_dttm_col: "day" }, VALID));
    await openTab(/Calculated columns/);
    await write("Name for day", "daylight");
    const { columns, main_dttm_col } = await sent(put);
    expect(columns?.[2]?.column_name).toBe("daylight");
    expect(main_dttm_col).toBe("daylight");
  });
});

describe("metrics of the dataset editor", () => {
  test("keep a new metric visible while searching", async () => {
    openEditor(routesOf({ metrics: [...DATASET.metrics, { id: 22, metric_name: "late", expression: "SUM(delay)" }] }));
    await openTab(/Metrics/);
    await write("Search metrics", "delay");
    expect(panel().queryByLabelText("Name for count")).toBeNull();
    expect(panel().getByLabelText("Name for late")).toBeTruthy();
    await press("Add metric");
    expect(panel().getByLabelText("Name for the new metric")).toBeTruthy();
    await write("Search metrics", "nothing");
    expect(panel().queryByLabelText("Name for late")).toBeNull();
    expect(panel().getByLabelText("Name for the new metric")).toBeTruthy();
  });

  test("have a number format, a currency and a warning", async () => {
    const { put } = openEditor({ ...EDITOR_ROUTES, ...VALID });
    await openTab(/Metrics/);
    await press("count details");
    expect(isFieldOff("Currency position")).toBe(true);
    await userEvent.click(screen.getByLabelText("Number format"));
    await userEvent.paste(",.1f");
    await userEvent.click(await screen.findByTitle(/^,\.1f/));
    expect(screen.getByText("Example: 1234567.891 → 1,234,567.9")).toBeTruthy();
    await pick("Currency", "EUR");
    await pick("Currency position", "After");
    await write("Warning", "Counts twice");
    const { metrics } = await sent(put);
    expect(metrics?.[0]).toMatchObject({
      d3format: ",.1f",
      currency: { symbol: "EUR", symbolPosition: "suffix" },
      extra: '{"warning_markdown":"Counts twice"}',
    });
  });

  test("show an empty state once all are deleted", async () => {
    const { put } = openEditor({ ...EDITOR_ROUTES, ...VALID });
    await openTab(/Metrics/);
    await press("Actions for count");
    await pickFromMenu("Delete metric");
    expect(panel().getByText("No metrics")).toBeTruthy();
    expect((await sent(put)).metrics).toEqual([]);
  });
});
