import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { renderWorkbench, SAVED_CHART, signIn } from "../../../testing/explore-page.tsx";
import { serve } from "../../../testing/network.ts";
import { forgetCsrfToken } from "../../../web/client/client.ts";
import { useSession } from "../../../web/session/session.ts";
import { closeDialog, openDialog, useDialogs } from "../state/dialogs.ts";
import { ChangesDialog } from "./ChangesDialog.tsx";
import { DialogHost } from "./DialogHost.tsx";
import { ExploreHeader } from "./ExploreHeader.tsx";
import { SaveDialog } from "./SaveDialog.tsx";

const WRITER = [
  ["can_write", "Chart"],
  ["can_csv", "Superset"],
] as const;

afterEach(() => {
  closeDialog();
  useSession.setState({ kind: "anonymous" }, true);
});

const DETAIL = {
  id: 12,
  slice_name: "Unemployment",
  owners: [],
  tags: [],
  dashboards: [],
  params: "{}",
  viz_type: "echarts_timeseries_line",
};

async function openDownloads(): Promise<void> {
  await userEvent.click(screen.getByRole("button", { name: "More actions" }));
  await userEvent.hover(await screen.findByRole("menuitem", { name: /^Download/ }));
}

describe("header", () => {
  test("the name is editable; Escape reverts it", async () => {
    signIn(WRITER);
    const store = renderWorkbench(<ExploreHeader />, { chart: SAVED_CHART });
    const field = within(screen.getByRole("heading", { level: 1 })).getByRole("textbox", { name: "Chart name" });
    await userEvent.clear(field);
    await userEvent.type(field, "Jobs{enter}");
    expect(store.getState().name).toBe("Jobs");
    expect(screen.getByRole("button", { name: "Altered · 1 change not saved" })).toBeTruthy();
    await userEvent.type(field, "xxx{escape}");
    expect(field).toHaveProperty("value", "Jobs");
  });

  test("a chart that is edited in files says so, and can be saved after it was detached", async () => {
    signIn(WRITER);
    forgetCsrfToken();
    serve({
      "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
      "GET /api/v1/chart/12": { body: { result: { ...DETAIL, external_url: "analytics/charts/jobs.yaml" } } },
      "PUT /api/v1/chart/12": { body: { id: 12, result: {} } },
    });
    renderWorkbench(<ExploreHeader />, { chart: { ...SAVED_CHART, isManagedExternally: true } });
    expect(screen.getByRole("button", { name: "Save as" })).toBeTruthy();
    await userEvent.click(await screen.findByRole("button", { name: "Edited in files" }));
    expect(await screen.findByText("analytics/charts/jobs.yaml")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Detach" }));
    expect(await screen.findByRole("button", { name: "Save" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Edited in files" })).toBeNull();
  });

  test("changes are counted and can be discarded", async () => {
    signIn(WRITER);
    const store = renderWorkbench(<ExploreHeader />, { chart: SAVED_CHART });
    expect(screen.queryByRole("button", { name: "Discard" })).toBeNull();
    store.getState().set("groupby", ["series"]);
    store.getState().set("row_limit", 100);
    expect(await screen.findByRole("button", { name: "Altered · 2 changes not saved" })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Discard" }));
    expect(store.getState().formData.groupby).toEqual([]);
    expect(screen.queryByRole("button", { name: /not saved/ })).toBeNull();
  });

  test("buttons and menu undo and redo, and name the change", async () => {
    signIn(WRITER);
    const store = renderWorkbench(<ExploreHeader />, { chart: SAVED_CHART });
    const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
    expect([button("Nothing to undo").disabled, button("Nothing to redo").disabled]).toEqual([true, true]);
    act(() => store.getState().set("row_limit", 100));
    act(() => store.getState().set("groupby", ["series"]));
    await userEvent.click(button("Undo: Dimensions"));
    expect(store.getState().formData).toMatchObject({ groupby: [], row_limit: 100 });
    await userEvent.click(button("Undo: Row limit"));
    expect(store.getState().formData.row_limit).toBe(10000);
    expect(button("Nothing to undo").disabled).toBe(true);
    await userEvent.click(button("Redo: Row limit"));
    expect(store.getState().formData.row_limit).toBe(100);
    await userEvent.click(button("More actions"));
    await userEvent.click(await screen.findByRole("menuitem", { name: /^Redo: Dimensions/ }));
    expect(store.getState().formData.groupby).toEqual(["series"]);
  });

  test("temporal_columns_lookup isn't a change", () => {
    signIn(WRITER);
    renderWorkbench(<ExploreHeader />, { chart: SAVED_CHART, saved: { temporal_columns_lookup: { month: false } } });
    expect(screen.queryByRole("button", { name: /not saved/ })).toBeNull();
  });

  test("owners can save", () => {
    signIn(WRITER, 1);
    renderWorkbench(<ExploreHeader />, { chart: SAVED_CHART });
    expect(screen.getByRole("button", { name: "Save" })).toBeTruthy();
  });

  test("non-owners can save a copy", () => {
    signIn(WRITER, 7);
    renderWorkbench(<ExploreHeader />, { chart: SAVED_CHART });
    expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
    expect(screen.getByRole("button", { name: "Save as" })).toBeTruthy();
  });

  test("users without write permission have no save button", () => {
    signIn([["can_read", "Chart"]]);
    renderWorkbench(<ExploreHeader />, { chart: SAVED_CHART });
    expect(screen.queryByRole("button", { name: /Save/ })).toBeNull();
  });

  test("an incomplete form can't be saved", () => {
    signIn(WRITER);
    renderWorkbench(<ExploreHeader />, { chart: SAVED_CHART, form: { metrics: [] } });
    expect(screen.getByRole("button", { name: "Save" })).toHaveProperty("disabled", true);
  });

  test("downloads need export permission", async () => {
    signIn([["can_write", "Chart"]]);
    renderWorkbench(<ExploreHeader />, { chart: SAVED_CHART });
    await openDownloads();
    expect(await screen.findByRole("menuitem", { name: "Image" })).toBeTruthy();
    expect(screen.queryByRole("menuitem", { name: "CSV" })).toBeNull();
    expect(screen.queryByRole("menuitem", { name: "Excel" })).toBeNull();
    expect(screen.getByRole("menuitem", { name: "Delete chart" })).toBeTruthy();
  });

  test("a saved chart is downloaded as a PDF if the server can draw it", async () => {
    const result = { ...DETAIL, dashboards: [], thumbnail_url: "/api/v1/chart/12/thumbnail/abc/" };
    const requests = serve({
      "GET /api/v1/chart/12": { body: { id: 12, result } },
      "GET /api/v1/chart/12/cache_screenshot/": { status: 404, body: { message: "no picture" } },
    });
    signIn(WRITER);
    renderWorkbench(<ExploreHeader />, { chart: SAVED_CHART });
    await openDownloads();
    await userEvent.click(await screen.findByRole("menuitem", { name: "PDF" }));
    await waitFor(() => expect(requests.some(({ path }) => path === "/api/v1/chart/12/cache_screenshot/")).toBe(true));
  });

  test.each([
    ["echarts_timeseries_line", []],
    ["table", ["CSV (visible rows)", "Excel (visible rows)", "JSON (visible rows)"]],
    ["pivot_table_v2", ["CSV (pivoted)", "Excel (pivoted)"]],
  ])("downloads of a %s are CSV, Excel and JSON%s", async (viz_type, more) => {
    signIn(WRITER);
    renderWorkbench(<ExploreHeader />, { chart: SAVED_CHART, form: { viz_type } });
    await openDownloads();
    await screen.findByRole("menuitem", { name: "CSV" });
    const names = screen.getAllByRole("menuitem").map((one) => one.textContent);
    expect(names.slice(names.indexOf("CSV"))).toEqual(["CSV", "Excel", "JSON", ...more, "Image"]);
  });
});

test("many dashboards open a search dialog", async () => {
  const dashboards = Array.from({ length: 11 }, (_, i) => ({ id: i + 1, dashboard_title: `Board ${i + 1}` }));
  const result = { ...DETAIL, dashboards };
  serve({ "GET /api/v1/chart/12": { body: { id: 12, result } } });
  signIn(WRITER);
  renderWorkbench(
    <>
      <ExploreHeader />
      <DialogHost />
    </>,
    { chart: SAVED_CHART },
  );
  await userEvent.click(await screen.findByRole("button", { name: "On 11 dashboards" }));
  await userEvent.type(await screen.findByRole("searchbox", { name: "Search dashboards" }), "board 11");
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(["/superset/dashboard/11/"]);
});

test("a dialog of a chart that was left doesn't open with the next one", async () => {
  renderWorkbench(<DialogHost />, { chart: SAVED_CHART });
  act(() => openDialog("changes"));
  await screen.findByRole("dialog");
  cleanup();
  renderWorkbench(<DialogHost />, { chart: { ...SAVED_CHART, id: 13 } });
  expect(screen.queryByRole("dialog")).toBeNull();
});

describe("changes dialog", () => {
  test("shows control, before and after", () => {
    const store = renderWorkbench(<ChangesDialog />, { chart: SAVED_CHART });
    store.getState().set("groupby", ["series"]);
    return screen.findByRole("row", { name: "Dimensions N/A Industry" });
  });

  test("discards all changes", async () => {
    openDialog("changes");
    const store = renderWorkbench(<ChangesDialog />, { chart: SAVED_CHART });
    store.getState().set("groupby", ["series"]);
    await userEvent.click(await screen.findByRole("button", { name: "Discard changes" }));
    expect(store.getState().formData.groupby).toEqual([]);
    expect(useDialogs.getState().open).toBeUndefined();
  });

  test("shows fifty per page", async () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`extra_${i}`, i]));
    const store = renderWorkbench(<ChangesDialog />, { chart: SAVED_CHART });
    store.getState().setMany(many, "Many");
    expect(await screen.findByText("1 of 2")).toBeTruthy();
    expect(screen.getAllByRole("row")).toHaveLength(51);
    await userEvent.click(screen.getByRole("button", { name: "Next" }));
    expect(screen.getAllByRole("row")).toHaveLength(11);
  });
});

describe("save dialog", () => {
  test("a new chart needs a name", async () => {
    signIn(WRITER);
    renderWorkbench(<SaveDialog startAsNew />);
    const save = screen.getByRole("button", { name: "Save" });
    expect(screen.queryByRole("radio")).toBeNull();
    await userEvent.clear(screen.getByRole("textbox", { name: "Chart name" }));
    expect(save).toHaveProperty("disabled", true);
    await userEvent.type(screen.getByRole("textbox", { name: "Chart name" }), "Jobs");
    expect(save).toHaveProperty("disabled", false);
    expect(screen.queryByRole("button", { name: /^Save and/ })).toBeNull();
  });

  test("a typed name creates a dashboard", async () => {
    signIn(WRITER);
    renderWorkbench(<SaveDialog startAsNew={false} />, { chart: SAVED_CHART });
    await userEvent.type(screen.getByRole("combobox", { name: "Add to dashboard" }), "Labor");
    await userEvent.click(await screen.findByTitle("Create “Labor”"));
    expect(screen.getByRole("button", { name: "Save and open Labor" })).toHaveProperty("disabled", false);
    expect(screen.getByRole("button", { name: "Save and stay here" })).toHaveProperty("disabled", false);
  });

  test("Enter never picks a dashboard that doesn't match the text", async () => {
    serve({
      "GET /api/v1/dashboard/": { body: { count: 1, ids: [7], result: [{ id: 7, dashboard_title: "Payroll" }] } },
    });
    signIn(WRITER);
    renderWorkbench(<SaveDialog startAsNew={false} />, { chart: SAVED_CHART });
    const field = screen.getByRole("combobox", { name: "Add to dashboard" });
    await userEvent.click(field);
    expect(await screen.findByTitle("Payroll")).toBeTruthy();
    await userEvent.type(field, "Labor");
    expect(screen.queryByTitle("Payroll")).toBeNull();
    expect(await screen.findByRole("option", { name: "Create “Labor”", selected: false })).toBeTruthy();
  });

  test("offers to create a dashboard only when no match exists, and keeps results meanwhile", async () => {
    const answers = Promise.withResolvers<void>();
    const requests = serve({
      "GET /api/v1/dashboard/": async ({ query }) => {
        if (query.get("q")?.includes("Labor")) await answers.promise;
        const result = ["Labor costs", "Payroll"].map((dashboard_title, id) => ({ id, dashboard_title }));
        return { body: { count: 2, ids: [0, 1], result } };
      },
    });
    signIn(WRITER);
    renderWorkbench(<SaveDialog startAsNew={false} />, { chart: SAVED_CHART });
    const field = await screen.findByRole("combobox", { name: "Add to dashboard" });
    await userEvent.click(field);
    await screen.findByTitle("Payroll");
    await userEvent.type(field, "Labor");
    await waitFor(() => expect(requests.some(({ query }) => query.get("q")?.includes("Labor"))).toBe(true));
    expect(screen.getByTitle("Labor costs")).toBeTruthy();
    expect(screen.queryByTitle("Create “Labor”")).toBeNull();
    answers.resolve();
    expect(await screen.findByTitle("Create “Labor”")).toBeTruthy();
  });

  test("overwriting keeps the name", () => {
    signIn(WRITER);
    renderWorkbench(<SaveDialog startAsNew={false} />, { chart: SAVED_CHART });
    expect(screen.getByRole("radio", { name: "Save (overwrite)" })).toHaveProperty("checked", true);
    expect(screen.getByRole("textbox", { name: "Chart name" })).toHaveProperty("value", "Unemployment");
  });
});
