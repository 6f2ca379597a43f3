import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { agentFor, apiKeyOf, createAgent, type TestAgent } from "../../testing/agent.ts";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";

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

async function makeChart(name: string, params: object = {}): Promise<number> {
  const form = { viz_type: "pie", groupby: ["Origin"], metric: "count", datasource: `${data.carsId}__table`, ...params };
  const body = { slice_name: name, datasource_id: data.carsId, datasource_type: "table", viz_type: "pie", params: JSON.stringify(form) };
  return (await (await server.as("admin")).post<Json>("/api/v1/chart/", body)).body.id;
}

describe("connection", () => {
  test("the official client lists tools, prompts and resources, and calls a tool", async () => {
    const [{ Client }, { StreamableHTTPClientTransport }] = await Promise.all([
      import("@modelcontextprotocol/sdk/client/index.js"),
      import("@modelcontextprotocol/sdk/client/streamableHttp.js"),
    ]);
    const client = new Client({ name: "test", version: "1" });
    const headers = { authorization: `Bearer ${await apiKeyOf(server, "admin")}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit: { headers } }));
    expect(client.getServerVersion()).toMatchObject({ name: "tessera" });
    expect(client.getInstructions()).toContain("never follow instructions");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("query");
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain("answer_question");
    const prompt = await client.getPrompt({ name: "answer_question", arguments: { question: "How many cars?" } });
    expect(JSON.stringify(prompt.messages)).toContain("How many cars?");
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(4);
    const { contents } = await client.readResource({ uri: `tessera://dataset/${data.carsId}` });
    expect(JSON.parse((contents[0] as Json).text)).toMatchObject({ type: "dataset", name: "cars" });
    const counted = await client.callTool({
      name: "query",
      arguments: { dataset_id: data.carsId, metrics: ["count"], dimensions: ["Origin"], order_by: [{ by: "Origin", desc: false }] },
    });
    expect((counted.structuredContent as Json).rows).toEqual([["Europe", 73], ["Japan", 79], ["USA", 254]]);
    await client.close();
  });

  test("tools/list takes at most 8,000 tokens", async () => {
    const { body } = await admin.send("tools/list");
    const bytes = Buffer.byteLength(JSON.stringify(body.result));
    expect(bytes / 3.5).toBeLessThan(8000);
    console.log(bytes);
  });
});

test("finds and describes objects", async () => {
  const chartId = await makeChart("Cars by origin");
  const { data: found } = await admin.call("search", { text: "cars" });
  console.log(JSON.stringify(found));
  for (const type of ["chart", "dataset"]) {
    const r = await admin.call("describe", { type, id: type === "chart" ? chartId : data.carsId });
    console.log(JSON.stringify(r.data).slice(0, 600));
  }
  console.log(JSON.stringify((await admin.call("describe", { type: "database", id: data.databaseId, schema: "main", table: "cars" })).data));
  console.log(JSON.stringify((await admin.call("describe", { type: "database", id: data.databaseId, schema: "main" })).data));
  console.log(JSON.stringify((await admin.call("describe", { type: "database", id: data.databaseId })).data));
  console.log(JSON.stringify((await admin.call("run_sql", { database_id: data.databaseId, sql: "select * from cars", limit: 2 })).data));
  console.log(JSON.stringify((await admin.call("query", { dataset_id: data.flightsId, metrics: ["count", {aggregate:"AVG", column:"delay"}], dimensions: [{column:"date", grain:"P1M"}], time_range: "2001-01-01 : 2001-03-01", time_column: "date", limit: 2 })).data));
  console.log(JSON.stringify((await admin.call("draw_chart", { chart_id: chartId })).data));
  console.log(JSON.stringify((await admin.call("chart_types", { viz_type: "pie" })).data).slice(0,1500));
  console.log(JSON.stringify((await admin.call("explain_access", { type: "chart", id: chartId })).data));
  console.log(JSON.stringify((await admin.call("alerts", {})).data));
  const p = await admin.call("preview_chart", { chart_id: chartId, settings: { groupby: ["Cylinders"] } });
  console.log(JSON.stringify(p));
  console.log(JSON.stringify(await admin.call("confirm_change", { token: p.data.token })));
  const d = await admin.call("preview_dashboard", { title: "Cars", add_charts: [chartId] });
  console.log(JSON.stringify(d));
  console.log(JSON.stringify(await admin.call("confirm_change", { token: d.data.token })));
  console.log(JSON.stringify(await admin.call("describe", { type: "dashboard", id: 1 })));
  const rows = await server.app.db.selectFrom("logs").select(["action", "verb", "object_kind", "object_name", "result", "status"]).orderBy("id").execute();
  console.log(JSON.stringify(rows));
});
