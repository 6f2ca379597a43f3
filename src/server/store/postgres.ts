import type { Socket } from "node:net";
import { Kysely, PostgresDialect } from "kysely";
import type { ClientBase } from "pg";
import pg from "pg";
import type { Store } from "./database.ts";
import { StoreWatch } from "./store-watch.ts";
import type { Tables } from "./tables.ts";

const MAX_CONNECTIONS = 10;
/** Waiting for one of the connections, which may all have slow statements. */
const CONNECT_TIMEOUT_MS = 20_000;
const HANGS_AFTER_MS = 3000;
/** Limits how long a connection holds prepared statements, since queries change over time. */
const CONNECTION_SECONDS = 3600;
const INT8 = 20;

/** `hangsAfterMs`: when nothing responds for so long, statements fail. */
export async function openPostgres(
  url: string,
  {
    schema = "public",
    hangsAfterMs = HANGS_AFTER_MS,
  }: { schema?: string | undefined; hangsAfterMs?: number | undefined } = {},
): Promise<Store> {
  if (!/^[a-z_][a-z0-9_]*$/.test(schema)) throw new Error(`not a schema name: ${schema}`);
  const watch = new StoreWatch(hangsAfterMs, (limitMs) => responds(url, limitMs));
  const pool = new pg.Pool({
    Client: clientConnectingWithin(hangsAfterMs),
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    maxLifetimeSeconds: CONNECTION_SECONDS,
    options: `-c search_path=${schema} -c timezone=UTC -c jit=off -c random_page_cost=1.1`,
    types: { getTypeParser: parserOf },
  });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    watchStatements(client, watch);
    prepareRepeated(client);
  });
  const connect = (): Promise<pg.PoolClient> =>
    watch.run(
      () => pool.connect(),
      (late) => void late.then((client) => client.release()).catch(() => undefined),
    );
  const close = async () => {
    watch.close();
    await pool.end();
  };
  try {
    await prepareSchema(connect, schema);
  } catch (error) {
    await close();
    throw error;
  }
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: { options: pool.options, Client: pg.Client, connect, end: () => pool.end() },
    }),
  });
  return { db, reads: db, dialect: "postgres", close: () => db.destroy().finally(() => watch.close()) };
}

/** The pool's own limit also counts the time until one of its connections is free. */
function clientConnectingWithin(connectionTimeoutMillis: number): typeof pg.Client {
  return class extends pg.Client {
    constructor(config: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis });
    }
  };
}

function watchStatements(client: pg.ClientBase, watch: StoreWatch): void {
  // A connection that fails during a statement also rejects the statement.
  client.on("error", () => undefined);
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const watched = (...args: unknown[]) => {
    // Cursors are read at their reader's pace.
    if (typeof args[0] !== "string" && !isStatement(args[0])) return query(...args);
    return watch.run(
      () => query(...args) as Promise<unknown>,
      () => destroy(client),
    );
  };
  client.query = watched as typeof client.query;
}

const isStatement = (query: unknown) =>
  typeof query === "object" && query !== null && "text" in query && !("submit" in query);

/** Without waiting for the server, unlike `end`. */
function destroy(client: pg.ClientBase): void {
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}

/** Over a new connection. An error that the server sends is a response too. */
async function responds(url: string, limitMs: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  const answer = client
    .connect()
    .then(() => client.query("select 1"))
    .then(
      () => true,
      (error) => error instanceof pg.DatabaseError,
    );
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), limitMs);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
    destroy(client);
  }
}

/**
 * Creates two functions that SQLite has too: `fold(text)`, Unicode lower case independent of the database's locale, and
 * `like(pattern, text, escape)`, which ignores ASCII case (patterns are lower case and escaped with a backslash).
 * Concurrent servers take turns.
 */
async function prepareSchema(connect: () => Promise<pg.PoolClient>, schema: string): Promise<void> {
  const client = await connect();
  try {
    await createFunctions(client, schema);
  } finally {
    client.release();
  }
}

async function createFunctions(client: pg.PoolClient, schema: string): Promise<void> {
  const { rowCount } = await client.query("select 1 from pg_collation where collname = 'und-x-icu'");
  const lowered = rowCount
    ? `case when octet_length($1) = length($1) then lower($1 collate "C")
        else lower($1 collate "und-x-icu") collate "C" end`
    : `lower($1) collate "C"`;
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock(7283002)");
    if (schema !== "public") await client.query(`create schema if not exists ${schema}`);
    await client.query(
      `create or replace function ${schema}.fold(text) returns text language sql immutable parallel safe
       as $$ select ${lowered} $$`,
    );
    await client.query(
      `create or replace function ${schema}."like"(text, text, text) returns boolean language sql immutable parallel safe
       as $$ select lower($2 collate "C") like $1 $$`,
    );
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

function parserOf(...[type, format]: Parameters<typeof pg.types.getTypeParser>) {
  return type === INT8 ? Number : pg.types.getTypeParser(type, format);
}

/** Per connection, since PostgreSQL keeps each statement with its plan. */
const MAX_PREPARED = 300;
const MAX_TRACKED = 2000;
const TRANSACTION = /^(?:(begin|start transaction)|(commit$|rollback$))/i;
const OUTDATED = new Set<unknown>(["26000", "0A000"]);

/**
 * Prepares statements from their second run on: permission queries have some two hundred parameters and take longer to
 * plan than to run. A newer server may add columns meanwhile: PostgreSQL then refuses what was prepared, and it runs
 * unprepared. In a transaction, which the refusal would end, nothing is prepared.
 */
export function prepareRepeated(client: ClientBase): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  const names = new Map<string, string | undefined>();
  let prepared = 0;
  let isPreparing = true;
  let isInTransaction = false;
  const nameOf = (text: string) => {
    if (names.has(text)) {
      const name = names.get(text) ?? (prepared < MAX_PREPARED ? `tessera_${prepared++}` : undefined);
      names.set(text, name);
      return name;
    }
    if (names.size < MAX_TRACKED) names.set(text, undefined);
    return undefined;
  };
  const runPrepared = async (text: string, values: unknown[]) => {
    const name = isPreparing && !isInTransaction ? nameOf(text) : undefined;
    if (name === undefined) return query(text, values);
    try {
      return await query({ name, text, values });
    } catch (error) {
      if (!(error instanceof Error && "code" in error && OUTDATED.has(error.code))) throw error;
      isPreparing = false;
      return query(text, values);
    }
  };
  const runQuery = (...args: unknown[]) => {
    const [text, values] = args;
    const [, begin, end] = TRANSACTION.exec(String(text)) ?? [];
    if (begin || end) isInTransaction = begin !== undefined;
    const isPlain = args.length === 2 && typeof text === "string" && Array.isArray(values) && values.length > 0;
    return isPlain ? runPrepared(text, values) : query(...args);
  };
  client.query = runQuery as typeof client.query;
}
