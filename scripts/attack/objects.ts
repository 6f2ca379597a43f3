import { type Answer, answerSummary, type Client, idOf, listAt, valueAt } from "./client.ts";
import type { AttackClass, Report } from "./report.ts";
import type { World } from "./world.ts";

/** The administrator's objects, requested, changed and deleted by ID and key by users who can't see them. */

async function privateObjects(world: World): Promise<Record<string, string>> {
  const { admin, secret, name, database, datasetId, chartId, draftId } = world;
  const create = async (path: string, body: object) => admin.post(`/api/v1/${path}`, body);
  const key = async (path: string, body: object) => String(valueAt(await create(path, body), "key"));
  const sql = `SELECT '${secret}' AS a`;
  const saved = idOf(await create("saved_query/", { label: `${name}-saved`, sql, db_id: database.id }));
  const report = {
    ...{ type: "Report", name: `${name}-report`, description: secret, crontab: "0 0 1 1 *", active: false },
    ...{ dashboard: draftId, recipients: [{ type: "Email", recipient_config_json: { target: "a@example.org" } }] },
  };
  const reportId = valueAt(await create("report/", report), "id");
  const formData = { datasource_id: datasetId, datasource_type: "table", chart_id: chartId };
  const client_id = name.slice(-11);
  await create("sqllab/execute/", { database_id: database.id, sql, client_id });
  const queries = listAt(await admin.get("/api/v1/query/?q=(order_column:changed_on,order_direction:desc)"), "result");
  const query = queries.find((one) => JSON.stringify(one).includes(secret));
  const editor = new URLSearchParams({ queryEditor: JSON.stringify({ dbId: database.id, name: `${name}-tab`, sql }) });
  const tab = idOf(await admin.post("/tabstateview/", editor));
  const apiKey = valueAt(await create("security/api_keys/", { name: `${name}-key` }), "result", "uuid");
  const state = await key(`dashboard/${draftId}/filter_state`, { value: JSON.stringify({ a: secret }) });
  const link = await key(`dashboard/${draftId}/permalink`, { dataMask: {}, urlParams: [["a", secret]] });
  const form = await key("explore/form_data", { ...formData, form_data: JSON.stringify({ a: secret }) });
  const explore = { formData: { datasource: `${datasetId}__table`, slice_id: chartId, a: secret } };
  return {
    chart: `/api/v1/chart/${chartId}`,
    dashboard: `/api/v1/dashboard/${draftId}`,
    dataset: `/api/v1/dataset/${datasetId}`,
    "saved query": `/api/v1/saved_query/${saved}`,
    ...(typeof reportId === "number" ? { report: `/api/v1/report/${reportId}` } : {}),
    ...(query ? { query: `/api/v1/query/${query.id}` } : {}),
    "tab state": `/tabstateview/${tab}`,
    "API key": `/api/v1/security/api_keys/${apiKey}`,
    "filter state": `/api/v1/dashboard/${draftId}/filter_state/${state}`,
    "dashboard link": `/api/v1/dashboard/permalink/${link}`,
    "form data": `/api/v1/explore/form_data/${form}`,
    "chart link": `/api/v1/explore/permalink/${await key("explore/permalink", explore)}`,
  };
}

const CHANGES: Readonly<Record<string, object>> = {
  chart: { slice_name: "attack-changed" },
  dashboard: { dashboard_title: "attack-changed" },
  dataset: { description: "attack-changed" },
  "saved query": { label: "attack-changed" },
  report: { description: "attack-changed" },
  "filter state": { value: '"attack-changed"' },
  "form data": { form_data: "{}", datasource_id: 1, datasource_type: "table" },
};

const BELOW: Readonly<Record<string, readonly [method: string, path: string, body?: object][]>> = {
  chart: [
    ["POST", "/favorites/"],
    ["GET", "/data/"],
    ["GET", "/related_objects"],
    ["GET", "/versions/"],
    ["GET", "/versions/1"],
    ["POST", "/versions/1/restore/"],
    ["GET", "/cache_screenshot/"],
    ["GET", "/thumbnail/x/"],
  ],
  dashboard: [
    ["POST", "/favorites/"],
    ["GET", "/charts"],
    ["GET", "/tabs"],
    ["GET", "/datasets"],
    ["GET", "/versions/"],
    ["GET", "/related_objects"],
    ["GET", "/export_as_example/"],
    ["POST", "/copy/", { dashboard_title: "attack-changed", json_metadata: "{}" }],
    ["POST", "/permalink", { dataMask: {} }],
    ["POST", "/filter_state", { value: "{}" }],
    ["PUT", "/filters", { deleted: [], modified: [], reordered: [] }],
    ["PUT", "/colors", {}],
    ["POST", "/embedded", { allowed_domains: [] }],
    ["GET", "/embedded"],
    ["DELETE", "/embedded"],
  ],
  dataset: [
    ["PUT", "/refresh"],
    ["GET", "/related_objects"],
    ["GET", "/versions/"],
    ["POST", "/versions/1/restore/"],
    ["DELETE", "/column/1"],
  ],
  "tab state": [
    ["POST", "/activate"],
    ["POST", "/migrate_query", { queryId: "x" }],
    ["DELETE", "/query/x"],
  ],
  report: [
    ["GET", "/log/"],
    ["POST", "/run"],
  ],
};

/** For collections: calls that take IDs elsewhere than in the path. */
function inQueries(path: string): [string, string, object?][] {
  const [, collection, id] = /^\/api\/v1\/(chart|dashboard|dataset|saved_query)\/(\d+)$/.exec(path) ?? [];
  if (!collection) return [];
  const all: [string, string, object?][] = [
    ["GET", `/api/v1/${collection}/export/?q=!(${id})`],
    ["DELETE", `/api/v1/${collection}/?q=!(${id})`],
  ];
  const type = { chart: 2, dashboard: 3, saved_query: 1, dataset: 4 }[collection];
  return [...all, ["POST", `/api/v1/tag/${type}/${id}/`, { properties: { tags: ["attack-changed"] } }]];
}

async function tryObjects(world: World, report: Report, client: Client): Promise<void> {
  const paths = await privateObjects(world);
  for (const [kind, path] of Object.entries(paths)) {
    const snapshot = await world.admin.get(path);
    if (snapshot.status !== 200) throw new Error(`The ${kind} to try was not made: ${answerSummary(snapshot)}`);
    const send = async (method: string, address: string, body?: object) =>
      report.closed(await client.send(method, address, { body }), [world.secret], `${kind} of another user`);
    await send("GET", path);
    for (const [method, below, body] of BELOW[kind] ?? []) await send(method, path + below, body);
    for (const [method, address, body] of inQueries(path)) await send(method, address, body);
    await send("PUT", path, CHANGES[kind] ?? {});
    await send("DELETE", path);
    const after = await world.admin.get(path);
    if (changed(snapshot, after)) report.add(after, `${kind} was changed or deleted by another user`);
  }
}

const changed = (before: Answer, after: Answer) =>
  before.status !== after.status || (!before.text.includes("attack-changed") && after.text.includes("attack-changed"));

const LISTS = ["chart/", "dashboard/", "dataset/", "saved_query/", "report/", "query/", "log/", "trash/", "tag/"];
const OF_ADMINISTRATORS: readonly [string, string, object?][] = [
  ["GET", "/api/v1/security/users/"],
  ["POST", "/api/v1/security/users/", {}],
  ["GET", "/api/v1/security/roles/"],
  ["POST", "/api/v1/security/roles/", { name: "attack-nobody" }],
  ["GET", "/api/v1/security/groups/"],
  ["GET", "/api/v1/security/permissions-resources/"],
  ["GET", "/api/v1/rowlevelsecurity/"],
  ["POST", "/api/v1/rowlevelsecurity/", {}],
  ["GET", "/api/v1/assets/export/"],
  ["POST", "/api/v1/cachekey/invalidate", { datasource_uids: [] }],
  ["POST", "/api/v1/database/test_connection/", { sqlalchemy_uri: "sqlite://" }],
  ["POST", "/api/v1/database/", { database_name: "attack-nothing", sqlalchemy_uri: "sqlite://" }],
  ["GET", "/api/v1/log/"],
];

const byId: AttackClass = {
  name: "Other people's objects by id and key",
  run: async (world, report) => {
    await tryObjects(world, report, world.writer);
    for (const path of LISTS) report.hides(await world.writer.get(`/api/v1/${path}`), [world.secret], "a list");
  },
};

const byOutsiders: AttackClass = {
  name: "Other people's objects by strangers and guests",
  run: async (world, report) => {
    await tryObjects(world, report, world.anonymous);
    await tryObjects(world, report, await world.guest());
    const own = await world.admin.get("/api/v1/me/");
    for (const [method, path, body] of OF_ADMINISTRATORS) {
      for (const client of [world.member, world.writer, world.anonymous]) {
        report.refused(await client.send(method, path, { body }), "a call of administrators");
      }
    }
    const id = valueAt(own, "result", "id");
    report.refused(await world.member.put(`/api/v1/security/users/${id}`, { first_name: "attack-changed" }));
    report.refused(
      await world.member.put("/api/v1/me/", { password: `${world.secret}-x` }),
      "a password without the present one",
    );
    report.refused(await world.member.put("/api/v1/me/", { roles: [1] }), "roles of the user itself");
  },
};

export const OBJECTS: readonly AttackClass[] = [byId, byOutsiders];
