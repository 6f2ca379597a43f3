import { type Answer, type Client, idOf, valueAt } from "./client.ts";
import { addressRequests, dataRequests, filterOver, formsOf } from "./data-requests.ts";
import type { AttackClass, Report } from "./report.ts";
import { COUNT, positionsOf, type World } from "./world.ts";

const metadata = (entries: object) => ({ json_metadata: JSON.stringify(entries) });

async function changeGrantingCharts(world: World, report: Report): Promise<number[]> {
  const { writer, datasetId, name } = world;
  const filters = { native_filter_configuration: [filterOver(datasetId)] };
  const control = { ...filterOver(datasetId), type: "CHART_CUSTOMIZATION" };
  const board = { dashboard_title: `${name}-grab`, published: true, roles: [world.memberRoleId] };
  const saved: number[] = [];
  for (const entries of [filters, { chart_customization_config: [control] }]) {
    const answer = await writer.post("/api/v1/dashboard/", { ...board, ...metadata(entries) });
    report.refused(answer, "a dashboard over data of others");
    if (answer.status < 300) saved.push(idOf(answer));
  }
  const own = idOf(await writer.post("/api/v1/dashboard/", board));
  const path = `/api/v1/dashboard/${own}`;
  const modified = { deleted: [], reordered: [], modified: [filterOver(datasetId)] };
  report.refused(await writer.put(path, metadata(filters)), "filters in json_metadata");
  report.refused(await writer.put(`${path}/filters`, modified), "a filter");
  report.refused(await writer.put(`${path}/chart_customizations`, { ...modified, modified: [control] }), "a control");
  const copy = { dashboard_title: `${name}-copy`, ...metadata(filters) };
  report.refused(await writer.post(`${path}/copy/`, copy), "a copy with filters");
  return [...saved, own];
}

async function askAll(world: World, report: Report, { client, places }: { client: Client; places: number[] }) {
  for (const dashboardId of places) {
    for (const form of formsOf({ dashboardId, chartId: world.chartId })) {
      for (const { what, send } of dataRequests(world.datasetId, form)) {
        judge(world, report, { answer: await send(client), what: `${what} with ${JSON.stringify(form)}` });
      }
    }
    for (const { what, send } of addressRequests(world.datasetId, dashboardId)) {
      judge(world, report, { answer: await send(client), what });
    }
  }
}

/** A batch returns 200 with a status for each part. */
function judge(world: World, report: Report, { answer, what }: { answer: Answer; what: string }) {
  if (what.startsWith("batch") || what === "drill info") report.hides(answer, [world.secret], what);
  else report.closed(answer, [world.secret], what);
}

const overUnreadData: AttackClass = {
  name: "Dashboards over data their author may not read",
  run: async (world, report) => {
    const own = await changeGrantingCharts(world, report);
    const sampled = own.slice(-1);
    await askAll(world, report, { client: world.writer, places: sampled });
    const chart = { slice_name: `${world.name}-grab`, viz_type: "table", datasource_type: "table" };
    report.refused(
      await world.writer.post("/api/v1/chart/", { ...chart, datasource_id: world.datasetId, params: "{}" }),
      "a chart over data of others",
    );
    await changedByWriter(world, report);
  },
};

/** The administrator's own dashboard shows its data until a user without access to it saves it. */
async function changedByWriter(world: World, report: Report) {
  const { admin, writer, member, datasetId, name } = world;
  const board = { dashboard_title: `${name}-handed`, published: true, roles: [world.memberRoleId] };
  const entries = { native_filter_configuration: [filterOver(datasetId)] };
  const boardId = idOf(await admin.post("/api/v1/dashboard/", { ...board, ...metadata(entries) }));
  await admin.put(`/api/v1/dashboard/${boardId}`, { owners: [world.writerId] });
  await writer.put(`/api/v1/dashboard/${boardId}`, { dashboard_title: `${name}-handed-on` });
  const form = { type: "NATIVE_FILTER", native_filter_id: filterOver(0).id, dashboardId: boardId };
  for (const client of [member, writer]) {
    for (const { what, send } of dataRequests(datasetId, form).slice(0, 7)) {
      report.closed(await send(client), [world.secret], `${what} of a dashboard that the writer changed last`);
    }
  }
}

function changedQueries(chartId: number, dashboardId: number) {
  const saved = {
    columns: ["kind"],
    metrics: [COUNT],
    filters: [],
    orderby: [[COUNT, false]],
    row_limit: 100,
    extras: {},
  };
  const form_data = { slice_id: chartId, dashboardId, viz_type: "pie", metric: COUNT, groupby: ["kind"] };
  const expression = { label: "kind", expressionType: "SQL", sqlExpression: "note" };
  const metric = { label: "n", expressionType: "SQL", sqlExpression: "MAX(note)" };
  const queries: Record<string, object> = {
    "another column": { ...saved, columns: ["note"] },
    "one more column": { ...saved, columns: ["kind", "note"] },
    "groupby of its own": { ...saved, groupby: ["note"] },
    "SQL under a saved label": { ...saved, columns: [expression] },
    "another metric": { ...saved, metrics: [metric] },
    "a simple metric": {
      ...saved,
      metrics: [{ expressionType: "SIMPLE", aggregate: "MAX", column: { column_name: "note" }, label: "n" }],
    },
    "SQL in the condition": { ...saved, extras: { where: "note LIKE 's%'" } },
    "SQL in having": { ...saved, extras: { having: "MAX(note) LIKE 's%'" } },
    "order by another column": { ...saved, orderby: [["note", true]] },
    "order by SQL": { ...saved, orderby: [[{ ...metric, label: "o" }, true]] },
    "a filter on another column": { ...saved, filters: [{ col: "note", op: "LIKE", val: "s%" }] },
    "a filter by SQL": { ...saved, filters: [{ col: expression, op: "==", val: "x" }] },
    "rows without metrics": { columns: ["kind", "note", "amount"], metrics: null, row_limit: 100 },
    "series limit": { ...saved, series_columns: ["note"], series_limit: 5, series_limit_metric: metric },
  };
  return { form_data, saved, queries };
}

async function requestUngranted(
  world: World,
  report: Report,
  { client, boardId }: { client: Client; boardId: number },
) {
  const { chartId, datasetId, secret } = world;
  const { form_data, saved, queries } = changedQueries(chartId, boardId);
  const datasource = { id: datasetId, type: "table" };
  const ask = (query: object, rest: object = {}) =>
    client.post("/api/v1/chart/data", { datasource, queries: [query], form_data, ...rest });
  const control = await ask(saved);
  if (control.status !== 200)
    throw new Error(`The saved query itself answered ${control.status}: ${control.text.slice(0, 200)}`);
  for (const [what, query] of Object.entries(queries)) report.closed(await ask(query), [secret], what);
  for (const result_type of ["samples", "drill_detail", "query", "full"]) {
    report.closed(await ask(queries["another column"] ?? {}, { result_type }), [secret], result_type);
  }
  for (const result_type of ["samples", "drill_detail"])
    report.closed(await ask(saved, { result_type }), [secret], result_type);
  for (const [kind, text] of [["statement", await ask(saved, { result_type: "query" })]] as const) {
    const statement = String(valueAt(text, "result", 0, "query") ?? "");
    if (text.status < 300 && statement !== "") report.add(text, `the ${kind} of a chart is shown`);
  }
  for (const { what, send } of addressRequests(datasetId, boardId))
    judge(world, report, { answer: await send(client), what });
  const forged = { ...form_data, groupby: ["note"], all_columns: ["note"], query_mode: "raw" };
  for (const { what, send } of dataRequests(datasetId, forged)) {
    judge(world, report, { answer: await send(client), what: `${what} by form data of its own` });
  }
}

const beyondSaved: AttackClass = {
  name: "Members of a restricted dashboard ask beyond what is saved",
  run: (world, report) => requestUngranted(world, report, { client: world.member, boardId: world.boardId }),
};

const guestsBeyondSaved: AttackClass = {
  name: "Guests ask beyond what is saved, or for other things",
  run: async (world, report) => {
    const guest = await world.guest();
    await requestUngranted(world, report, { client: guest, boardId: world.embedded.id });
    for (const { what, send } of dataRequests(world.datasetId, {
      slice_id: world.chartId,
      dashboardId: world.boardId,
    })) {
      judge(world, report, { answer: await send(guest), what: `${what} of another dashboard` });
    }
    const layer = idOf(
      await world.admin.post("/api/v1/css_template/", { template_name: `${world.name}-css`, css: world.secret }),
    );
    for (const path of [
      `css_template/${layer}`,
      "css_template/",
      "annotation_layer/",
      "theme/",
      "dataset/",
      "database/",
    ]) {
      report.hides(await guest.get(`/api/v1/${path}`), [world.secret, `"${world.database.name}"`]);
    }
    const changes: [string, string, object][] = [
      ["PUT", `/api/v1/dashboard/${world.embedded.id}`, { dashboard_title: `${world.name}-guest` }],
      ["PUT", `/api/v1/chart/${world.chartId}`, { slice_name: `${world.name}-guest` }],
      [
        "POST",
        "/api/v1/dashboard/",
        { dashboard_title: `${world.name}-guest`, ...metadata({ positions: positionsOf(1) }) },
      ],
      ["POST", "/api/v1/sqllab/execute/", { database_id: world.database.id, sql: "SELECT 1 AS a" }],
      ["POST", "/api/v1/security/guest_token/", { user: {}, resources: [], rls: [] }],
    ];
    for (const [method, path, body] of changes) report.refused(await guest.send(method, path, { body }), "by a guest");
    report.refused(await guest.get(`/api/v1/dashboard/export/?q=!(${world.embedded.id})`), "by a guest");
  },
};

export const GRANTS: readonly AttackClass[] = [overUnreadData, beyondSaved, guestsBeyondSaved];
