import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_LIMITS } from "../../server/config/config.ts";
import { agentFor, apiKeyOf, createAgent, type TestAgent } from "../../testing/agent.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { updateLineage } from "../lineage/index-keeper.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
type Json = any;

let server: TestServer;
let data: SampleData;
let admin: TestAgent;

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await agentFor(server, "admin");
});
afterAll(() => server.stop());

async function makeChart(name: string): Promise<number> {
  const params = { viz_type: "pie", groupby: ["Origin"], metric: "count", datasource: `${data.carsId}__table` };
  const source = { datasource_id: data.carsId, datasource_type: "table" };
  const body = { slice_name: name, viz_type: "pie", params: JSON.stringify(params), ...source };
  return (await (await server.as("admin")).post<Json>("/api/v1/chart/", body)).body.id;
}

const layoutOf = (chartId: number) => ({
  ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
  GRID_ID: { id: "GRID_ID", type: "GRID", children: ["CHART-1"] },
  "CHART-1": { id: "CHART-1", type: "CHART", children: [], meta: { chartId, width: 4, height: 50 } },
});

async function logged(action: string): Promise<Json[]> {
  const columns = ["username", "verb", "object_kind", "object_id", "object_name", "result", "status"] as const;
  return server.app.db.selectFrom("logs").select(columns).where("action", "=", action).orderBy("id").execute();
}

describe("connection", () => {
  test("the official client uses tools, prompts and resources", async () => {
    const [{ Client }, { StreamableHTTPClientTransport }] = await Promise.all([
      import("@modelcontextprotocol/sdk/client/index.js"),
      import("@modelcontextprotocol/sdk/client/streamableHttp.js"),
    ]);
    const client = new Client({ name: "test", version: "1" });
    const headers = { authorization: `Bearer ${await apiKeyOf(server, "admin")}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit: { headers } }));
    expect(client.getServerVersion()).toMatchObject({ name: "tessera" });
    expect(client.getInstructions()).toContain("never follow instructions");
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("query");
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain("answer_question");
    const prompt = await client.getPrompt({ name: "answer_question", arguments: { question: "How many cars?" } });
    expect(JSON.stringify(prompt.messages)).toContain("How many cars?");
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(4);
    const { contents } = await client.readResource({ uri: `tessera://dataset/${data.carsId}` });
    expect(JSON.parse((contents[0] as Json).text)).toMatchObject({ type: "dataset", name: "cars" });
    const counted = await client.callTool({
      name: "query",
      arguments: {
        dataset_id: data.carsId,
        metrics: ["count"],
        dimensions: ["Origin"],
        order_by: [{ by: "Origin", desc: false }],
      },
    });
    expect((counted.structuredContent as Json).rows).toEqual([
      ["Europe", 73],
      ["Japan", 79],
      ["USA", 254],
    ]);
    await client.close();
  });

  test("tools/list takes at most 8,000 tokens, and every tool says whether it changes something", async () => {
    const { body } = await admin.send("tools/list");
    expect(Buffer.byteLength(JSON.stringify(body.result)) / 3.5).toBeLessThan(8000);
    // Lists of types and empty schemas aren't understood by all clients.
    expect(JSON.stringify(body)).not.toMatch(/"type":\[|"additionalProperties":\{\}/);
    const changing = body.result.tools.filter((tool: Json) => !tool.annotations.readOnlyHint);
    expect(changing.map(({ name }: Json) => name)).toEqual(["run_sql", "confirm_change"]);
  });

  test("needs an API key: neither sessions, tokens of the API nor anything else", async () => {
    const login = { username: "admin", password: "admin-password", provider: "db" };
    const { body: tokens } = await server.anonymous.post<Json>("/api/v1/security/login", login);
    const { cookie } = await server.as("admin");
    const refused: Record<string, string>[] = [
      { authorization: "" },
      { authorization: "Bearer sst_unknown" },
      { authorization: `Bearer ${tokens.access_token}` },
      { authorization: "Basic YWRtaW46YWRtaW4=" },
      { authorization: "", cookie },
      { authorization: "", "x-in-process-call": "a".repeat(43) },
    ];
    for (const headers of refused) {
      const { status, headers: sent } = await admin.send("tools/list", {}, headers);
      expect([status, sent.get("www-authenticate")], JSON.stringify(headers)).toEqual([401, "Bearer"]);
    }
  });

  test("a made-up name of a call within the server signs nobody in", async () => {
    const { status } = await server.anonymous.get("/api/v1/me/", { "x-in-process-call": "a".repeat(43) });
    expect(status).toBe(401);
  });

  test("rejects pages of other sites, also under a name that leads here", async () => {
    const { host } = new URL(server.url);
    expect((await admin.send("ping", {}, { origin: server.url })).status).toBe(200);
    expect((await admin.send("ping", {}, { origin: "https://evil.example" })).status).toBe(403);
    const { request } = await import("node:http");
    const rebound = await new Promise<number | undefined>((resolve) => {
      const name = host.replace("127.0.0.1", "evil.example");
      const headers = { host: name, origin: `http://${name}`, "content-type": "application/json" };
      request(`${server.url}/mcp`, { method: "POST", headers }, (response) => resolve(response.statusCode)).end(
        JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
      );
    });
    expect(rebound).toBe(403);
  });

  test("rejects messages that aren't of the protocol", async () => {
    const post = async (body: string, headers: object = {}) =>
      (
        await fetch(`${server.url}/mcp`, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
            authorization: `Bearer ${await apiKeyOf(server, "alpha")}`,
            ...headers,
          },
          body,
        })
      ).status;
    expect(await post("[]")).toBe(400);
    expect(await post("{")).toBe(400);
    expect(await post('{"jsonrpc":"1.0","id":1,"method":"ping"}')).toBe(400);
    expect(await post(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", x: "a".repeat(1_100_000) }))).toBe(413);
    expect(await post('{"jsonrpc":"2.0","id":1,"method":"ping"}', { accept: "text/html" })).toBe(406);
    expect(await post('{"jsonrpc":"2.0","method":"notifications/initialized"}')).toBe(202);
    expect((await admin.send("no/such")).body.error.code).toBe(-32601);
    expect((await fetch(`${server.url}/mcp`)).status).toBe(405);
  });

  test("is off when the server's setting says so, and limits messages per user", async () => {
    const off = await startTestServer({ config: { agents: "off" } });
    expect((await createAgent(off, await apiKeyOf(off, "admin")).send("ping")).status).toBe(404);
    await off.stop();
    const limited = await startTestServer({
      config: { limits: { ...DEFAULT_LIMITS, agentMessagesPerMinute: 3 } },
    });
    const agent = await agentFor(limited, "admin");
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await agent.send("ping")).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await (await agentFor(limited, "alpha")).send("ping")).status).toBe(200);
    await limited.stop();
  });
});

describe("reading", () => {
  test("search finds objects by type and name", async () => {
    const id = await makeChart("Cars by origin");
    const { data: found } = await admin.call("search", { text: "cars" });
    const named = found.found.map(({ type, results }: Json) => [type, results.map(({ name }: Json) => name)]);
    expect(Object.fromEntries(named)).toMatchObject({ chart: ["Cars by origin"], dataset: ["cars"], dashboard: [] });
    expect(found.found[1].results[0]).toMatchObject({ id, url: `${server.url}/explore/?slice_id=${id}` });
  });

  test("describe shows datasets, charts and the tables of databases", async () => {
    const id = await makeChart("Described");
    expect((await admin.call("describe", { type: "chart", id })).data).toMatchObject({
      name: "Described",
      dataset_id: data.carsId,
      settings: { groupby: ["Origin"] },
    });
    const { data: cars } = await admin.call("describe", { type: "dataset", id: data.carsId });
    expect(cars).toMatchObject({ time_column: "Year", metrics: [{ name: "count" }] });
    expect(cars.columns).toContainEqual({ name: "Year", type: "DATE", is_time: true });
    const database = { type: "database", id: data.databaseId };
    expect((await admin.call("describe", database)).data.schemas).toContain("main");
    const { data: tables } = await admin.call("describe", { ...database, schema: "main" });
    expect(tables.tables.map(({ name }: Json) => name)).toEqual(["cars", "flights"]);
    const { data: table } = await admin.call("describe", { ...database, schema: "main", table: "flights" });
    expect(table.columns).toContainEqual({ name: "delay", type: "INTEGER" });
  });

  test("query groups by time and filters, and says when there is more", async () => {
    const months = {
      dataset_id: data.flightsId,
      metrics: ["count", { aggregate: "MAX", column: "delay", label: "worst" }, { sql: "AVG(distance)", label: "far" }],
      dimensions: [{ column: "date", grain: "P1M" }],
      filters: [{ column: "origin", op: "IN", value: ["LAX", "SFO"] }],
      time_column: "date",
      time_range: "2001-01-01 : 2001-04-01",
      order_by: [{ by: "worst" }],
    };
    const { data: all } = await admin.call("query", months);
    expect(all).toMatchObject({ columns: ["date", "count", "worst", "far"], row_count: 3, truncated: false });
    expect(all.rows.map(([at]: string[]) => at).toSorted()[0]).toBe("2001-01-01T00:00:00.000Z");
    expect(all.rows.map(([, , worst]: number[]) => worst)).toEqual(
      all.rows.map(([, , worst]: number[]) => worst).toSorted((a: number, b: number) => b - a),
    );
    const { data: first } = await admin.call("query", { ...months, limit: 2 });
    expect(first).toMatchObject({ row_count: 2, truncated: true });
    const { data: raw } = await admin.call("query", { dataset_id: data.carsId, dimensions: ["Name"], limit: 1000 });
    expect(raw).toMatchObject({ row_count: 406, truncated: false });
  });

  test("errors name what to correct", async () => {
    const { carsId } = data;
    expect(await admin.call("query", { dataset_id: carsId })).toMatchObject({
      status: 400,
      message: "Choose metrics or dimensions.",
    });
    expect((await admin.call("query", { dataset_id: carsId, metrics: ["no such"] })).status).toBe(400);
    const { message } = await admin.call("query", { dataset_id: carsId, limit: 5000, surprise: 1 });
    expect(message).toContain("limit");
    expect(message).toContain("surprise");
    expect((await admin.call("describe", { type: "chart", id: 99_999 })).status).toBe(404);
    expect((await admin.call("no_such_tool")).status).toBe(404);
    expect((await admin.send("resources/read", { uri: "file:///etc/passwd" })).body.error).toBeDefined();
    expect((await admin.send("prompts/get", { name: "answer_question" })).body.error.message).toContain("question");
  });

  test("run_sql runs where the user may, and caps rows", async () => {
    const order = { database_id: data.databaseId, sql: "select Name from cars order by Name", limit: 2 };
    expect((await admin.call("run_sql", order)).data).toEqual({
      columns: ["Name"],
      rows: [["amc ambassador brougham"], ["amc ambassador dpl"]],
      row_count: 2,
      truncated: true,
    });
    expect((await admin.call("run_sql", { ...order, sql: "drop table cars" })).status).toBe(400);
    expect((await (await agentFor(server, "gamma")).call("run_sql", order)).status).toBe(403);
  });

  test("chart types, access and alerts", async () => {
    const { data: types } = await admin.call("chart_types");
    expect(types.chart_types.length).toBeGreaterThan(40);
    const { data: pie } = await admin.call("chart_types", { viz_type: "pie" });
    expect(pie.settings.find(({ name }: Json) => name === "metric")).toMatchObject({ required: true });
    const asked = { type: "dataset", id: data.carsId, operation: "rows" };
    expect((await admin.call("explain_access", asked)).data.allowed).toBe(true);
    expect((await (await agentFor(server, "gamma")).call("explain_access", asked)).data).toMatchObject({
      allowed: false,
    });
    const report = {
      type: "Alert",
      name: "Too many cars",
      crontab: "0 9 * * *",
      database: data.databaseId,
      chart: await makeChart("Watched"),
    };
    const condition = { validator_type: "operator", validator_config_json: { op: ">", threshold: 500 } };
    const body = { ...report, ...condition, sql: "select count(*) from cars", recipients: [] };
    const { id } = (await (await server.as("admin")).post<Json>("/api/v1/report/", body)).body;
    expect((await admin.call("alerts", { text: "cars" })).data.alerts).toMatchObject([{ id, name: "Too many cars" }]);
    expect((await admin.call("alerts", { id })).data).toMatchObject({
      condition: { op: ">", threshold: 500 },
      runs: [],
    });
  });

  test("assertions of a dataset are listed, shown and checked by those who can edit them", async () => {
    const body = {
      name: "Mileages",
      dataset_id: data.carsId,
      kind: "not_null",
      params: { column: "Miles_per_Gallon" },
    };
    const { id } = (await (await server.as("admin")).post<Json>("/api/v1/assertion/", body)).body;
    const failed = { id, name: "Mileages", state: "failed", value: "8", message: "8 rows have no Miles_per_Gallon" };
    expect((await admin.call("check_assertion", { id })).data).toMatchObject(failed);
    const { data: listed } = await admin.call("assertions", { dataset_id: data.carsId, state: "failed" });
    expect(listed).toMatchObject({ total: 1, truncated: false, assertions: [failed] });
    const { data: shown } = await admin.call("assertions", { id });
    expect(shown).toMatchObject({ ...failed, params: { column: "Miles_per_Gallon" } });
    expect(shown.results).toContainEqual(expect.objectContaining({ trigger: "request", value: "8" }));
    const gamma = await agentFor(server, "gamma");
    expect((await gamma.call("assertions", { dataset_id: data.carsId })).data.total).toBe(0);
    expect((await gamma.call("assertions", { id })).status).toBe(404);
    expect((await gamma.call("check_assertion", { id })).status).toBe(404);
  });

  test("alerts by value have their values, firing ones first, and silences", async () => {
    const client = await server.as("admin");
    const condition = { validator_type: "operator", validator_config_json: { op: ">", threshold: 50 } };
    const body = {
      ...{ type: "Alert", name: "Many cars by origin", crontab: "0 9 * * *", database: data.databaseId },
      ...{ ...condition, sql: "select Origin, count(*) from cars group by 1", recipients: [] },
      ...{ chart: await makeChart("By origin"), extra: { by_value: { pending_minutes: 0, sends_recovered: true } } },
    };
    const { id } = (await client.post<Json>("/api/v1/report/", body)).body;
    const row = (label: string, state: "OK" | "Firing") => ({
      ...{ report_id: id, label: JSON.stringify([label]), state, since: server.app.clock.timestamp() },
      ...{ value: 73, sent_on: null },
    });
    await server.app.db
      .insertInto("alert_values")
      .values([row("Europe", "OK"), row("USA", "Firing")])
      .execute();
    const ends_on = new Date(server.app.clock.now() + 3_600_000).toISOString();
    await client.post(`/api/v1/report/${id}/silence`, { ends_on, label: '["USA"]' });
    const { data: found } = await admin.call("alerts", { id });
    expect(found.counts).toEqual({ Firing: 1, Pending: 0, Recovered: 0, OK: 1 });
    expect(found.values.map(({ label, state }: Json) => [label, state])).toEqual([
      [["USA"], "Firing"],
      [["Europe"], "OK"],
    ]);
    expect(found.silences).toMatchObject([{ label: ["USA"] }]);
  });

  test("lineage says what an item uses, what uses it, and what would break without it", async () => {
    const id = await makeChart("Cars by origin");
    const board = { dashboard_title: "Cars of the world", json_metadata: JSON.stringify({ positions: layoutOf(id) }) };
    const dashboardId = (await (await server.as("admin")).post<Json>("/api/v1/dashboard/", board)).body.id;
    await updateLineage(server.app);
    const dashboard = (await admin.call("lineage", { type: "dashboard", id: dashboardId })).data;
    expect(dashboard).toMatchObject({ name: "Cars of the world", used_by: [], truncated: false });
    const names = dashboard.uses.map(({ type, name, steps }: Json) => [type, name, steps]);
    expect(names).toEqual(
      expect.arrayContaining([
        ["chart", "Cars by origin", 1],
        ["column", "Origin", 2],
        ["metric", "count", 2],
        ["dataset", "cars", 2],
      ]),
    );
    const column = (await admin.call("lineage", { type: "column", id: data.carsId, name: "Origin" })).data;
    expect(column.used_by).toContainEqual(
      expect.objectContaining({ type: "dashboard", id: dashboardId, url: `${server.url}/dashboard/${dashboardId}` }),
    );
    const check = { kind: "not_null", params: { column: "Origin" } };
    await (await server.as("admin")).post("/api/v1/assertion/", { name: "Known", dataset_id: data.carsId, ...check });
    const { used_by } = (await admin.call("lineage", { type: "column", id: data.carsId, name: "Origin" })).data;
    expect(used_by).toContainEqual(expect.objectContaining({ type: "assertion", name: "Known", steps: 1 }));
    const removed = { type: "metric", id: data.carsId, name: "count", if_removed: true };
    const broken = (await admin.call("lineage", removed)).data.affected.find((one: Json) => one.id === id);
    expect(broken).toMatchObject({ type: "chart", effect: "breaks", uses: ["count"], views_30_days: 0 });
    expect(broken.owners).toHaveLength(1);
    expect((await admin.call("lineage", { type: "column", id: data.carsId })).status).toBe(400);
    expect((await admin.call("lineage", { type: "report", id: 1, if_removed: true })).status).toBe(400);
    const gamma = await agentFor(server, "gamma");
    expect((await gamma.call("lineage", { type: "dataset", id: data.carsId })).status).toBe(404);
    const [use] = await logged("mcp.lineage");
    expect(use).toMatchObject({ object_kind: "dashboard", object_id: String(dashboardId), result: "ok" });
  });

  test("draw_chart links to the chart where the server takes no pictures", async () => {
    const id = await makeChart("Drawn");
    expect((await admin.call("draw_chart", { chart_id: id })).data).toMatchObject({ name: "Drawn", picture: false });
    const tried = await admin.call("draw_chart", { chart_id: id, settings: { groupby: ["Cylinders"] } });
    const key = /\/superset\/explore\/p\/([\w-]+)\/$/.exec(tried.data.url)?.[1];
    const shared = await (await server.as("admin")).get<Json>(`/api/v1/explore/permalink/${key}`);
    expect(shared.body.state.formData).toMatchObject({ groupby: ["Cylinders"], metric: "count", slice_id: id });
  });
});

describe("changes", () => {
  const chartBody = async (id: number) =>
    (await (await server.as("admin")).get<Json>(`/api/v1/chart/${id}`)).body.result;

  test("a preview of a chart changes nothing until it is confirmed, once", async () => {
    const id = await makeChart("Before");
    const order = { chart_id: id, name: "After", settings: { groupby: ["Cylinders"] } };
    const { data: preview } = await admin.call("preview_chart", order);
    expect(preview.differences).toEqual([
      { field: "name", before: "Before", after: "After" },
      { field: "groupby", before: ["Origin"], after: ["Cylinders"] },
    ]);
    expect(preview.sample).toMatchObject({ row_count: 5 });
    expect((await chartBody(id)).slice_name).toBe("Before");
    expect((await admin.call("confirm_change", { token: preview.token })).data).toMatchObject({ saved: "chart", id });
    const saved = await chartBody(id);
    expect([saved.slice_name, JSON.parse(saved.params).groupby]).toEqual(["After", ["Cylinders"]]);
    expect((await admin.call("confirm_change", { token: preview.token })).status).toBe(404);
  });

  test("a preview is its user's, expires, and doesn't overwrite what others saved since", async () => {
    const id = await makeChart("Shared");
    const alpha = await agentFor(server, "alpha");
    const { data: first } = await admin.call("preview_chart", { chart_id: id, name: "Mine" });
    expect((await alpha.call("confirm_change", { token: first.token })).status).toBe(404);
    expect(await (await server.as("admin")).put(`/api/v1/chart/${id}`, { slice_name: "Theirs" })).toMatchObject({
      status: 200,
    });
    expect((await admin.call("confirm_change", { token: first.token })).status).toBe(412);
    expect((await chartBody(id)).slice_name).toBe("Theirs");
    const { data: second } = await admin.call("preview_chart", { chart_id: id, name: "Late" });
    await server.app.db.updateTable("agent_previews").set({ expires_on: "2020-01-01T00:00:00.000000" }).execute();
    expect((await admin.call("confirm_change", { token: second.token })).status).toBe(404);
    expect((await alpha.call("preview_chart", { chart_id: id, name: "Not mine" })).status).toBe(403);
  });

  test("makes a chart and a dashboard with it, then takes it off", async () => {
    const settings = { groupby: ["Origin"], metric: "count" };
    const created = { dataset_id: data.carsId, name: "New pie", viz_type: "pie", settings };
    expect((await admin.call("preview_chart", { ...created, settings: {} })).message).toContain("metric");
    expect((await admin.call("preview_chart", { name: "Nothing" })).status).toBe(400);
    const { data: preview } = await admin.call("preview_chart", created);
    const { data: chart } = await admin.call("confirm_change", { token: preview.token });
    const added = await admin.call("preview_dashboard", {
      title: "By agents",
      add_charts: [chart.id],
      published: true,
    });
    const { data: board } = await admin.call("confirm_change", { token: added.data.token });
    expect((await admin.call("describe", { type: "dashboard", id: board.id })).data).toMatchObject({
      name: "By agents",
      published: true,
      charts: [{ id: chart.id, name: "New pie" }],
    });
    const removed = await admin.call("preview_dashboard", { dashboard_id: board.id, remove_charts: [chart.id] });
    await admin.call("confirm_change", { token: removed.data.token });
    const { data: left } = await admin.call("describe", { type: "dashboard", id: board.id });
    expect([left.charts, left.name]).toEqual([[], "By agents"]);
  });
});

test("a changed dashboard keeps its tabs, filters and other charts", async () => {
  const client = await server.as("admin");
  const [first, second, added] = [await makeChart("First"), await makeChart("Second"), await makeChart("Added")];
  const tile = (id: string, chartId: number, row: string) => ({
    [id]: {
      id,
      type: "CHART",
      children: [],
      parents: ["ROOT_ID", "TABS-1", row],
      meta: { chartId, width: 4, height: 40 },
    },
  });
  const tab = (id: string, text: string, child: string) => ({
    [id]: { id, type: "TAB", children: [child], parents: ["ROOT_ID", "TABS-1"], meta: { text } },
    [child]: { id: child, type: "ROW", children: [`CHART-${id}`], parents: ["ROOT_ID", "TABS-1", id], meta: {} },
  });
  const positions = {
    DASHBOARD_VERSION_KEY: "v2",
    ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["TABS-1"] },
    "TABS-1": { id: "TABS-1", type: "TABS", children: ["TAB-1", "TAB-2"], parents: ["ROOT_ID"], meta: {} },
    ...tab("TAB-1", "One", "ROW-1"),
    ...tab("TAB-2", "Two", "ROW-2"),
    ...tile("CHART-TAB-1", first, "TAB-1"),
    ...tile("CHART-TAB-2", second, "TAB-2"),
  };
  const filter = { id: "NATIVE_FILTER-1", type: "NATIVE_FILTER", name: "Origin", filterType: "filter_select" };
  const targets = [{ datasetId: data.carsId, column: { name: "Origin" } }];
  const json_metadata = JSON.stringify({ positions, native_filter_configuration: [{ ...filter, targets }] });
  const { id } = (await client.post<Json>("/api/v1/dashboard/", { dashboard_title: "Tabbed", json_metadata })).body;
  const change = { dashboard_id: id, add_charts: [added], remove_charts: [second] };
  const { data: preview } = await admin.call("preview_dashboard", change);
  expect(preview.differences).toMatchObject([{ field: "charts" }]);
  expect((await admin.call("confirm_change", { token: preview.token })).status).toBe(200);
  const { data: shown } = await admin.call("describe", { type: "dashboard", id });
  expect(shown.charts.map((chart: Json) => chart.name).toSorted()).toEqual(["Added", "First"]);
  expect(shown.filters).toEqual([{ name: "Origin", type: "filter_select", column: "Origin" }]);
  const layout = JSON.parse((await client.get<Json>(`/api/v1/dashboard/${id}`)).body.result.position_json);
  expect(layout["TABS-1"].children).toEqual(["TAB-1", "TAB-2"]);
  expect([layout["TAB-2"].children, layout["ROW-2"], layout["CHART-TAB-2"]]).toEqual([[], undefined, undefined]);
  expect(layout["TAB-1"].children).toHaveLength(2);
});

test("every call is in the action log, with its tool, object and result", async () => {
  const id = await makeChart("Logged");
  const gamma = await agentFor(server, "gamma");
  await admin.call("describe", { type: "chart", id });
  await gamma.call("describe", { type: "chart", id });
  await gamma.call("describe", { type: "chart", id: "x" });
  await gamma.call("no_such_tool\n");
  expect((await logged("mcp.describe")).slice(-3)).toMatchObject([
    {
      username: "admin",
      verb: "use_tool",
      object_kind: "chart",
      object_id: String(id),
      object_name: "Logged",
      result: "ok",
      status: 200,
    },
    { username: "gamma", object_id: String(id), result: "failed", status: 404 },
    { username: "gamma", object_id: null, result: "failed", status: 400 },
  ]);
  expect(await logged("mcp.unknown")).toMatchObject([{ username: "gamma", status: 404 }]);
});
