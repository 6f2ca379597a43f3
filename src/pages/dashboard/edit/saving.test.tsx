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
const said = () => useToasts.getState().toasts.map(({ text }) => text);

beforeEach(() => {
  forgetCsrfToken();
  useToasts.setState({ toasts: [] });
});

describe("saving a dashboard", () => {
  const save = () => saveDashboard(detailOf(), document());

  test("sends all of it, based on what it began as", async () => {
    const asked = serve({ ...TOKEN, "PUT /api/v1/dashboard/5": { body: { id: 5, result: {} } } });
    expect([await save(), said()]).toEqual(["saved", ["This dashboard was saved successfully."]]);
    const put = asked.find(({ method }) => method === "PUT");
    expect(put?.headers.get("if-match")).toBe(`"${detailOf().changed_on}"`);
    expect(put?.body).toMatchObject({ dashboard_title: "US flight delays", owners: [1] });
    const { json_metadata = "" } = (put?.body ?? {}) as { json_metadata?: string };
    const { positions } = JSON.parse(json_metadata);
    expect(positions["CHART-1"].parents).toEqual(["ROOT_ID", "TABS-1", "TAB-a", "ROW-a"]);
  });

  test("is behind when somebody else has saved, and what they saved is kept", async () => {
    const overwriteConfirmMetadata = { updatedAt: "", updatedBy: "Grace", state: "later", changedItems: [] };
    const error = { message: "Please confirm", error_type: "X", level: "warning", extra: { overwriteConfirmMetadata } };
    serve({ ...TOKEN, "PUT /api/v1/dashboard/5": { status: 412, body: { errors: [error] } } });
    const answering = useOverwrite.subscribe(({ question }) => question?.answer(false));
    expect(await save()).toBe("behind");
    answering();
    expect(said()).not.toContain("This dashboard was saved successfully.");
  });

  test.each([
    [{ status: 403, body: { message: "Forbidden" } }, "You do not have permission to edit this dashboard"],
    [
      { status: 422, body: { message: "Slug is taken" } },
      "Sorry, there was an error saving this dashboard: Slug is taken",
    ],
  ])("says why it failed", async (answer, text) => {
    serve({ ...TOKEN, "PUT /api/v1/dashboard/5": answer });
    expect([await save(), said()]).toEqual(["failed", [text]]);
  });
});

describe("saving a dashboard as another", () => {
  const copied = async (
    change: Partial<DashboardDocument["properties"]>,
    options = { title: " ", duplicateCharts: true },
  ) => {
    const asked = serve({
      ...TOKEN,
      "POST /api/v1/dashboard/5/copy/": { body: { result: { id: 9, last_modified_time: 1 } } },
    });
    const id = await copyDashboard(5, document(change), options);
    return { id, body: asked.find(({ method }) => method === "POST")?.body };
  };

  test("leads to the copy, of which whoever makes it is an owner too", async () => {
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

  test("of others says nothing of their owners and roles", async () => {
    signIn();
    const { body } = await copied({ owners: [{ id: 2 }] }, { title: "Mine", duplicateCharts: false });
    expect(body).toMatchObject({ dashboard_title: "Mine", duplicate_slices: false });
    expect(Object.keys(body as object)).not.toEqual(expect.arrayContaining(["owners"]));
  });

  test("that fails leads nowhere and says why", async () => {
    serve({ ...TOKEN, "POST /api/v1/dashboard/5/copy/": { status: 500, body: { message: "Out of order" } } });
    expect(await copyDashboard(5, document(), { title: "Mine", duplicateCharts: false })).toBeUndefined();
    expect(said()).toEqual(["Sorry, there was an error saving this dashboard: Out of order"]);
  });
});

describe("charts that a dashboard did not have", () => {
  const open = (routes: Routes) => {
    const asked = serve(routes);
    const dashboard = sampleDashboard();
    const store = createDashboardStore({ dashboard, masks: initialMasks(dashboard.filters, []) });
    return { asked, store, charts: () => store.getState().dashboard.charts };
  };
  const CHART = {
    form_data: { viz_type: "pie", datasource: "9__table" },
    dataset: { id: 9, table_name: "cities", columns: [], metrics: [] },
    slice: { slice_id: 40, slice_name: "Cities", description: "By size" },
    metadata: null,
  };
  const ROUTES: Routes = { "GET /api/v1/explore/": { body: { result: CHART } } };

  test("come with their definition and dataset, asked for once at a time", async () => {
    const { asked, store, charts } = open(ROUTES);
    const chart = { id: 40, slice_name: "Old name" };
    expect(await Promise.all([addChartData(store, chart), addChartData(store, chart)])).toEqual([true, true]);
    expect(asked).toHaveLength(1);
    expect(charts().get(40)).toMatchObject({
      slice_name: "Cities",
      description: "By size",
      form_data: { slice_id: 40 },
    });
    expect(store.getState().dashboard.datasets.get(9)?.table_name).toBe("cities");
    expect(await addChartData(store, chart)).toBe(true);
    expect(asked, "it is known now").toHaveLength(1);
  });

  test("are those of a layout that are not known yet", async () => {
    const { asked, store } = open(ROUTES);
    const { layout } = store.getState().dashboard;
    const tile = layout["CHART-1"];
    if (!tile) throw new Error("no tile");
    addMissingCharts(store, { ...layout, "CHART-x": { ...tile, id: "CHART-x", meta: { ...tile.meta, chartId: 40 } } });
    expect(asked.map(({ query }) => query.get("slice_id"))).toEqual(["40"]);
  });

  test.each([
    [{ status: 404, body: {} }, []],
    [{ status: 500, body: { message: "down" } }, ["Sorry there was an error fetching saved charts: down"]],
  ])("that cannot be had leave the dashboard as it is", async (answer, texts) => {
    const { store, charts } = open({ "GET /api/v1/explore/": answer });
    expect(await addChartData(store, { id: 40, slice_name: "Gone" })).toBe(false);
    expect([charts().has(40), said()]).toEqual([false, texts]);
  });
});
