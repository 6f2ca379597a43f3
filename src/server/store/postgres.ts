import { Kysely, PostgresDialect } from "kysely";
import type { ClientBase } from "pg";
import pg from "pg";
import type { Store } from "./database.ts";
import type { Tables } from "./tables.ts";

const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 20_000;
/** Limits how long a connection holds prepared statements, since queries change over time. */
const CONNECTION_SECONDS = 3600;
const INT8 = 20;

export async function openPostgres(url: string, schema = "public"): Promise<Store> {
  if (!/^[a-z_][a-z0-9_]*$/.test(schema)) throw new Error(`not a schema name: ${schema}`);
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    maxLifetimeSeconds: CONNECTION_SECONDS,
    options: `-c search_path=${schema} -c timezone=UTC -c jit=off -c random_page_cost=1.1`,
    types: { getTypeParser: parserOf },
  });
  pool.on("error", () => undefined);
  pool.on("connect", prepareRepeated);
  try {
    await prepareSchema(pool, schema);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, reads: db, dialect: "postgres", close: () => db.destroy() };
}

/**
 * Creates two functions that SQLite has too: `fold(text)`, Unicode lower case independent of the database's locale, and
 * `like(pattern, text, escape)`, which ignores ASCII case (patterns are lower case and escaped with a backslash).
 * Concurrent servers take turns.
 */
async function prepareSchema(pool: pg.Pool, schema: string): Promise<void> {
  const { rowCount } = await pool.query("select 1 from pg_collation where collname = 'und-x-icu'");
  const lowered = rowCount
    ? `case when octet_length($1) = length($1) then lower($1 collate "C")
        else lower($1 collate "und-x-icu") collate "C" end`
    : `lower($1) collate "C"`;
  const client = await pool.connect();
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
  } finally {
    client.release();
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
