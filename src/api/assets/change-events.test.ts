import { afterAll, beforeAll, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { until } from "../../testing/waits.ts";

let server: TestServer;
let data: SampleData;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

interface Listening {
  messages: Json[];
  closed(): number | undefined;
  stop(): void;
}

async function listen(client: TestClient, path: string): Promise<Listening> {
  const socket = new WebSocket(`${server.url.replace("http", "ws")}${path}`, {
    headers: { cookie: client.cookie, origin: server.url },
  } as never);
  const messages: Json[] = [];
  let code: number | undefined;
  let isOpen = false;
  socket.addEventListener("open", () => {
    isOpen = true;
  });
  socket.addEventListener("error", () => undefined);
  socket.addEventListener("message", ({ data: text }) => messages.push(...JSON.parse(String(text))));
  socket.addEventListener("close", (event) => {
    code = event.code;
  });
  await until(() => isOpen || code !== undefined);
  return { messages, closed: () => code, stop: () => socket.close() };
}

async function createChart(slice_name: string): Promise<number> {
  const body = { slice_name, viz_type: "table", datasource_id: data.carsId, datasource_type: "table", params: "{}" };
  return (await admin.post<Json>("/api/v1/chart/", body)).body.id;
}

test("a dashboard's page hears of its own charts and datasets only", async () => {
  const [own, other] = [await createChart("Own"), await createChart("Other")];
  const { id } = (await admin.post<Json>("/api/v1/dashboard/", { dashboard_title: "Heard" })).body;
  await admin.put(`/api/v1/chart/${own}`, { dashboards: [id] });
  const heard = await listen(admin, `/api/v1/dashboard/changes?id=${id}`);
  await admin.put(`/api/v1/chart/${other}`, { slice_name: "Other 2" });
  await admin.put(`/api/v1/chart/${own}`, { slice_name: "Own 2" });
  await until(() => heard.messages.some(({ noun }) => noun === "chart"));
  expect(heard.messages.filter(({ noun }) => noun === "chart")).toEqual([{ noun: "chart", id: own }]);
  heard.stop();
});

test("colors that a page generates are announced, as saving from outdated ones would drop them", async () => {
  const { id } = (await admin.post<Json>("/api/v1/dashboard/", { dashboard_title: "Colors" })).body;
  const heard = await listen(admin, `/api/v1/dashboard/changes?id=${id}`);
  await admin.put(`/api/v1/dashboard/${id}/colors?mark_updated=false`, { map_label_colors: { ORD: "#123456" } });
  await until(() => heard.messages.length > 0);
  expect(heard.messages).toEqual([{ noun: "dashboard", id }]);
  heard.stop();
});

test("users without access to the dashboard hear nothing", async () => {
  const { id } = (await admin.post<Json>("/api/v1/dashboard/", { dashboard_title: "Hidden" })).body;
  await admin.put(`/api/v1/chart/${await createChart("Hidden")}`, { dashboards: [id] });
  const gamma = await server.as("gamma");
  expect((await gamma.get(`/api/v1/dashboard/${id}`)).status).toBeGreaterThanOrEqual(403);
  const refused = await listen(gamma, `/api/v1/dashboard/changes?id=${id}`);
  await until(() => refused.closed() !== undefined);
  expect(refused.closed()).toBe(1008);
});

test("changes of everything are for users who can export everything", async () => {
  const heard = await listen(admin, "/api/v1/assets/changes");
  const id = await createChart("Anything");
  await until(() => heard.messages.some((one) => one.noun === "chart" && one.id === id));
  heard.stop();
  const refused = await listen(await server.as("gamma"), "/api/v1/assets/changes");
  expect(refused.closed()).toBeDefined();
});

test("one user has at most 100 connections, and no more until some are closed", async () => {
  const { id } = (await admin.post<Json>("/api/v1/dashboard/", { dashboard_title: "Crowded" })).body;
  const path = `/api/v1/dashboard/changes?id=${id}`;
  const alpha = await server.as("alpha");
  const open = await Promise.all(Array.from({ length: 100 }, () => listen(alpha, path)));
  expect(open.filter(({ closed }) => closed() !== undefined)).toEqual([]);
  expect((await listen(alpha, path)).closed()).toBeDefined();
  const other = await listen(await server.as("gamma"), path);
  expect(other.closed()).toBeUndefined();
  for (const { stop } of [...open, other]) stop();
  const again = await until(async () => {
    const next = await listen(alpha, path);
    return next.closed() === undefined && next;
  });
  again.stop();
});
