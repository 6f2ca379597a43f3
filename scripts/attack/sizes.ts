import { type Answer, type Client, idOf, valueAt } from "./client.ts";
import { startPulse } from "./pulse.ts";
import type { AttackClass, Report } from "./report.ts";
import type { World } from "./world.ts";

/** Bodies over the size limit of their kind, and requests that keep the server busy. */

const KB = 1000;
const BOUND_MS = 10_000;

const STATE = 400 * KB;
const SQL_TEXT = 1300 * KB;
const METADATA = 5200 * KB;

const long = (bytes: number) => "x".repeat(bytes);

interface Oversized {
  what: string;
  by: Client;
  method: string;
  path: string;
  body: unknown;
}

interface Own {
  board: number;
  tab: number;
  chart: number;
  dataset: number;
}

function oversized(world: World, ids: Own): Oversized[] {
  const { writer, admin, database } = world;
  const [datasetId, chartId] = [ids.dataset, ids.chart];
  const state = JSON.stringify({ a: long(STATE) });
  const board = `/api/v1/dashboard/${ids.board}`;
  const dashboardLink = { dataMask: {}, urlParams: [["a", long(STATE)]] };
  const formData = { datasource_id: datasetId, datasource_type: "table", form_data: state };
  const explore = { formData: { datasource: `${datasetId}__table`, slice_id: chartId, a: long(STATE) } };
  const sql = `SELECT '${long(SQL_TEXT)}' AS a`;
  const name = long(20 * KB);
  const one = (what: string, by: Client, [method, path, body]: [string, string, unknown]): Oversized => ({
    ...{ what, by, method, path, body },
  });
  return [
    one("a dashboard link", writer, ["POST", `${board}/permalink`, dashboardLink]),
    one("a filter state", writer, ["POST", `${board}/filter_state`, { value: state }]),
    one("form data", admin, ["POST", "/api/v1/explore/form_data", formData]),
    one("a chart link", admin, ["POST", "/api/v1/explore/permalink", explore]),
    one("a link of SQL", writer, ["POST", "/api/v1/sqllab/permalink", { dbId: database.id, name: "x", sql }]),
    one("dashboard CSS", writer, ["PUT", board, { css: `.a {color: red} /*${long(STATE)}*/` }]),
    one("json_metadata", writer, ["PUT", board, { json_metadata: JSON.stringify({ a: long(METADATA) }) }]),
    one("position_json", writer, ["PUT", board, { position_json: JSON.stringify({ a: long(METADATA) }) }]),
    one("a dashboard title", writer, ["PUT", board, { dashboard_title: name }]),
    one("chart parameters", admin, [
      "PUT",
      `/api/v1/chart/${chartId}`,
      { params: JSON.stringify({ a: long(METADATA) }) },
    ]),
    one("a chart's query", admin, [
      "PUT",
      `/api/v1/chart/${chartId}`,
      { query_context: JSON.stringify({ a: long(METADATA) }) },
    ]),
    one("a saved query", admin, [
      "POST",
      "/api/v1/saved_query/",
      { label: `${world.name}-long`, db_id: database.id, sql },
    ]),
    one("a tab state", writer, ["PUT", `/tabstateview/${ids.tab}`, new URLSearchParams({ sql: JSON.stringify(sql) })]),
    one("a dataset's SQL", admin, ["PUT", `/api/v1/dataset/${datasetId}`, { sql }]),
    one("a CSS template", writer, [
      "POST",
      "/api/v1/css_template/",
      { template_name: `${world.name}-long`, css: long(STATE) },
    ]),
    one("a tag", writer, ["POST", "/api/v1/tag/", { name, objects_to_tag: [] }]),
    one("SQL to run", admin, ["POST", "/api/v1/sqllab/execute/", { database_id: database.id, sql }]),
  ];
}

const sizes: AttackClass = {
  name: "Bodies larger than their kind needs",
  run: async (world, report) => {
    const { writer, database, name } = world;
    const board = idOf(await writer.post("/api/v1/dashboard/", { dashboard_title: `${name}-sizes`, published: true }));
    const editor = new URLSearchParams({ queryEditor: JSON.stringify({ dbId: database.id, name: "x", sql: "" }) });
    const tab = Number(valueAt(await writer.post("/tabstateview/", editor), "id"));
    const of = { database: database.id, table_name: `${name}-sizes`, sql: "SELECT 1 AS a" };
    const dataset = idOf(await world.admin.post("/api/v1/dataset/", of));
    const chart = { slice_name: `${name}-sizes`, viz_type: "table", datasource_id: dataset, datasource_type: "table" };
    const own = { board, tab, dataset, chart: idOf(await world.admin.post("/api/v1/chart/", chart)) };
    for (const { what, by, method, path, body } of oversized(world, own)) {
      inBounds(report, await by.send(method, path, { body }), what);
    }
    const guest = await world.guest();
    const state = { value: JSON.stringify({ a: long(STATE) }) };
    inBounds(report, await guest.post(`/api/v1/dashboard/${world.embedded.id}/filter_state`, state), "a guest's state");
    const link = { dataMask: {}, urlParams: [["a", long(STATE)]] };
    inBounds(report, await guest.post(`/api/v1/dashboard/${world.embedded.id}/permalink`, link), "a guest's link");
    const body = { username: long(STATE), password: long(STATE), provider: "db" };
    inBounds(report, await world.anonymous.post("/api/v1/security/login", body), "a stranger's sign-in");
  },
};

function inBounds(report: Report, answer: Answer, what: string): void {
  report.refused(answer, what);
  if (answer.ms > BOUND_MS) report.add(answer, `${what} took ${Math.round(answer.ms)} ms`);
}

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i * 7).join(",");
const nested = (open: string, close: string, depth: number) => open.repeat(depth) + 1 + close.repeat(depth);

const HEAVY_SQL: Readonly<Record<string, string>> = {
  "a list of 100,000": `SELECT 1 AS a WHERE 1 IN (${numbers(100_000)})`,
  "brackets 2,000 deep": `SELECT ${nested("(", ")", 2000)} AS a`,
  "queries 300 deep": `${"SELECT * FROM (".repeat(300)}SELECT 1 AS a${") x".repeat(300)}`,
  "8,000 conditions": `SELECT 1 AS a WHERE ${Array.from({ length: 8000 }, (_, i) => `1 = ${i}`).join(" OR ")}`,
  "2,000 unions": Array.from({ length: 2000 }, (_, i) => `SELECT ${i} AS a`).join(" UNION ALL "),
  "CASE 1,000 deep": `SELECT ${nested("CASE WHEN 1 = 1 THEN ", " END", 1000)} AS a`,
  "4,000 common tables": `WITH ${Array.from({ length: 4000 }, (_, i) => `t${i} AS (SELECT 1)`).join(", ")} SELECT 1 AS a`,
  "a quote that doesn't end": `SELECT '${long(800 * KB)}`,
  "comments within comments": `SELECT 1 AS a ${"/* ".repeat(100_000)}`,
  "500 statements": "SELECT 1;".repeat(500),
  spaces: `SELECT${" ".repeat(800 * KB)}1 AS a`,
};

interface Heavy {
  what: string;
  send(): Promise<Answer>;
}

function heavySql({ admin, database, datasetId, name }: World): Heavy[] {
  const datasource = { id: datasetId, type: "table" };
  return Object.entries(HEAVY_SQL).flatMap(([what, sql], i) => {
    const dataset = { database: database.id, table_name: `${name}-heavy-${i}`, sql };
    const body = { database_id: database.id, sql };
    const where = `1 IN (SELECT a FROM (${sql}) y)`;
    const queries = [{ columns: ["kind"], metrics: [], extras: { where }, row_limit: 5 }];
    const calls: [string, () => Promise<Answer>][] = [
      ["format_sql", () => admin.post("/api/v1/sqllab/format_sql/", { ...body, engine: database.backend })],
      ["validate_sql", () => admin.post(`/api/v1/database/${database.id}/validate_sql/`, { sql })],
      ["estimate", () => admin.post("/api/v1/sqllab/estimate/", body)],
      ["execute", () => admin.post("/api/v1/sqllab/execute/", { ...body, queryLimit: 5 })],
      ["chart data", () => admin.post("/api/v1/chart/data", { datasource, queries })],
      ["a dataset", () => admin.post("/api/v1/dataset/", dataset)],
    ];
    return calls.map(([call, send]) => ({ what: `${what} to ${call}`, send }));
  });
}

function heavyOthers({ admin, writer, datasetId, database }: World): Heavy[] {
  const datasource = { id: datasetId, type: "table" };
  const data = (query: object) => () =>
    admin.post("/api/v1/chart/data", {
      datasource,
      queries: [{ columns: ["kind"], metrics: [], row_limit: 5, ...query }],
    });
  const filters = Array.from({ length: 5000 }, (_, i) => ({ col: "kind", op: "==", val: String(i) }));
  const q = (text: string) => encodeURIComponent(text);
  const validate = {
    expression: Array.from({ length: 20_000 }, () => "amount").join(" + "),
    expression_type: "column",
  };
  const adhoc = { label: "x", expressionType: "SQL", sqlExpression: nested("(", ")", 3000) };
  const get = (what: string, path: string): Heavy => ({ what, send: () => writer.get(path) });
  return [
    {
      what: "a filter of 50,000 values",
      send: data({ filters: [{ col: "kind", op: "IN", val: numbers(50_000).split(",") }] }),
    },
    { what: "5,000 filters", send: data({ filters }) },
    { what: "a metric of 3,000 brackets", send: data({ metrics: [adhoc] }) },
    { what: "a time range of 8 kB", send: data({ time_range: `DATEADD(${"DATETRUNC(".repeat(800)}` }) },
    {
      what: "a long expression",
      send: () => admin.post(`/api/v1/datasource/table/${datasetId}/validate_expression/`, validate),
    },
    get("deep rison", `/api/v1/chart/?q=${q(nested("!(", ")", 3000))}`),
    get(
      "wide rison",
      `/api/v1/chart/?q=${q(`(filters:!(${"(col:id,opr:eq,value:1),".repeat(400)}(col:id,opr:eq,value:1)))`)}`,
    ),
    get(
      "a search by wildcards",
      `/api/v1/chart/?q=${q(`(filters:!((col:slice_name,opr:ct,value:'${"%_".repeat(2000)}a')))`)}`,
    ),
    get("a time range of a thousand words", `/api/v1/time_range/?q=${q(`'${"last ".repeat(1000)}week'`)}`),
    get("a time range with spaces", `/api/v1/time_range/?q=${q(`'1${" ".repeat(8000)}x'`)}`),
    { what: "deep JSON", send: () => admin.post("/api/v1/chart/data", nested("[", "]", 100_000)) },
    { what: "half a megabyte of keys", send: () => admin.post("/api/v1/chart/", keysOf(40_000)) },
    {
      what: "templates in loops",
      send: () => admin.post("/api/v1/sqllab/execute/", { database_id: database.id, sql: LOOPS }),
    },
  ];
}

const LOOPS = `SELECT 1 AS a ${"{% for a in range(300) %}{% for b in range(300) %}{% endfor %}{% endfor %}".repeat(20)}`;
const keysOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, i]));

const LIMITED = [503, 504];
const CLASS_MS = 110_000;

const heavy: AttackClass = {
  name: "Heavy requests while others wait",
  run: async (world, report) => {
    const pulse = startPulse(world.admin.url);
    try {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await pulse.longestMs();
      const started = performance.now();
      const requests = [...heavyOthers(world), ...heavySql(world).filter((_, at) => world.isTried(at))];
      for (const [i, { what, send }] of requests.entries()) {
        if (performance.now() - started > CLASS_MS) {
          report.findings.push({ request: "stopped", problem: `${requests.length - i} requests had no time left` });
          break;
        }
        const answer = await send();
        const waited = await pulse.longestMs();
        if (waited > world.gapMs) report.add(answer, `${what}: others waited ${Math.round(waited)} ms`);
        if (!LIMITED.includes(answer.status)) report.sound(answer, what);
      }
    } finally {
      await pulse.stop();
    }
  },
};

export const SIZES: readonly AttackClass[] = [sizes, heavy];
