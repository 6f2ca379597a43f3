import { beforeAll, expect, test } from "vitest";
import { checkedRoutes } from "../server/http/route.ts";
import { loadSampleData, type SampleData } from "../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../testing/server.ts";
import { RESOURCES } from "./index.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const OWNER = "owning@example.org";
let server: TestServer;
let owner: TestClient;
let data: SampleData;
let ids: Record<string, number>;
beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  owner = await server.as("owning", ["Alpha"]);
  const userId = await server.userId("owning");
  const chart = { slice_name: "Owned", viz_type: "table", datasource_id: data.carsId, datasource_type: "table" };
  const created = await owner.post<Json>("/api/v1/chart/", { ...chart, params: "{}" });
  const board = await owner.post<Json>("/api/v1/dashboard/", { dashboard_title: "Owned", published: true });
  const hidden = await owner.post<Json>("/api/v1/dashboard/", { dashboard_title: "Hidden" });
  ids = { chart: created.body.id, dashboard: board.body.id, dataset: data.carsId, hidden: hidden.body.id };
  await owner.put(`/api/v1/chart/${ids.chart}`, { dashboards: [ids.dashboard, ids.hidden] });
  const admin = await server.as("admin");
  await admin.put(`/api/v1/dataset/${data.carsId}`, { owners: [userId] });
  return () => server.stop();
});

function paths(): string[] {
  const reads = checkedRoutes(RESOURCES).filter(({ operation }) => operation.method === "GET");
  const idOf = (path: string) => ids[/^\/api\/v1\/(\w+)\//.exec(path)?.[1] ?? ""] ?? 1;
  return reads
    .map(({ operation: { path } }) =>
      path.replace(/:column\w*|:name/g, "owners").replace(/:\w+/g, () => String(idOf(path))),
    )
    .concat(`/api/v1/dashboard/${ids.hidden}`, `/api/v1/explore/?slice_id=${ids.chart}`)
    .concat(`/api/v1/dataset/${ids.dataset}/drill_info/`, "/api/v1/dashboard/?q=(columns:!(id,owners.email))")
    .filter((path) => path.startsWith("/api/") && !path.includes("/events"));
}

async function telling(client: TestClient): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths()) {
    const answer = await client.fetch(path, { signal: AbortSignal.timeout(5000) });
    // Refusals name owners to ask for access.
    if (answer.status !== 403 && (await answer.text()).includes(OWNER)) found.push(path);
  }
  return found;
}

test.each([["Alpha"], ["Gamma"]])("no answer to the role %s contains another user's address", async (role) => {
  expect(await telling(await server.as(`reader of ${role}`, [role]))).toEqual([]);
});

test("users without access see whom to ask, unless they have no account", async () => {
  const path = `/api/v1/dashboard/${ids.hidden}`;
  const refusal = await (await server.as("gamma")).get<Json>(path);
  expect(refusal.status).toBe(403);
  const owners = [{ id: await server.userId("owning"), first_name: "Owning", last_name: "User", email: OWNER }];
  expect(refusal.body.errors[0].extra.owners).toEqual(owners);
  expect(JSON.stringify((await server.anonymous.get<Json>(path)).body)).not.toContain("Owning");
});

test("owners and administrators see email addresses in owner pickers", async () => {
  const emails = async (client: TestClient) => {
    const { body } = await client.get<Json>("/api/v1/dashboard/related/owners?q=(filter:Owning)");
    return body.result.map((one: Json) => one.extra);
  };
  const reported = [{ email: OWNER, active: true }];
  expect(await emails(owner)).toEqual(reported);
  expect(await emails(await server.as("admin"))).toEqual(reported);
  expect(await emails(await server.as("alpha"))).toEqual([{ active: true }]);
  expect((await owner.get<Json>("/api/v1/me/")).body.result.email).toBe(OWNER);
});
