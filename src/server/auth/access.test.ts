import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let data: SampleData;
const callers: Record<string, TestClient> = {};

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  callers.anonymous = server.anonymous;
  for (const [name, role] of [
    ["gamma", "Gamma"],
    ["alpha", "Alpha"],
    ["admin", "Admin"],
    ["analyst", "sql_lab"],
  ] as const) {
    callers[name] = await server.as(name, [role]);
  }
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

describe("what each role may call", () => {
  const CARS = "(id)";
  test.each([
    ["GET", "/api/v1/chart/", 401, 200, 200, 200, 403],
    ["GET", "/api/v1/chart/_info", 401, 200, 200, 200, 403],
    ["GET", "/api/v1/chart/related/owners", 401, 200, 200, 200, 403],
    ["POST", "/api/v1/chart/", 401, 400, 400, 400, 403],
    ["PUT", "/api/v1/chart/99999", 401, 404, 404, 404, 403],
    ["DELETE", "/api/v1/chart/99999", 401, 404, 404, 404, 403],
    ["GET", "/api/v1/chart/export/?q=!(99999)", 401, 404, 404, 404, 403],
    ["GET", "/api/v1/dashboard/", 401, 200, 200, 200, 403],
    ["POST", "/api/v1/dashboard/", 401, 201, 201, 201, 403],
    ["PUT", "/api/v1/dashboard/99999/filters", 401, 404, 404, 404, 403],
    ["POST", "/api/v1/dashboard/99999/favorites/", 401, 404, 404, 404, 403],
    ["GET", "/api/v1/dashboard/permalink/none", 401, 404, 404, 404, 403],
    ["GET", "/api/v1/dataset/", 401, 200, 200, 200, 403],
    ["POST", "/api/v1/dataset/", 401, 403, 400, 400, 403],
    ["PUT", `/api/v1/dataset/${CARS}`, 401, 403, 403, 200, 403],
    ["PUT", "/api/v1/dataset/99999/refresh", 401, 403, 404, 404, 403],
    ["POST", "/api/v1/dataset/get_or_create/", 401, 403, 400, 400, 403],
    ["GET", `/api/v1/dataset/export/?q=!(${CARS})`, 401, 403, 200, 200, 403],
    ["GET", "/api/v1/database/", 401, 200, 200, 200, 200],
    ["GET", "/api/v1/database/export/?q=!(1)", 401, 403, 403, 200, 403],
    ["POST", "/api/v1/database/import/", 401, 403, 403, 400, 403],
    ["GET", `/api/v1/datasource/table/${CARS}/column/Origin/values/`, 401, 403, 200, 200, 403],
    ["GET", "/api/v1/explore/", 401, 404, 404, 404, 403],
    ["POST", "/api/v1/explore/permalink", 401, 400, 400, 400, 403],
    ["GET", "/api/v1/explore/form_data/none", 401, 404, 404, 404, 403],
    ["GET", "/api/v1/time_range/?q='Last week'", 401, 200, 200, 200, 403],
    ["GET", "/api/v1/log/", 401, 403, 403, 200, 403],
    ["GET", "/api/v1/log/recent_activity/", 401, 200, 200, 200, 403],
    ["GET", "/api/v1/security/users/", 401, 403, 403, 200, 403],
    ["GET", "/api/v1/security/roles/", 401, 403, 403, 200, 403],
    ["GET", "/api/v1/me/", 401, 200, 200, 200, 200],
    ["PUT", "/api/v1/me/", 401, 400, 400, 400, 400],
  ])("%s %s", async (method, path, ...expected) => {
    const body = method === "GET" || method === "DELETE" ? undefined : "{}";
    const headers: Record<string, string> = body ? { "content-type": "application/json" } : {};
    const found: Record<string, number> = {};
    for (const [name, client] of Object.entries(callers)) {
      const answer = await client.fetch(path.replace(CARS, String(data.carsId)), { method, headers, body });
      found[name] = answer.status;
      const text = (await answer.json().catch(() => ({}))) as Json;
      if (answer.status === 401) expect(text).toEqual({ msg: "Missing Authorization Header" });
      if (answer.status === 403) expect(text).toEqual({ message: "Forbidden" });
    }
    expect(found).toEqual(Object.fromEntries(Object.keys(callers).map((name, i) => [name, expected[i]])));
  });
});

describe("the pairs of each role, as a client is told", () => {
  /** A Admin, a Alpha, g Gamma, s sql_lab. */
  const MATRIX: Record<string, Record<string, string>> = {
    Chart: { can_read: "Aag", can_write: "Aag", can_export: "Aag", can_tag: "Aag", can_warm_up_cache: "A" },
    Dashboard: {
      can_read: "Aag",
      can_write: "Aag",
      can_export: "Aag",
      can_drill: "Aag",
      can_view_query: "Aag",
      can_view_chart_as_table: "Aag",
      can_cache_dashboard_screenshot: "Aag",
      can_get_embedded: "Aag",
      can_set_embedded: "A",
    },
    Dataset: {
      can_read: "Aag",
      can_get_drill_info: "Aag",
      can_write: "Aa",
      can_export: "Aa",
      can_duplicate: "Aa",
      can_get_or_create_dataset: "Aa",
      can_warm_up_cache: "A",
    },
    Database: { can_read: "Aags", can_upload: "Aa", can_write: "A", can_export: "A" },
    Datasource: { can_get: "Aag", can_samples: "Aa", can_save: "Aa", can_get_column_values: "Aa" },
    SQLLab: { can_read: "As", can_execute_sql_query: "As", can_get_results: "As", can_export_csv: "As" },
    SavedQuery: { can_read: "As", can_write: "As", can_export: "As" },
    Superset: {
      can_dashboard: "Aag",
      can_explore: "Aag",
      can_log: "Aag",
      can_share_chart: "Aag",
      can_csv: "Aags",
      can_copy_clipboard: "Aags",
      can_export_data: "Aas",
      can_export_image: "Aa",
      can_sqllab: "As",
      can_warm_up_cache: "A",
    },
    Explore: { can_read: "Aag" },
    ExploreFormDataRestApi: { can_read: "Aag", can_write: "Aag" },
    DashboardFilterStateRestApi: { can_read: "Aag", can_write: "Aag" },
    Tag: { can_read: "Aag", can_write: "Aag", can_bulk_create: "Aag" },
    Annotation: { can_read: "Aa", can_write: "Aa" },
    CssTemplate: { can_read: "Aag", can_write: "Aa" },
    ReportSchedule: { can_read: "Aa", can_write: "Aa" },
    Log: { can_recent_activity: "Aag", can_read: "A", can_write: "A" },
    SecurityRestApi: { can_grant_guest_token: "A" },
    all_datasource_access: { all_datasource_access: "Aa" },
    all_database_access: { all_database_access: "Aa" },
    all_query_access: { all_query_access: "A" },
  };

  test.each([
    ["admin", "Admin", "A"],
    ["alpha", "Alpha", "a"],
    ["gamma", "Gamma", "g"],
    ["analyst", "sql_lab", "s"],
  ])("%s holds those of %s", async (name, role, letter) => {
    const { body } = await callers[name]!.get<Json>("/api/v1/me/roles/");
    expect(Object.keys(body.result.roles)).toEqual([role]);
    const held = new Set((body.result.roles[role] as [string, string][]).map((pair) => pair.join(" ")));
    for (const [view, permissions] of Object.entries(MATRIX)) {
      for (const [permission, letters] of Object.entries(permissions)) {
        expect([permission, view, held.has(`${permission} ${view}`)]).toEqual([
          permission,
          view,
          letters.includes(letter),
        ]);
      }
    }
    const objects = [...held].filter((pair) => /^(database|catalog|schema|datasource)_access /.test(pair));
    expect(objects).toEqual([]);
  });

  test("someone with two roles holds both; with none, nothing", async () => {
    const both = await server.as("both", ["Gamma", "sql_lab"]);
    const { roles } = (await both.get<Json>("/api/v1/me/roles/")).body.result;
    expect(Object.keys(roles).sort()).toEqual(["Gamma", "sql_lab"]);
    expect((await both.get("/api/v1/chart/")).status).toBe(200);
    const none = await server.as("none", []);
    expect((await none.get("/api/v1/chart/")).status).toBe(403);
  });
});
