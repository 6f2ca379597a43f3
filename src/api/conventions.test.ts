import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isSampled } from "../testing/full-size.ts";
import { loadSampleData, type SampleData } from "../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../testing/server.ts";
import { RESOURCES } from "./index.ts";

interface Convention {
  title: string;
  permissions: readonly string[];
  related?: readonly string[];
  distinct?: readonly string[];
  filters?: Readonly<Record<string, unknown>>;
  filtersWithin?: { path: string; columns: readonly string[] };
  isUnlimited?: boolean;
  body?: readonly [body: object, invalidStatus: 400 | 422];
}

const users = ["created_by", "changed_by"];
const READ_WRITE = ["can_read", "can_write"];

// biome-ignore format: one entry a resource
const COLLECTIONS: Readonly<Record<string, Convention>> = {
  chart: {
    title: "List Slice", permissions: [...READ_WRITE, "can_export", "can_warm_up_cache"], related: ["owners", ...users],
    filters: { "slice_name:chart_all_text": "a", "id:chart_is_favorite": true, "id:chart_is_certified": false,
      "id:chart_owned_created_favored_by_me": true, "created_by:chart_has_created_by": true,
      "created_by:chart_created_by_me": true, "tags:chart_tags": "a", "tags:chart_tag_id": 1, "id:chart_in_folder": 1 },
    body: [{ slice_name: "x", datasource_id: 1, datasource_type: "table" }, 400],
  },
  dashboard: {
    title: "List Dashboard", related: ["owners", "roles", ...users],
    permissions: [...READ_WRITE, "can_export", "can_export_as_example", "can_put_chart_customizations",
      "can_get_embedded", "can_set_embedded", "can_delete_embedded", "can_cache_dashboard_screenshot"],
    filters: { "dashboard_title:title_or_slug": "a", "id:dashboard_is_favorite": true, "id:dashboard_is_certified": true,
      "created_by:dashboard_created_by_me": true, "created_by:dashboard_has_created_by": false, "tags:dashboard_tags": "a",
      "tags:dashboard_tag_id": 1, "id:dashboard_in_folder": 1 },
    body: [{ dashboard_title: "x" }, 400],
  },
  dataset: {
    title: "List Sqla Table", related: ["database", "owners", ...users], distinct: ["catalog", "schema"],
    permissions: [...READ_WRITE, "can_export", "can_duplicate", "can_get_or_create_dataset", "can_warm_up_cache",
      "can_get_drill_info"],
    filters: { "sql:dataset_is_null_or_empty": true, "id:dataset_is_certified": true, "id:dataset_in_folder": 1 },
    body: [{ database: 1, table_name: "x" }, 400],
  },
  database: {
    title: "List Database", permissions: [...READ_WRITE, "can_export", "can_upload"], related: users, isUnlimited: true,
    filters: { "allow_file_upload:upload_is_enabled": true },
  },
  annotation_layer: {
    title: "List Annotation Layer", permissions: READ_WRITE, related: users,
    filters: { "name:annotation_layer_all_text": "a" }, body: [{ name: "x" }, 400],
    filtersWithin: {
      path: "/api/v1/annotation_layer/1/annotation/",
      columns: ["short_descr", "long_descr", "start_dttm", "end_dttm", "json_metadata", "layer"],
    },
  },
  css_template: {
    title: "List Css Template", permissions: READ_WRITE, related: users,
    filters: { "template_name:css_template_all_text": "a" }, body: [{ template_name: "x" }, 422],
  },
  theme: {
    title: "List Theme", permissions: [...READ_WRITE, "can_export"], related: users,
    filters: { "theme_name:theme_all_text": "a" }, body: [{ theme_name: "x", json_data: "{}" }, 400],
  },
  tag: {
    title: "List Tag", permissions: [...READ_WRITE, "can_bulk_create"], related: users,
    filters: { "type:custom_tag": true }, body: [{ name: "x" }, 400],
  },
  folder: {
    title: "List Folder", permissions: READ_WRITE, related: ["owners", "viewer_roles", ...users],
    filters: { "name:folder_all_text": "a" }, body: [{ name: "x" }, 422],
  },
  assertion: {
    title: "List Assertion", permissions: READ_WRITE, related: ["owners", ...users],
    body: [{ name: "x", dataset_id: 1, kind: "not_null", params: { column: "a" } }, 400],
  },
  report: {
    title: "List Report Schedule", permissions: READ_WRITE,
    related: ["owners", "chart", "dashboard", "database", ...users], filters: { "name:report_all_text": "a" },
    body: [{ type: "Report", name: "x", crontab: "0 0 * * *" }, 400],
  },
  rowlevelsecurity: {
    title: "List Row Level Security Filter", permissions: READ_WRITE, related: ["tables", "roles", ...users],
    body: [{ name: "x", filter_type: "Regular", tables: [1], roles: [], clause: "1 = 1" }, 400],
  },
  saved_query: {
    title: "List Saved Query", permissions: [...READ_WRITE, "can_export"], related: ["database", ...users],
    distinct: ["catalog", "schema"], body: [{ label: "x" }, 422],
    filters: { "label:all_text": "a", "id:saved_query_is_fav": false, "tags:saved_query_tags": "a",
      "tags:saved_query_tag_id": 1 },
  },
  query: { title: "List Query", permissions: ["can_read"], related: ["database", "user"], distinct: ["status"] },
  "security/users": { title: "List User", permissions: READ_WRITE, related: ["roles", "groups"] },
  "security/groups": { title: "List Group", permissions: READ_WRITE, related: ["roles", "users"] },
  public_link: {
    title: "List Public Link", permissions: [...READ_WRITE, "can_manage"], related: ["created_by"],
    filters: { "name:public_link_all_text": "a", "status:public_link_status": "active" },
  },
  log: { title: "List Log", permissions: [...READ_WRITE, "can_recent_activity"], related: ["user"] },
};

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let admin: TestClient;
let anonymousUser: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  const samples = await loadSampleData(server.app);
  admin = await server.as("admin");
  anonymousUser = await server.as("nobody", ["Public"]);
  await twoOfEach(samples);
});
afterAll(() => server.stop());

async function twoOfEach({ carsId, databaseId }: SampleData): Promise<void> {
  const role = await server.app.db.selectFrom("roles").select("id").executeTakeFirstOrThrow();
  await admin.put("/api/v1/public_link/settings", { enabled: true, max_days: 30 });
  for (const n of [1, 2]) {
    const make = (name: string, body: object) => admin.post<Json>(`/api/v1/${name}/`, body);
    const chart = (await make("chart", { slice_name: `c${n}`, datasource_id: carsId, datasource_type: "table" })).body
      .id;
    const dashboard_id = (await make("dashboard", { dashboard_title: `d${n}` })).body.id;
    await make("public_link", { dashboard_id, ends_on: new Date(Date.now() + 86_400_000).toISOString() });
    await make("annotation_layer", { name: `l${n}` });
    await make("css_template", { template_name: `t${n}` });
    await make("folder", { name: `f${n}` });
    await make("assertion", { name: `a${n}`, dataset_id: carsId, kind: "not_null", params: { column: "Name" } });
    await make("theme", { theme_name: `t${n}`, json_data: "{}" });
    await make("tag", { name: `t${n}`, objects_to_tag: [["chart", chart]] });
    await make("report", { type: "Report", name: `r${n}`, crontab: "0 0 * * *", chart });
    const rule = { filter_type: "Regular", tables: [carsId], roles: [role.id], clause: "1 = 1" };
    await make("rowlevelsecurity", { name: `r${n}`, ...rule });
    await make("saved_query", { label: `q${n}`, sql: "select 1", db_id: databaseId });
    await make("security/groups", { name: `g${n}`, roles: [role.id] });
    await make("sqllab/execute", { database_id: databaseId, sql: `select ${n}`, client_id: `c${n}` });
    await admin.post("/superset/log/", { events: [{ event_name: `e${n}` }] });
  }
}

test("covers every collection", () => {
  const lists = RESOURCES.flatMap(({ routes }) => routes).filter(({ operation }) => /\.list$/.test(operation.id));
  const names = lists.map(({ operation }) => /^\/api\/v1\/([\w/]+)\/$/.exec(operation.path)?.[1]);
  const lesser =
    /^(security\/(roles|permissions|resources|permissions-resources|api_keys|user_registrations)|trash|comment|allowed_location|assets)$/;
  const own = names.filter((name) => name !== undefined && !lesser.test(name));
  expect(own.sort()).toEqual(Object.keys(COLLECTIONS).sort());
});

const labelOf = (column: string) =>
  column
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");

describe.each(Object.entries(COLLECTIONS))("/api/v1/%s/", (name, convention) => {
  const BASE = `/api/v1/${name}/`;
  const list = (q: unknown, path = BASE) => admin.get<Json>(`${path}?q=${encodeURIComponent(JSON.stringify(q))}`);
  const { filtersWithin } = convention;
  const placeOf = (column: string) => (filtersWithin?.columns.includes(column) ? filtersWithin.path : BASE);
  const refused = async (q: unknown, message: string | RegExp) => {
    const { status, body } = await list(q);
    expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
  };

  test("returns its column labels as requested", async () => {
    const { body } = await admin.get<Json>(BASE);
    const { count, ids, result, list_columns, label_columns, order_columns } = body;
    expect(body).toMatchObject({ list_title: convention.title, description_columns: {} });
    expect(count).toBeGreaterThan(0);
    expect([ids.length, result.length]).toEqual([Math.min(count, 20), Math.min(count, 20)]);
    expect(label_columns).toEqual(Object.fromEntries(list_columns.map((column: string) => [column, labelOf(column)])));
    expect(order_columns.length).toBeGreaterThan(0);
    expect(Object.keys((await list({ keys: ["none"] })).body).sort()).toEqual(["count", "ids", "result"]);
    expect(Object.keys((await list({ keys: ["list_title"] })).body).sort()).toEqual([
      "count",
      "ids",
      "list_title",
      "result",
    ]);
  });

  test("returns the requested columns", async () => {
    const all = (await admin.get<Json>(BASE)).body.list_columns as string[];
    const plain = all.find((column) => !column.includes(".")) ?? "";
    for (const key of ["columns", "select_columns"]) {
      const { body } = await list({ [key]: [plain, "password_hash", "__proto__"] });
      expect(body.list_columns).toEqual([plain]);
      expect(body.result.map((row: object) => Object.keys(row))).toEqual(body.result.map(() => [plain]));
    }
    await refused({ columns: [plain], select_columns: [plain] }, "Cannot use both select and sel columns");
  });

  test("returns pages", async () => {
    const sizes = (q: object) => list({ order_direction: "asc", ...q }).then(({ body }) => body.ids as number[]);
    const [all, first, second] = [
      await sizes({ page_size: 100 }),
      await sizes({ page_size: 1 }),
      await sizes({ page_size: 1, page: 1 }),
    ];
    expect([first, second].map((ids) => ids.length)).toEqual([1, all.length > 1 ? 1 : 0]);
    expect([...first, ...second]).toEqual(all.slice(0, 2));
    expect(await sizes({ page_size: -1 })).toEqual(all);
    expect(await sizes({ page_size: 100_000 })).toEqual(all);
    expect(await sizes({ page: 10 ** 12 })).toEqual([]);
  });

  test("sorts by each of its order columns, and by no others", async () => {
    const { order_columns, count } = (await admin.get<Json>(BASE)).body;
    for (const [at, order_column] of order_columns.entries()) {
      for (const order_direction of ["asc", "desc"].filter((_, i) => isSampled(at + i, 4))) {
        expect((await list({ order_column, order_direction })).body.count).toBe(count);
      }
    }
    for (const order_column of ["password_hash", "id;drop table users", "constructor"]) {
      const { status, body } = await list({ order_column });
      expect([status, body.message]).toEqual([400, `Invalid order by column: ${order_column}`]);
    }
  });

  test("filters by what _info lists, and by nothing else", async () => {
    const { filters } = (await admin.get<Json>(`${BASE}_info`)).body;
    const own = convention.filters ?? {};
    const { count } = (await admin.get<Json>(BASE)).body;
    for (const [at, [col, operators]] of Object.entries<{ operator: string }[]>(filters).entries()) {
      for (const { operator: opr } of operators.filter((_, i) => isSampled(at + i, 4))) {
        const key = `${col}:${opr}`;
        const value = Object.hasOwn(own, key)
          ? own[key]
          : valueFor(
              operators.map((one) => one.operator),
              opr,
            );
        const answer = await list({ filters: [{ col, opr, value }] }, placeOf(col));
        expect([key, answer.status, answer.body.count <= count]).toEqual([key, 200, true]);
      }
      if (placeOf(col) === BASE && isSampled(at, 4))
        await refused({ filters: [{ col, opr: "near", value: 1 }] }, /^Filter operation: near not allowed on column: /);
    }
    for (const key of Object.keys(own)) {
      const [col = "", opr] = key.split(":");
      expect(filters[col].map((one: { operator: string }) => one.operator)).toContain(opr);
    }
    await refused(
      { filters: [{ col: "password_hash", opr: "sw", value: "$" }] },
      "Filter column: password_hash not allowed to filter",
    );
    await refused(
      { filters: [{ col: "__proto__", opr: "eq", value: 1 }] },
      "Filter column: __proto__ not allowed to filter",
    );
  });

  test("lists the caller's permissions and its fields", async () => {
    const { body } = await admin.get<Json>(`${BASE}_info`);
    expect(new Set(body.permissions)).toEqual(new Set(convention.permissions));
    expect(body).toMatchObject({
      add_title: expect.stringMatching(/^Add /),
      edit_title: expect.stringMatching(/^Edit /),
    });
    for (const field of [...body.add_columns, ...body.edit_columns]) {
      expect(Object.keys(field)).toEqual(
        expect.arrayContaining(["name", "label", "description", "type", "required", "unique"]),
      );
    }
    expect((await admin.get<Json>(`${BASE}_info?q=(keys:!(permissions))`)).body).toEqual({
      permissions: body.permissions,
    });
  });

  test("offers related objects", async () => {
    for (const column of convention.related ?? []) {
      const path = `${BASE}related/${column}`;
      const { body } = await admin.get<Json>(path);
      expect([column, body.count >= body.result.length, body.result.length > 0]).toEqual([column, true, true]);
      const { value, text } = body.result.at(-1);
      const found = (await admin.get<Json>(`${path}?q=${encodeURIComponent(JSON.stringify({ filter: text }))}`)).body;
      expect(found.result.map((one: Json) => one.value)).toContain(value);
      const added = (await admin.get<Json>(`${path}?q=(filter:qqqqq,include_ids:!(${value}))`)).body;
      expect(added).toMatchObject({ count: 1, result: [{ value, text }] });
      expect((await admin.get(`${path}?q=(page:1,include_ids:!(${value}))`)).status).toBe(422);
    }
    for (const column of ["password_hash", "constructor"]) {
      expect((await admin.get(`${BASE}related/${column}`)).status).toBe(404);
    }
    for (const column of convention.distinct ?? []) {
      expect((await admin.get<Json>(`${BASE}distinct/${column}`)).body).toMatchObject({ result: expect.any(Array) });
      expect((await admin.get(`${BASE}distinct/password_hash`)).status).toBe(404);
    }
  });

  test("rejects anonymous users, users without the permission, and invalid Rison", async () => {
    for (const path of [BASE, `${BASE}_info`, `${BASE}related/created_by`, `${BASE}1`]) {
      const anonymousAnswer = await server.anonymous.get(path);
      expect([path, anonymousAnswer.status, anonymousAnswer.body]).toEqual([
        path,
        401,
        { msg: "Missing Authorization Header" },
      ]);
      const { status, body } = await anonymousUser.get(path);
      expect([path, status, body]).toEqual([path, 403, { message: "Forbidden" }]);
    }
    expect(await admin.get(`${BASE}?q=(filters:`)).toMatchObject({
      status: 400,
      body: { message: "Not a valid rison/json argument" },
    });
    await refused({ filters: "all" }, /^Not a valid rison schema /);
    await refused({ page_size: "many" }, /^Not a valid rison schema /);
  });

  test("answers 404 for unknown ids", async () => {
    for (const id of ["999999", "99999999999999999999", "-1", "1e3x", "..%2f1", "%00"]) {
      const { status } = await admin.get(`${BASE}${id}`);
      expect([id, [400, 404].includes(status)]).toEqual([id, true]);
    }
    if (!convention.body) return;
    const change = name === "theme" ? convention.body[0] : {};
    for (const id of ["999999", "99999999999999999999"]) {
      expect([id, (await admin.put(`${BASE}${id}`, change)).status]).toEqual([id, 404]);
      expect([id, (await admin.delete(`${BASE}${id}`)).status]).toEqual([id, 404]);
    }
    const many = await admin.delete(`${BASE}?q=!(999999)`);
    expect(many.status).toBe(404);
    expect((await admin.delete(`${BASE}?q=(a:1)`)).status).toBe(400);
  });

  test("reports invalid fields of a body", async () => {
    if (!convention.body) return;
    const [body, status] = convention.body;
    const answer = await admin.post<Json>(BASE, { ...body, surprise: 1 });
    expect([answer.status, answer.body.message?.surprise]).toEqual([status, ["Unknown field."]]);
    const plain = await admin.fetch(BASE, { method: "POST", body: "x", headers: { "content-type": "text/plain" } });
    expect([plain.status, await plain.json()]).toMatchObject([400, { errors: [{ message: "Request is not JSON" }] }]);
    const before = (await admin.get<Json>(BASE)).body.count;
    expect((await anonymousUser.post(BASE, body)).status).toBe(403);
    expect((await server.anonymous.post(BASE, body)).status).toBe(401);
    expect((await admin.get<Json>(BASE)).body.count).toBe(before);
  });
});

function valueFor(operators: readonly string[], opr: string): unknown {
  if (opr === "in" || opr === "not_in") return operators.includes("gt") ? [1, 2] : ["a"];
  if (/^n?rel/.test(opr)) return 1;
  if (operators.includes("sw")) return "a";
  if (operators.includes("gt")) return operators.includes("in") ? 1 : "2024-01-01T00:00:00";
  return operators.includes("in") ? "00000000-0000-0000-0000-000000000000" : true;
}
