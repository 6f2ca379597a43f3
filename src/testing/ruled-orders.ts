import { join } from "node:path";
import { readArchive, writeArchive } from "../api/bundle/archive.ts";
import { engineOf } from "../server/engine/app-engine.ts";
import type { TestClient, TestServer } from "./server.ts";
import { addDatabase, execute } from "./sql-lab.ts";

/**
 * A table of two tenants with a rule that only shows the first one's rows, and a dataset owner to whom the rule
 * applies.
 */

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

export const OWN_ROWS = 3;
const OTHER_ROWS = 40;
const NOTE_OF_OTHER = /beta-\d/;

export interface RuledOrders {
  server: TestServer;
  admin: TestClient;
  /** Owns the datasets, can't edit rules, and is subject to the rule. */
  owner: TestClient;
  ownerId: number;
  databaseId: number;
  otherDatabaseId: number;
  roleId: number;
}

const rowsOf = (tenant: string, count: number) =>
  Array.from({ length: count }, (_, i) => `('${tenant}', '${tenant}-${i}')`).join(", ");

export const ORDERS_TABLES = [
  "CREATE TABLE orders (tenant VARCHAR, note VARCHAR)",
  `INSERT INTO orders VALUES ${rowsOf("alpha", OWN_ROWS)}, ${rowsOf("beta", OTHER_ROWS)}`,
  "CREATE TABLE harmless (tenant VARCHAR, note VARCHAR)",
  "INSERT INTO harmless VALUES ('alpha', 'h-1')",
];

export async function ruledOrders(server: TestServer): Promise<RuledOrders> {
  const { app } = server;
  const load = async (name: string, statements: readonly string[]) => {
    const file = join(app.config.home, `${name}.duckdb`);
    await engineOf(app).load({ file, statements: [...statements] });
    return addDatabase(app, { database_name: name, sqlalchemy_uri: `duckdb:///${file}` });
  };
  const databaseId = await load("shop", ORDERS_TABLES);
  const otherDatabaseId = await load("other", [
    "CREATE TABLE orders (tenant VARCHAR, note VARCHAR)",
    "INSERT INTO orders VALUES ('alpha', 'elsewhere')",
  ]);
  const role = app.db.insertInto("roles").values({ name: "Tenant alpha" }).returning("id");
  const { id: roleId } = await role.executeTakeFirstOrThrow();
  app.events.changed("role");
  const admin = await server.as("admin");
  const roles = ["Alpha", "sql_lab", "Tenant alpha"];
  const owner = await server.as("olga", roles);
  return { server, admin, owner, ownerId: await server.userId("olga"), databaseId, otherDatabaseId, roleId };
}

export async function addRuledDataset(world: RuledOrders, rule: object = {}, dataset: object = {}) {
  const { admin, databaseId, ownerId, roleId } = world;
  const payload = { database: databaseId, table_name: "orders", owners: [ownerId], ...dataset };
  const id: number = (await admin.post<Json>("/api/v1/dataset/", payload)).body.id;
  const body = { name: "Tenant", filter_type: "Regular", tables: [id], roles: [roleId], clause: "tenant = 'alpha'" };
  const answer = await admin.post<Json>("/api/v1/rowlevelsecurity/", { ...body, ...rule });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return { datasetId: id, ruleId: answer.body.id as number };
}

export async function clearRuledOrders({ server: { app } }: RuledOrders): Promise<void> {
  for (const table of ["row_level_security", "datasets", "trash"] as const) await app.db.deleteFrom(table).execute();
  app.events.changed("dataset");
  app.events.changed("row-level-security");
}

export async function findLeaks(world: RuledOrders): Promise<string[]> {
  const { server, owner, databaseId } = world;
  const found: string[] = [];
  const check = (way: string, text: string) => {
    if (showsHiddenRows(text)) found.push(`${way}: ${text.slice(0, 200)}`);
  };
  for (const statement of STATEMENTS) {
    const { status, body } = await execute(owner, databaseId, statement, { schema: "main", queryLimit: 1000 });
    if (status !== 200) continue;
    check(statement, JSON.stringify(body.data));
    if (statement === STATEMENTS[0]) await checkDataset({ type: "query", id: body.query_id }, owner, check);
  }
  for (const { id } of await server.app.db.selectFrom("datasets").select("id").execute()) {
    await checkDataset({ type: "table", id }, owner, check);
    const values = await owner.fetch(`/api/v1/datasource/table/${id}/column/note/values/`);
    if (values.ok) check(`values of ${id}`, JSON.stringify(((await values.json()) as Json).result));
    const samples = `/datasource/samples?datasource_type=table&datasource_id=${id}&per_page=500`;
    const { status, body } = await owner.post<Json>(samples, {});
    if (status === 200) check(`samples of ${id}`, JSON.stringify([body.result.data, body.result.total_count]));
  }
  return found;
}

const STATEMENTS = [
  "SELECT * FROM orders",
  "SELECT COUNT(*) AS n FROM orders",
  "SELECT 'alpha' AS tenant, o.note FROM main.ORDERS AS o",
  "WITH x AS (FROM shop.main.orders) SELECT note, (SELECT COUNT(*) FROM orders) AS n FROM x",
];

const QUERIES: readonly Json[] = [
  { columns: ["tenant", "note"], metrics: null },
  { columns: ["note"], metrics: null },
  { columns: [], metrics: [{ label: "n", expressionType: "SQL", sqlExpression: "COUNT(*)" }] },
  { columns: ["n"], metrics: null },
  { columns: [{ label: "tenant", expressionType: "SQL", sqlExpression: "'alpha'" }, "note"], metrics: ["count"] },
];

async function checkDataset(
  datasource: { type: string; id: number },
  client: TestClient,
  check: (way: string, text: string) => void,
): Promise<void> {
  const ask = async (way: string, query: object, rest: object = {}) => {
    const context = { datasource, queries: [{ row_limit: 1000, ...query }], ...rest };
    const body = JSON.stringify(context);
    const headers = { "content-type": "application/json" };
    const answer = await client.fetch("/api/v1/chart/data", { method: "POST", headers, body });
    if (!answer.ok) return;
    const text = await answer.text();
    const isFile = "result_format" in rest;
    const name = `${way} of ${datasource.type} ${datasource.id}`;
    check(name, isFile ? text : JSON.stringify((JSON.parse(text) as Json).result.map((one: Json) => one.data)));
  };
  for (const query of QUERIES) await ask("chart data", query);
  await ask("samples", {}, { result_type: "samples" });
  await ask("details", {}, { result_type: "drill_detail" });
  await ask("CSV", QUERIES[0], { result_format: "csv", result_type: "results" });
}

function showsHiddenRows(text: string): boolean {
  const counts = [...text.matchAll(/(?<![\w"-])\d+(?![\w"])/g)].map(([number]) => Number(number));
  return NOTE_OF_OTHER.test(text) || counts.some((count) => count > OWN_ROWS);
}

export async function changedBundle(client: TestClient, id: number, change: (yaml: string) => string): Promise<Blob> {
  const answer = await client.fetch(`/api/v1/dataset/export/?q=!(${id})`);
  if (!answer.ok) throw new Error(await answer.text());
  const files = await readArchive(Buffer.from(await answer.arrayBuffer()));
  const texts = [...files].map(([path, text]): [string, string] => [
    path,
    path.startsWith("datasets/") ? change(String(text)) : String(text),
  ]);
  return new Blob([new Uint8Array(await writeArchive("root", new Map(texts)))]);
}

export async function importDatasets(client: TestClient, bundle: Blob): Promise<number> {
  const form = new FormData();
  form.set("formData", bundle, "bundle.zip");
  form.set("overwrite", "true");
  return (await client.fetch("/api/v1/dataset/import/", { method: "POST", body: form })).status;
}
