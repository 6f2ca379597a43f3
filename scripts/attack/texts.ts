import { type Answer, type Client, idOf } from "./client.ts";
import type { AttackClass, Report } from "./report.ts";
import { COUNT, positionsOf, type World } from "./world.ts";

const BROKEN: readonly (readonly [string, string, string?])[] = [
  ["POST", "/api/v1/chart/data", "{"],
  ["POST", "/api/v1/chart/data", '{"datasource":{"id":{"a":1},"type":[]},"queries":"x"}'],
  ["POST", "/api/v1/chart/data", "null"],
  ["POST", "/api/v1/dashboard/", "[]"],
  ["POST", "/api/v1/dashboard/", '{"dashboard_title":{"$ne":1}}'],
  ["POST", "/api/v1/sqllab/execute/", '{"database_id":"1 OR 1=1","sql":{}}'],
  ["POST", "/superset/explore_json/", "form_data=%7B"],
  ["POST", "/api/v1/security/login", '{"username":{"a":1},"password":[]}'],
  ["POST", "/api/v1/security/login", '"x"'],
  ["GET", "/api/v1/chart/?q=(("],
  ["GET", "/api/v1/chart/?q=%00"],
  ["GET", "/api/v1/chart/?q=(page:-1,page_size:99999999999999999999)"],
  ["GET", "/api/v1/chart/?q=(order_column:password,order_direction:desc)"],
  ["GET", "/api/v1/chart/?q=(filters:!((col:owners,opr:rel_m_m,value:'1 OR 1=1')))"],
  ["GET", "/api/v1/chart/99999999999999999999999"],
  ["GET", "/api/v1/chart/-1"],
  ["GET", "/api/v1/chart/1e3"],
  ["GET", "/api/v1/chart/%ff"],
  ["GET", "/api/v1/dashboard/'"],
  ["GET", "/api/v1/dashboard/%27%20OR%201=1--"],
  ["GET", "/api/v1/dataset/1%27"],
  ["GET", "/api/v1/dashboard/permalink/../x"],
  ["GET", "/api/v1/time_range/?q='%00'"],
  ["GET", "/superset/slice/x/"],
  ["GET", "/lang/%2e%2e%2fx"],
  ["GET", "/nothing/%zz"],
  ["DELETE", "/api/v1/chart/?q=!(x)"],
  ["PATCH", "/api/v1/chart/1"],
  ["TRACE", "/api/v1/chart/1"],
];

const PLACES =
  /SQLITE_|sqlite3?\.|UNIQUE constraint|syntax error at or near|\/(home|tmp|var|srv|opt|root|usr)\/[\w.-]+\/|ENOENT|TypeError|ZodError|undefined is not/;

function assertNoDetails(report: Report, answer: Answer, what: string): void {
  report.sound(answer, what);
  if (answer.status >= 400 && PLACES.test(answer.text))
    report.add(answer, `${what} reveals ${PLACES.exec(answer.text)?.[0]}`);
  if (/\bset-cookie: attack/.test(answer.text)) report.add(answer, "repeats a header");
}

const errors: AttackClass = {
  name: "Errors that tell",
  run: async (world, report) => {
    const guest = await world.guest();
    const callers: [string, Client][] = [
      ["a stranger", world.anonymous],
      ["a guest", guest],
      ["a member", world.member],
      ["an administrator", world.admin],
    ];
    for (const [method, path, body] of BROKEN) {
      for (const [who, client] of callers) {
        // fetch doesn't send some methods.
        const answer = method === "TRACE" ? await client.raw(method, path) : await client.send(method, path, { body });
        assertNoDetails(report, answer, `the error for ${who}`);
      }
    }
    await failingChart(world, report, guest);
  },
};

/** Viewers of a saved chart with failing SQL may learn only that it failed. */
async function failingChart(world: World, report: Report, guest: Client): Promise<void> {
  const { admin, datasetId, secret, name } = world;
  const metric = { ...COUNT, label: "broken", sqlExpression: `CAST('${secret}' AS INTEGER) + SUM(amount)` };
  const form = { viz_type: "pie", metric, groupby: ["kind"], row_limit: 10 };
  const chart = { slice_name: `${name}-failing`, viz_type: "pie", datasource_id: datasetId, datasource_type: "table" };
  const chartId = idOf(await admin.post("/api/v1/chart/", { ...chart, params: JSON.stringify(form) }));
  const json_metadata = JSON.stringify({ positions: positionsOf(chartId) });
  const boardOf = { dashboard_title: `${name}-failing`, published: true, json_metadata, roles: [world.memberRoleId] };
  const boardId = idOf(await admin.post("/api/v1/dashboard/", boardOf));
  await admin.put(`/api/v1/dashboard/${world.embedded.id}`, { json_metadata });
  for (const [client, dashboardId] of [
    [world.member, boardId],
    [guest, world.embedded.id],
  ] as const) {
    const query = { columns: ["kind"], metrics: [metric], orderby: [[metric, false]], row_limit: 10 };
    const form_data = { ...form, slice_id: chartId, dashboardId };
    const body = { datasource: { id: datasetId, type: "table" }, queries: [query], form_data };
    const answer = await client.post("/api/v1/chart/data", body);
    report.hides(answer, [secret, "UNION ALL", "CAST("], "the error of a failed chart");
    assertNoDetails(report, answer, "the error of a failed chart");
  }
}

const MARKUP = '<script>alert("attack")</script><img src=x onerror=alert(1)>';

const markup: AttackClass = {
  name: "Markup in names and values",
  run: async (world, report) => {
    const { admin, name, datasetId, anonymous } = world;
    const chart = {
      slice_name: `${name} ${MARKUP}`,
      viz_type: "table",
      datasource_id: datasetId,
      datasource_type: "table",
    };
    const chartId = idOf(await admin.post("/api/v1/chart/", { ...chart, description: MARKUP, params: "{}" }));
    const json_metadata = JSON.stringify({ positions: positionsOf(chartId) });
    const board = { dashboard_title: `${name} ${MARKUP}`, published: true, css: `</style>${MARKUP}`, json_metadata };
    const created = await admin.post("/api/v1/dashboard/", board);
    report.sound(created);
    const plain = { ...board, css: "" };
    const boardId = created.status < 300 ? idOf(created) : idOf(await admin.post("/api/v1/dashboard/", plain));
    const text = encodeURIComponent(MARKUP);
    const paths = [
      `/api/v1/chart/${chartId}`,
      `/api/v1/dashboard/${boardId}`,
      `/superset/dashboard/${boardId}/`,
      `/dashboard/${boardId}`,
      `/explore/?slice_id=${chartId}`,
      `/superset/slice/${chartId}/`,
      `/login/?error=${text}`,
      `/login/?next=${text}`,
      `/api/v1/${text}`,
      `/${text}`,
      `/lang/${text}`,
      `/api/v1/chart/?q=${text}`,
      `/api/v1/dashboard/${text}`,
      `/embedded/${text}`,
      `/superset/explore_json/?form_data=${text}`,
    ];
    for (const path of paths) for (const client of [admin, anonymous]) noMarkup(report, await client.get(path));
    await files(world, report, chartId);
  },
};

/** No page may contain the markup unescaped, and other responses must not be served as pages. */
function noMarkup(report: Report, answer: Answer): void {
  report.sound(answer);
  const type = answer.headers.get("content-type") ?? "";
  const isPage = /html|svg|xml/.test(type) || type === "";
  if (isPage && /<script>alert|<img src=x/.test(answer.text))
    report.add(answer, `serves markup of a name as ${type || "anything"}`);
  if (answer.headers.get("x-content-type-options") !== "nosniff") report.add(answer, "lets browsers guess its type");
  if (/<script>/.test(answer.headers.get("location") ?? "")) report.add(answer, "redirects to markup");
}

async function files(world: World, report: Report, chartId: number): Promise<void> {
  const { admin, datasetId } = world;
  const datasource = { id: datasetId, type: "table" };
  const column = { label: MARKUP, expressionType: "SQL", sqlExpression: "'=1+1'" };
  const body = { datasource, queries: [{ columns: [column], metrics: null, row_limit: 5 }], result_format: "csv" };
  const csv = await admin.post("/api/v1/chart/data", { ...body, form_data: { slice_id: chartId } });
  noMarkup(report, csv);
  if (csv.status < 300 && !/attachment/.test(csv.headers.get("content-disposition") ?? ""))
    report.add(csv, "opens a file in the page");
  if (/^"?=1\+1/m.test(csv.text)) report.add(csv, "has a formula in a cell");
  const bundle = await admin.get(`/api/v1/chart/export/?q=!(${chartId})`);
  report.sound(bundle);
  const disposition = bundle.headers.get("content-disposition") ?? "";
  if (/[<>\r\n]/.test(disposition)) report.add(bundle, `names its file ${disposition}`);
  const upload = new FormData();
  upload.set("file", new Blob([`<html>${MARKUP}</html>`], { type: "text/html" }), "attack.html");
  upload.set("type", "csv");
  const response = await admin.post("/api/v1/database/upload_metadata/", upload);
  noMarkup(report, response);
  if (/html|svg/.test(response.headers.get("content-type") ?? "")) report.add(response, "serves an upload as a page");
}

export const TEXTS: readonly AttackClass[] = [errors, markup];
