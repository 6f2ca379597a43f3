import { statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { Connection, Connector } from "../../connectors/connector.ts";
import { createConnectors, maybeConnector } from "../../connectors/index.ts";
import { sqliteFileOf } from "../../connectors/sqlite.ts";
import { typedError } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { engineOf } from "../../server/engine/of-app.ts";
import { addressOf, type DatabaseRecord, findDatabase } from "./store.ts";

export interface OpenDatabase {
  connection: Connection;
  connector: Connector;
}

/** The open connection of a database, shared by everybody; opened at first use and again after the database changes. */
export function connectionOf(app: App, databaseId: number): Promise<OpenDatabase> {
  return app.once(createConnections)(databaseId);
}

/** The connector of a database's engine; undefined when there is none for it. */
export function connectorOf(app: App, record: DatabaseRecord): Connector | undefined {
  return maybeConnector(app.once(connectorsOf), addressOf(app.secrets, record));
}

function connectorsOf(app: App): readonly Connector[] {
  return createConnectors({ duckdb: engineOf(app) });
}

function createConnections(app: App): (databaseId: number) => Promise<OpenDatabase> {
  const open = new Map<number, Promise<OpenDatabase>>();
  const close = (id: number) => {
    const pending = open.get(id);
    open.delete(id);
    void pending?.then(({ connection }) => connection.close()).catch(() => undefined);
  };
  app.events.onChanged("database", (id) => {
    for (const known of id === undefined ? [...open.keys()] : [id]) close(known);
  });
  app.onClose(() => {
    for (const id of [...open.keys()]) close(id);
  });
  return (id) => {
    const known = open.get(id);
    if (known) return known;
    const pending = connect(app, id);
    open.set(id, pending);
    pending.catch(() => open.delete(id));
    return pending;
  };
}

async function connect(app: App, id: number): Promise<OpenDatabase> {
  const record = await findDatabase(app.db, id);
  if (!record) throw typedError("DATABASE_NOT_FOUND_ERROR", "The database was not found.", { status: 404 });
  const connector = connectorOf(app, record);
  if (!connector) {
    const message = `There is no connector for the database "${record.database_name}".`;
    throw typedError("GENERIC_DB_ENGINE_ERROR", message, { status: 422 });
  }
  const uri = withinHome(addressOf(app.secrets, record), app.config.home);
  assertNotOwnStore(uri, app.config.home);
  const connection = await connector.connect({
    uri,
    timeoutMs: app.config.limits.webTimeoutMs,
    connectArguments: connectArgumentsOf(record),
  });
  return { connection, connector };
}

/** What the database's `extra` says to its driver. */
function connectArgumentsOf(record: DatabaseRecord): Record<string, unknown> {
  const extra = JSON.parse(record.extra || "{}") as { engine_params?: { connect_args?: Record<string, unknown> } };
  return extra.engine_params?.connect_args ?? {};
}

/** A relative file of DuckDB or SQLite (`duckdb:///examples.duckdb`) is one of the home folder. */
export function withinHome(uri: string, home: string): string {
  const [, scheme, file] = /^((?:duckdb|sqlite)(?:\+\w+)?:\/\/\/)(?!:memory:)([^/?].*)$/i.exec(uri) ?? [];
  return file === undefined || isAbsolute(file) ? uri : `${scheme}${join(home, file)}`;
}

/** The server's own store holds what nobody may read, and is a SQLite file like any other: by no name is it a database. */
function assertNotOwnStore(uri: string, home: string): void {
  if (!/^sqlite\b/i.test(uri)) return;
  const identityOf = (file: string) => {
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats && `${stats.dev}:${stats.ino}`;
  };
  const own = identityOf(join(home, "tessera.db"));
  if (own === undefined || own !== identityOf(sqliteFileOf(uri))) return;
  throw typedError("CONNECTION_DATABASE_PERMISSIONS_ERROR", "The server's own store cannot be read as a database.");
}
