import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { insertDatabase } from "../api/database/index.ts";
import type { App } from "../server/app.ts";
import { stampOf } from "../server/store/stamp.ts";
import type { TestAnswer, TestClient } from "./server.ts";
import { until } from "./waits.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

export function execute(client: TestClient, databaseId: number, sql: string, more: object = {}) {
  return client.post<Json>("/api/v1/sqllab/execute/", { database_id: databaseId, sql, ...more }) as Promise<
    TestAnswer<Json>
  >;
}

export function ended(client: TestClient, clientId: string): Promise<Json> {
  return until(async () => {
    const { body } = await client.get<Json>("/api/v1/query/updated_since?q=(last_updated_ms:0)");
    const query = body.result.find((one: { id: string }) => one.id === clientId);
    return query && !/^(pending|running|fetching)$/.test(query.state) ? query : undefined;
  });
}

export async function addDatabase(app: App, values: Record<string, unknown>): Promise<number> {
  const id = await insertDatabase(app, values as Parameters<typeof insertDatabase>[1], stampOf(app, null));
  app.events.changed("database", id);
  return id;
}

export async function addSqlite(app: App, name: string, values: Record<string, unknown> = {}): Promise<number> {
  const file = new DatabaseSync(join(app.config.home, `${name}.db`));
  file.exec("CREATE TABLE facts (id INTEGER, place TEXT); INSERT INTO facts VALUES (1, 'Oslo'), (2, ''), (3, NULL)");
  file.close();
  return addDatabase(app, { database_name: name, sqlalchemy_uri: `sqlite:///${name}.db`, ...values });
}

export async function addAnalyst(
  server: { app: App; as(name: string, roles: string[]): Promise<TestClient> },
  name: string,
  pairs: readonly (readonly [permission: string, view: string])[],
): Promise<TestClient> {
  const { app } = server;
  const { id } = await app.db.insertInto("roles").values({ name }).returning("id").executeTakeFirstOrThrow();
  const rows = pairs.map(([permission, view]) => ({ role_id: id, permission, view }));
  if (rows.length > 0) await app.db.insertInto("role_permissions").values(rows).execute();
  app.events.changed("role");
  return server.as(name, ["sql_lab", name]);
}
