import { beforeEach, describe, expect, test } from "vitest";
import type { DashboardDocument } from "../../../editor/dashboard-document.ts";
import { useOverwrite } from "../../../features/overwrite/overwrite.ts";
import { signIn } from "../../../testing/dashboard-page.tsx";
import { type Routes, serve } from "../../../testing/network.ts";
import { detailOf, sampleDashboard } from "../../../testing/sample-dashboard.ts";
import { forgetCsrfToken } from "../../../web/client/client.ts";
import { useToasts } from "../../../web/toasts/toasts.ts";
import { initialMasks } from "../state/masks.ts";
import { createDashboardStore } from "../state/store.ts";
import { documentOf } from "./editor-context.ts";
import { addChartData, addMissingCharts } from "./new-charts.ts";
import { copyDashboard, saveDashboard } from "./save-dashboard.ts";

const TOKEN: Routes = { "GET /api/v1/security/csrf_token/": { body: { result: "t" } } };
const document = (change: Partial<DashboardDocument["properties"]> = {}): DashboardDocument => {
  const own = documentOf(sampleDashboard());
  return { ...own, properties: { ...own.properties, ...change } };
};
const toastTexts = () => useToasts.getState().toasts.map(({ text }) => text);

beforeEach(() => {
  forgetCsrfToken();
  useToasts.setState({ toasts: [] });
});

describe("saving a dashboard", () => {
  const save = () => saveDashboard(detailOf(), document());

  test("sends the whole document with the version it is based on", async () => {
    const requests = serve({ ...TOKEN, "PUT /api/v1/dashboard/5": { body: { id: 5, result: {} } } });
    expect([await save(), toastTexts()]).toEqual(["saved", ["This dashboard was saved successfully."]]);
    const put = requests.find(({ method }) => method === "PUT");
    expect(put?.headers.get("if-match")).toBe(`"${detailOf().changed_on}"`);
    expect(put?.body).toMatchObject({ dashboard_title: "US flight delays", owners: [1] });
    const { json_metadata = "" } = (put?.body ?? {}) as { json_metadata?: string };
    const { positions } = JSON.parse(json_metadata);
    expect(positions["CHART-1"].parents).toEqual(["ROOT_ID", "TABS-1", "TAB-a", "ROW-a"]);
  });

  test("reports a conflict when another user has saved, and keeps their version", async () => {
    const overwriteConfirmMetadata = { updatedAt: "", updatedBy: "Grace", state: "later", changedItems: [] };
    const error = { message: "Please confirm", error_type: "X", level: "warning", extra: { overwriteConfirmMetadata } };
    serve({ ...TOKEN, "PUT /api/v1/dashboard/5": { status: 412, body: { errors: [error] } } });
    const answering = useOverwrite.subscribe(({ question }) => question?.answer(false));
    expect(await save()).toBe("conflict");
    answering();
    expect(toastTexts()).not.toContain("This dashboard was saved successfully.");
  });

  test.each([
    [{ status: 403, body: { message: "Forbidden" } }, "You do not have permission to edit this dashboard"],
    [
      { status: 422, body: { message: "Slug is taken" } },
      "Sorry, there was an error saving this dashboard: Slug is taken",
    ],
  ])("reports why it failed", async (answer, text) => {
    serve({ ...TOKEN, "PUT /api/v1/dashboard/5": answer });
    expect([await save(), toastTexts()]).toEqual(["failed", [text]]);
  });
});

describe("saving a dashboard as a copy", () => {
  const copied = async (
    change: Partial<DashboardDocument["properties"]>,
    options = { title: " ", duplicateCharts: true },
  ) => {
    const requests = serve({
      ...TOKEN,
      "POST /api/v1/dashboard/5/copy/": { body: { result: { id: 9, last_modified_time: 1 } } },
    });
    const id = await copyDashboard(5, document(change), options);
    return { id, body: requests.find(({ method }) => method === "POST")?.body };
  };

  test("returns the copy, co-owned by its creator", async () => {
    signIn();
    const owners = [
      { id: 1, first_name: "Ada" },
      { id: 2, first_name: "Grace" },
    ];
    const { id, body } = await copied({ owners, roles: [{ id: 4, name: "Gamma" }] });
    expect(id).toBe(9);
    expect(body).toMatchObject({ dashboard_title: "[ untitled dashboard ]", duplicate_slices: true });
    expect(body).toMatchObject({ owners: [1, 2], roles: [4] });
  });

  test("leaves out owners and roles of another user's dashboard", async () => {
    signIn();
    const { body } = await copied({ owners: [{ id: 2 }] }, { title: "Mine", duplicateCharts: false });
    expect(body).toMatchObject({ dashboard_title: "Mine", duplicate_slices: false });
    expect(Object.keys(body as object)).not.toEqual(expect.arrayContaining(["owners"]));
  });

  test("reports why it failed", async () => {
    serve({ ...TOKEN, "POST /api/v1/dashboard/5/copy/": { status: 500, body: { message: "Out of order" } } });
    expect(await copyDashboard(5, document(), { title: "Mine", duplicateCharts: false })).toBeUndefined();
    expect(toastTexts()).toEqual(["Sorry, there was an error saving this dashboard: Out of order"]);
  });
});

describe("new charts on a dashboard", () => {
  const open = (routes: Routes) => {
    const requests = serve(routes);
    const dashboard = sampleDashboard();
    const store = createDashboardStore({ dashboard, masks: initialMasks(dashboard.filters, []) });
    return { requests, store, charts: () => store.getState().dashboard.charts };
  };
  const CHART = {
    form_data: { viz_type: "pie", datasource: "9__table" },
    dataset: { id: 9, table_name: "cities", columns: [], metrics: [] },
    slice: { slice_id: 40, slice_name: "Cities", description: "By size" },
    metadata: null,
  };
  const ROUTES: Routes = { "GET /api/v1/explore/": { body: { result: CHART } } };

  test("load definition and dataset in a single request", async () => {
    const { requests, store, charts } = open(ROUTES);
    const chart = { id: 40, slice_name: "Old name" };
    expect(await Promise.all([addChartData(store, chart), addChartData(store, chart)])).toEqual([true, true]);
    expect(requests).toHaveLength(1);
    expect(charts().get(40)).toMatchObject({
      slice_name: "Cities",
      description: "By size",
      form_data: { slice_id: 40 },
    });
    expect(store.getState().dashboard.datasets.get(9)?.table_name).toBe("cities");
    expect(await addChartData(store, chart)).toBe(true);
    expect(requests, "it is loaded now").toHaveLength(1);
  });

  test("are detected in a layout", async () => {
    const { requests, store } = open(ROUTES);
    const { layout } = store.getState().dashboard;
    const tile = layout["CHART-1"];
    if (!tile) throw new Error("no tile");
    addMissingCharts(store, { ...layout, "CHART-x": { ...tile, id: "CHART-x", meta: { ...tile.meta, chartId: 40 } } });
    expect(requests.map(({ query }) => query.get("slice_id"))).toEqual(["40"]);
  });

  test.each([
    [{ status: 404, body: {} }, []],
    [{ status: 500, body: { message: "down" } }, ["Sorry there was an error fetching saved charts: down"]],
  ])("that fail to load leave the dashboard unchanged", async (answer, texts) => {
    const { store, charts } = open({ "GET /api/v1/explore/": answer });
    expect(await addChartData(store, { id: 40, slice_name: "Gone" })).toBe(false);
    expect([charts().has(40), toastTexts()]).toEqual([false, texts]);
  });
});
