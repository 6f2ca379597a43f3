import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { codeIn, writeCode } from "../../testing/code.ts";
import { signIn } from "../../testing/dashboard-page.tsx";
import { DATASET, EDITOR_ROUTES, openEditor, openTab, routesOf, saveDataset } from "../../testing/dataset-editor.tsx";
import { choicesOf, isOff, pick, press, toggle, write } from "../../testing/steps.ts";
import { useSession } from "../../web/session/session.ts";

afterEach(() => {
  useSession.setState({ kind: "loading" }, true);
});

describe("settings of the dataset editor", () => {
  test("are saved individually as entered", async () => {
    const { put } = openEditor({
      ...EDITOR_ROUTES,
      "GET /api/v1/dataset/related/owners": { body: { count: 1, result: [{ value: 7, text: "Grace Hopper" }] } },
    });
    await openTab(/Settings/);
    await write("Description", "Domestic flights");
    await pick("Owners", "Grace Hopper");
    await write("Hours offset", "-5");
    await write("Cache timeout", "60");
    await toggle("Always filter by the default time column");
    await toggle("Autocomplete filters");
    expect(screen.getByText("6 changes")).toBeTruthy();
    await saveDataset();
    await waitFor(() => expect(put()).toBeTruthy());
    expect(put()?.body).toEqual({
      description: "Domestic flights",
      owners: [7],
      offset: -5,
      cache_timeout: 60,
      always_filter_main_dttm: true,
      filter_select_enabled: false,
    });
  });

  test("offer temporal columns for the default time, and others for the currency", async () => {
    openEditor();
    await openTab(/Settings/);
    expect(await choicesOf("Default time column")).toEqual(["date"]);
    expect(await choicesOf("Currency code column")).toEqual(["origin"]);
  });

  test("show invalid JSON at the field, and count it on the tab", async () => {
    openEditor();
    await openTab(/Settings/);
    await writeCode("Template parameters", "[1]");
    expect(await screen.findByText("Template parameters must be a JSON object")).toBeTruthy();
    expect(screen.getByRole("tab", { name: /Settings.*1.*to fix/ })).toBeTruthy();
    expect(isOff("Save dataset")).toBe(true);
    expect(screen.getByText("Fix 1 problem")).toBeTruthy();
  });
});

describe("a SQL dataset", () => {
  const SQL = { ...DATASET, kind: "virtual", sql: "select 1 as a" };

  test("is formatted by the server once unlocked", async () => {
    const { put } = openEditor(
      routesOf(SQL, { "POST /api/v1/sqllab/format_sql/": { body: { result: "SELECT 1 AS a" } } }),
    );
    await openTab(/Source/);
    expect(screen.getByText(/SQL query\./)).toBeTruthy();
    expect(isOff("Format SQL")).toBe(true);
    await press("Unlock to edit");
    await press("Format SQL");
    await waitFor(async () => expect(await codeIn("SQL")).toBe("SELECT 1 AS a"));
    await saveDataset();
    await waitFor(() => expect(put()?.body).toEqual({ sql: "SELECT 1 AS a" }));
  });

  test("stays as it is if formatting fails, and shows why", async () => {
    openEditor(
      routesOf(SQL, { "POST /api/v1/sqllab/format_sql/": { status: 400, body: { message: "Unclosed quote" } } }),
    );
    await openTab(/Source/);
    await press("Unlock to edit");
    await press("Format SQL");
    expect(await screen.findByText("Unclosed quote")).toBeTruthy();
    expect(await codeIn("SQL")).toBe("select 1 as a");
  });

  test("previews the columns of its SQL, or the error", async () => {
    let answer: { status?: number; body: unknown } = { status: 422, body: { message: "no such table: flight" } };
    const { requests } = openEditor(routesOf(SQL, { "GET /datasource/external_metadata_by_name/": () => answer }));
    await openTab(/Source/);
    await press("Unlock to edit");
    await press("Load columns");
    expect(await screen.findByText("no such table: flight")).toBeTruthy();
    answer = { body: [{ column_name: "a", name: "a", type: "INTEGER", type_generic: 0, is_dttm: false }] };
    await press("Load columns");
    expect(await screen.findByText("Query OK. Columns: 1 new, 0 changed type, 2 missing.")).toBeTruthy();
    expect(screen.queryByText("no such table: flight")).toBeNull();
    const { query } = requests.findLast(({ path }) => path.endsWith("metadata_by_name/")) ?? {};
    expect(query?.get("q")).toContain("select 1 as a");
    await openTab(/^Columns/);
    expect(screen.getByText("New")).toBeTruthy();
  });

  test("needs a name", async () => {
    openEditor(routesOf(SQL));
    await openTab(/Source/);
    await userEvent.clear(screen.getByLabelText("Name"));
    expect(screen.getByText("This is a required field")).toBeTruthy();
    expect(isOff("Save dataset")).toBe(true);
  });
});

describe("the dataset editor", () => {
  test("is read-only for users who don't own the dataset", async () => {
    signIn();
    openEditor(routesOf({ owners: [{ id: 9, first_name: "Grace", last_name: "Hopper" }] }));
    expect(await screen.findByText("Only owners can edit this dataset: Grace Hopper")).toBeTruthy();
    expect(isOff("Save dataset")).toBe(true);
    await openTab(/^Folders/);
    expect(screen.queryByRole("button", { name: "Add folder" })).toBeNull();
  });

  test("shows that the server denied saving", async () => {
    openEditor({ ...EDITOR_ROUTES, "PUT /api/v1/dataset/2": { status: 403, body: { message: "Forbidden" } } });
    await userEvent.type(await screen.findByLabelText("Label for origin"), "x");
    await saveDataset();
    expect(await screen.findByText("You do not have permission to edit this dataset")).toBeTruthy();
    expect(screen.getByText("1 change")).toBeTruthy();
  });

  test("offers to retry when the dataset failed to load", async () => {
    let isUp = false;
    openEditor({
      ...EDITOR_ROUTES,
      "GET /api/v1/dataset/2": () =>
        isUp ? { body: { id: 2, result: DATASET } } : { status: 500, body: { message: "Out of order" } },
    });
    expect(await screen.findByText("Out of order")).toBeTruthy();
    isUp = true;
    await press("Retry");
    expect(await screen.findByLabelText("Label for origin")).toBeTruthy();
  });

  test("lists the charts of the dataset in pages, and their dashboards", async () => {
    const charts = Array.from({ length: 30 }, (_, i) => ({ id: i, slice_name: `Chart ${i}`, viz_type: "pie" }));
    const dashboards = { count: 1, result: [{ id: 4, title: "Flights", slug: "flights" }] };
    openEditor({
      ...EDITOR_ROUTES,
      "GET /api/v1/dataset/2/related_objects": { body: { charts: { count: 30, result: charts }, dashboards } },
    });
    await openTab(/Usage/);
    const links = () => within(screen.getByRole("tabpanel")).getAllByRole("link");
    await waitFor(() => expect(links()).toHaveLength(26));
    expect(links().at(-1)?.getAttribute("href")).toContain("/dashboard/flights");
    await userEvent.click(screen.getByTitle("2"));
    expect(links().map((link) => link.textContent)).toEqual([...charts.slice(25).map((c) => c.slice_name), "Flights"]);
  });

  test("shows that no chart uses the dataset", async () => {
    const none = { count: 0, result: [] };
    openEditor({
      ...EDITOR_ROUTES,
      "GET /api/v1/dataset/2/related_objects": { body: { charts: none, dashboards: none } },
    });
    await openTab(/Usage/);
    expect(await screen.findByText("No charts yet")).toBeTruthy();
  });
});
