import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let data: SampleData;
let admin: TestClient;
let alpha: TestClient;
let alphaId: number;

beforeAll(async () => {
  server = await startTestServer({
    config: { retention: { versions: 5, trashDays: 30, logDays: undefined, auditDays: undefined } },
  });
  data = await loadSampleData(server.app);
  [admin, alpha] = [await server.as("admin"), await server.as("alpha")];
  alphaId = await server.userId("alpha");
});
afterAll(() => server.stop());

async function createChart(more: object = {}, client = admin): Promise<number> {
  const params = JSON.stringify({ viz_type: "table", metrics: ["count"] });
  const body = { slice_name: "First", viz_type: "table", datasource_id: data.carsId, datasource_type: "table", params };
  const answer = await client.post<Json>("/api/v1/chart/", { ...body, ...more });
  expect(answer.status).toBe(201);
  return answer.body.id;
}

const versionsOf = async (path: string, client = admin) =>
  (await client.get<Json>(`/api/v1/${path}/versions/`)).body as Json;

describe("versions", () => {
  test("every save of a chart creates one with user, time and content", async () => {
    const id = await createChart({ owners: [alphaId] });
    const before = server.app.clock.timestamp();
    await alpha.put(`/api/v1/chart/${id}`, {
      slice_name: "Second",
      params: JSON.stringify({ viz_type: "table", metrics: ["sum"] }),
    });
    const { count, result } = await versionsOf(`chart/${id}`);
    expect(count).toBe(2);
    expect(result.map((version: Json) => version.version)).toEqual([2, 1]);
    expect(result[0]).toMatchObject({ changed: ["slice_name", "params.metrics"], saved_by: { first_name: "Alpha" } });
    expect(result[0].saved_on > before).toBe(true);
    expect(result[1].saved_by.first_name).toBe("Admin");
    const shown = await admin.get<Json>(`/api/v1/chart/${id}/versions/1`);
    expect(shown.body.result).toMatchObject({ version: 1, content: { slice_name: "First", viz_type: "table" } });
  });

  test("a save without changes creates none, nor does a query saved in the background", async () => {
    const id = await createChart();
    await admin.put(`/api/v1/chart/${id}`, { slice_name: "First" });
    const query_context = JSON.stringify({ datasource: { id: data.carsId, type: "table" }, queries: [] });
    await admin.put(`/api/v1/chart/${id}`, { query_context, query_context_generation: true });
    await admin.put(`/api/v1/chart/${id}`, { owners: [alphaId] });
    expect((await versionsOf(`chart/${id}`)).count).toBe(1);
  });

  test("changes made without versions are included in the next save", async () => {
    const id = await createChart();
    await server.app.db.updateTable("charts").set({ description: "by hand" }).where("id", "=", id).execute();
    await admin.put(`/api/v1/chart/${id}`, { description: "by API" });
    const { result } = await versionsOf(`chart/${id}`);
    expect(result.map((version: Json) => version.changed)).toEqual([["description"], ["description"], []]);
    const { body } = await admin.get<Json>(`/api/v1/chart/${id}/versions/compare/?from=2&to=3`);
    expect(body.result).toEqual([{ path: "description", before: "by hand", after: "by API" }]);
  });

  test("old ones are deleted beyond the configured number", async () => {
    const id = await createChart();
    for (let i = 0; i < 7; i++) await admin.put(`/api/v1/chart/${id}`, { description: `${i}` });
    const { count, result } = await versionsOf(`chart/${id}`);
    expect([count, result[0].version, result.at(-1).version]).toEqual([5, 8, 4]);
    expect((await admin.get(`/api/v1/chart/${id}/versions/1`)).status).toBe(404);
  });

  test("layouts are compared part by part, and a dashboard is restored with its charts", async () => {
    const chart = await createChart();
    const tile = { id: "CHART-a", type: "CHART", children: [], meta: { chartId: chart, width: 4 } };
    const positions = {
      ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
      GRID_ID: { id: "GRID_ID", type: "GRID", children: ["CHART-a"] },
      "CHART-a": tile,
    };
    const body = { dashboard_title: "Board", slug: "board", json_metadata: JSON.stringify({ positions }) };
    const id = (await admin.post<Json>("/api/v1/dashboard/", body)).body.id;
    const wide = { ...positions, "CHART-a": { ...tile, meta: { ...tile.meta, width: 8 } } };
    await admin.put(`/api/v1/dashboard/${id}`, { json_metadata: JSON.stringify({ positions: wide }) });
    const compared = await admin.get<Json>(`/api/v1/dashboard/${id}/versions/compare/?from=1`);
    expect(compared.body.result).toEqual([{ path: "position_json.CHART-a.meta.width", before: 4, after: 8 }]);
    const empty = { ...positions, GRID_ID: { ...positions.GRID_ID, children: [] }, "CHART-a": undefined };
    const missing = { dashboard_title: "Other", slug: "", json_metadata: JSON.stringify({ positions: empty }) };
    await admin.put(`/api/v1/dashboard/${id}`, missing);
    expect((await admin.get<Json>(`/api/v1/dashboard/${id}`)).body.result.charts).toEqual([]);
    const restored = await admin.post<Json>(`/api/v1/dashboard/${id}/versions/1/restore/`);
    expect(restored).toMatchObject({ status: 200, body: { id, version: 4 } });
    expect((await versionsOf("dashboard/board")).result.map((each: Json) => each.version)).toEqual([4, 3, 2, 1]);
    const stored = await admin.get<Json>(`/api/v1/dashboard/${id}/versions/3`);
    expect(stored.body.result.content).toMatchObject({ dashboard_title: "Other", slug: null });
    const { result } = (await admin.get<Json>("/api/v1/dashboard/board")).body;
    expect(result).toMatchObject({ id, dashboard_title: "Board", charts: ["First"] });
    expect(JSON.parse(result.position_json)["CHART-a"].meta.width).toBe(4);
  });

  test("a dashboard made for a chart is restored with that chart alone, and what was added is counted", async () => {
    const { id } = (await admin.post<Json>("/api/v1/dashboard/", { dashboard_title: "Sales" })).body;
    const first = await createChart({ slice_name: "Share", dashboards: [id] });
    const second = await createChart({ slice_name: "Orders" });
    const tile = (chartId: number, sliceName: string) => ({
      type: "CHART",
      children: [],
      meta: { chartId, sliceName },
    });
    const positions = {
      ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
      GRID_ID: { id: "GRID_ID", type: "GRID", children: ["ROW-1"] },
      "ROW-1": { id: "ROW-1", type: "ROW", children: ["CHART-1", "CHART-2"], meta: {} },
      "CHART-1": { id: "CHART-1", ...tile(first, "Share") },
      "CHART-2": { id: "CHART-2", ...tile(second, "Orders") },
    };
    const json_metadata = JSON.stringify({ stagger_refresh: true, stagger_time: 5000, positions });
    expect((await admin.put(`/api/v1/dashboard/${id}`, { json_metadata })).status).toBe(200);
    const path = `dashboard/${id}`;
    const chartsOf = async () => {
      const { result } = (await admin.get<Json>(`/api/v1/dashboard/${id}/charts`)).body;
      return result.map((chart: Json) => chart.slice_name).sort();
    };
    const saved = (await versionsOf(path)).result;
    expect(saved.map((one: Json) => one.changes)).toEqual([
      [{ path: "position_json.CHART-2", kind: "added", name: "Orders" }],
      [],
    ]);
    expect(await chartsOf()).toEqual(["Orders", "Share"]);
    await admin.post(`/api/v1/dashboard/${id}/versions/1/restore/`);
    expect(await chartsOf()).toEqual(["Share"]);
    const [restored] = (await versionsOf(path)).result;
    expect(restored.changes).toEqual([{ path: "position_json.CHART-2", kind: "removed", name: "Orders" }]);
    await admin.put(`/api/v1/chart/${second}`, { dashboards: [id] });
    expect((await versionsOf(path)).result[0].changed).toEqual(["charts"]);
    await admin.post(`/api/v1/dashboard/${id}/versions/2/restore/`);
    expect(await chartsOf()).toEqual(["Orders", "Share"]);
  });

  test("describe the changes to parts of a dashboard; colors set by the page don't count", async () => {
    const positions = { ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: [] } };
    const body = { dashboard_title: "Colors", json_metadata: JSON.stringify({ positions }) };
    const id = (await admin.post<Json>("/api/v1/dashboard/", body)).body.id;
    const map_label_colors = { a: "#FF0000" };
    const stored = { map_label_colors, shared_label_colors: ["a"], color_scheme_domain: ["#FF0000"] };
    await admin.put(`/api/v1/dashboard/${id}/colors?mark_updated=false`, stored);
    const tab = { id: "TAB-s", type: "TAB", children: [], meta: { text: "Sales" } };
    const json_metadata = JSON.stringify({ ...stored, positions: { ...positions, "TAB-s": tab } });
    await admin.put(`/api/v1/dashboard/${id}`, { json_metadata });
    const { result } = await versionsOf(`dashboard/${id}`);
    const changes = result.map((version: Json) => version.changes);
    expect(changes[0]).toContainEqual({ path: "position_json.TAB-s", kind: "added", name: "Sales" });
    expect(changes.slice(1)).toEqual([[]]);
  });

  test("a dataset is restored; its columns keep their ids", async () => {
    const dataset = { database: data.databaseId, table_name: "versioned", sql: "SELECT 1 AS a, 2 AS b" };
    const id = (await admin.post<Json>("/api/v1/dataset/", dataset)).body.id;
    const before = (await admin.get<Json>(`/api/v1/dataset/${id}`)).body.result;
    const [a] = before.columns;
    const metrics = [{ metric_name: "m", expression: "SUM(a)", currency: { symbol: "USD", symbolPosition: "prefix" } }];
    const columns = [{ id: a.id, column_name: "a", verbose_name: "Aye" }];
    await admin.put(`/api/v1/dataset/${id}`, { columns, metrics, description: "now" });
    const { body } = await admin.get<Json>(`/api/v1/dataset/${id}/versions/compare/?from=1`);
    expect(body.result.map((change: Json) => change.path)).toEqual([
      "description",
      "columns[a].verbose_name",
      "columns[b]",
      "metrics[count]",
      "metrics[m]",
    ]);
    const shown = await admin.get<Json>(`/api/v1/dataset/${id}/versions/2`);
    expect(shown.body.result.content.columns).toMatchObject([{ column_name: "a", verbose_name: "Aye" }]);
    expect((await admin.post(`/api/v1/dataset/${id}/versions/1/restore/`)).status).toBe(200);
    const after = (await admin.get<Json>(`/api/v1/dataset/${id}`)).body.result;
    expect(after.column_names).toEqual(["a", "b"]);
    expect(after.columns[0].id).toBe(a.id);
    expect(after.metrics.map((metric: Json) => metric.metric_name)).toEqual(["count"]);
    await admin.post(`/api/v1/dataset/${id}/versions/2/restore/`);
    const again = (await admin.get<Json>(`/api/v1/dataset/${id}`)).body.result;
    expect(again.metrics).toMatchObject([{ metric_name: "m", currency: { symbol: "USD", symbolPosition: "prefix" } }]);
  });

  test("need edit access to the object, and don't bypass data permissions", async () => {
    const gamma = await server.as("gamma");
    const id = await createChart({}, alpha);
    const path = `/api/v1/chart/${id}/versions`;
    expect((await gamma.get(`${path}/`)).status).toBe(404);
    expect((await server.anonymous.get(`${path}/`)).status).toBe(401);
    const other = await server.as("other", ["Alpha"]);
    for (const one of [`${path}/`, `${path}/1`, `${path}/compare/?from=1`]) {
      expect((await other.get(one)).status).toBe(403);
    }
    expect((await other.post(`${path}/1/restore/`)).status).toBe(403);
    expect((await alpha.post(`${path}/1/restore/`)).status).toBe(200);
    expect((await alpha.post(`${path}/99/restore/`)).status).toBe(404);
    expect((await alpha.post(`${path}/x/restore/`)).status).toBe(404);
    expect((await alpha.get(`${path}/9999999999`)).status).toBe(404);
    const owner = await server.userId("gamma");
    const moved = await createChart({ owners: [owner] });
    const spare = { database: data.databaseId, table_name: "spare", sql: "SELECT 1 AS a" };
    const mine = (await admin.post<Json>("/api/v1/dataset/", { ...spare, owners: [owner] })).body.id;
    await admin.put(`/api/v1/chart/${moved}`, { datasource_id: mine, datasource_type: "table" });
    expect((await gamma.post(`/api/v1/chart/${moved}/versions/1/restore/`)).status).toBe(403);
    await admin.delete(`/api/v1/dataset/${mine}`);
    await admin.post(`/api/v1/chart/${moved}/versions/1/restore/`);
    const missing = await admin.post<Json>(`/api/v1/chart/${moved}/versions/2/restore/`);
    expect(missing).toMatchObject({ status: 422, body: { message: { datasource_id: ["Dataset does not exist"] } } });
  });
});

describe("concurrent edits", () => {
  const stateOf = (answer: { headers: Headers }) => ({ "if-match": answer.headers.get("etag") ?? "" });

  test("a stale save is rejected with what it would overwrite, and can be confirmed", async () => {
    const id = await createChart({ owners: [alphaId] });
    const path = `/api/v1/chart/${id}`;
    const based = stateOf(await alpha.get(path));
    const first = await admin.put<Json>(path, { slice_name: "Theirs", description: "also theirs" });
    const stale = await alpha.put<Json>(path, { slice_name: "Mine", cache_timeout: 5 }, based);
    expect(stale.status).toBe(412);
    const [error] = stale.body.errors;
    const reported = error.extra.overwriteConfirmMetadata;
    expect(error.message).toBe("Please confirm the overwrite values.");
    expect(reported.updatedBy).toBe("Admin User");
    expect(`"${reported.updatedAt.slice(0, 26)}"`).toBe(first.headers.get("etag"));
    expect(reported.changedItems).toEqual([{ keyPath: "slice_name", oldValue: "Theirs", newValue: "Mine" }]);
    const versions = (await alpha.get<Json>(path)).body.result;
    expect(versions).toMatchObject({ slice_name: "Theirs", cache_timeout: null });
    expect((await alpha.put(path, { slice_name: "Mine" }, stateOf(first))).status).toBe(200);
    expect((await alpha.put(path, { slice_name: "Again" }, { "if-match": "*" })).status).toBe(200);
  });

  test("changes to different properties merge; within JSON, only overwritten parts conflict", async () => {
    const body = { dashboard_title: "Both", json_metadata: JSON.stringify({ refresh_frequency: 0 }) };
    const id = (await admin.post<Json>("/api/v1/dashboard/", body)).body.id;
    const path = `/api/v1/dashboard/${id}`;
    const opened = await admin.get<Json>(path);
    const metadata = JSON.parse(opened.body.result.json_metadata);
    await admin.put(path, { css: ".a{}" });
    expect((await admin.put(path, { dashboard_title: "Mine" }, stateOf(opened))).status).toBe(200);
    await admin.put(path, { json_metadata: JSON.stringify({ ...metadata, refresh_frequency: 30 }) });
    const stale = await admin.put<Json>(
      path,
      { json_metadata: JSON.stringify({ ...metadata, color_scheme: "x" }) },
      stateOf(opened),
    );
    expect(stale.status).toBe(412);
    expect(stale.body.errors[0].extra.overwriteConfirmMetadata.changedItems).toEqual([
      { keyPath: "json_metadata.refresh_frequency", oldValue: 30, newValue: 0 },
    ]);
    const { result } = (await admin.get<Json>(path)).body;
    expect(result).toMatchObject({ dashboard_title: "Mine", css: ".a{}" });
  });

  test("without a known base any difference is a conflict", async () => {
    const path = `/api/v1/chart/${await createChart()}`;
    const unknown = { "if-match": '"2001-01-01T00:00:00.000000"' };
    expect((await admin.put(path, { slice_name: "First" }, unknown)).status).toBe(200);
    expect((await admin.put(path, { slice_name: "Else" }, unknown)).status).toBe(412);
  });

  test("only one of many concurrent saves with the same base succeeds, and the others conflict", async () => {
    const dataset = { database: data.databaseId, table_name: "raced", sql: "SELECT 1 AS a" };
    const id = (await admin.post<Json>("/api/v1/dataset/", dataset)).body.id;
    const path = `/api/v1/dataset/${id}`;
    const based = stateOf(await admin.get(path));
    const saves = Array.from({ length: 6 }, (_, i) => admin.put<Json>(path, { description: `writer ${i}` }, based));
    const answers = await Promise.all(saves);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 412, 412, 412, 412, 412]);
    const winner = answers.findIndex((answer) => answer.status === 200);
    expect((await admin.get<Json>(path)).body.result.description).toBe(`writer ${winner}`);
    expect((await versionsOf(`dataset/${id}`)).count).toBe(2);
  });

  test("clients without a base version save unconditionally", async () => {
    const path = `/api/v1/chart/${await createChart()}`;
    await Promise.all([1, 2, 3].map((i) => admin.put(path, { description: `${i}` })));
    expect((await versionsOf(path.slice("/api/v1/".length))).count).toBe(4);
  });
});

test("a past version of a dashboard can be saved as a new one, by those who can save it", async () => {
  const chart = await createChart({ owners: [alphaId] });
  const layout = (text: string) => ({
    ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
    GRID_ID: { id: "GRID_ID", type: "GRID", children: ["HEADER-1", "CHART-1"] },
    "HEADER-1": { id: "HEADER-1", type: "HEADER", children: [], meta: { text } },
    "CHART-1": { id: "CHART-1", type: "CHART", children: [], meta: { chartId: chart, width: 4, height: 50 } },
  });
  const settings = (text: string) => JSON.stringify({ refresh_frequency: 60, positions: layout(text) });
  const { id } = (await admin.post<Json>("/api/v1/dashboard/", { dashboard_title: "Board", owners: [alphaId] })).body;
  await alpha.put(`/api/v1/dashboard/${id}`, { json_metadata: settings("Then") });
  await alpha.put(`/api/v1/dashboard/${id}`, { json_metadata: settings("Now") });
  const { content } = (await alpha.get<Json>(`/api/v1/dashboard/${id}/versions/2`)).body.result;
  const json_metadata = JSON.stringify({
    ...JSON.parse(content.json_metadata),
    positions: JSON.parse(content.position_json),
  });
  const copied = await alpha.post<Json>(`/api/v1/dashboard/${id}/copy/`, { dashboard_title: "Old", json_metadata });
  expect(copied.status).toBe(200);
  const { result } = (await alpha.get<Json>(`/api/v1/dashboard/${copied.body.result.id}`)).body;
  expect(result.owners.map((owner: Json) => owner.id)).toEqual([alphaId]);
  expect(result.published).toBe(false);
  expect(JSON.parse(result.position_json)["HEADER-1"].meta.text).toBe("Then");
  expect(JSON.parse(result.position_json)["CHART-1"].meta.chartId).toBe(chart);
  const reader = await server.as("gamma");
  expect((await reader.get(`/api/v1/dashboard/${id}/versions/2`)).status).toBe(403);
});
