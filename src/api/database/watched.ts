import type { Connection } from "../../connectors/connector.ts";
import { type FailureLog, isConnectionFailure, withDatabaseName } from "./failures.ts";

export interface Watcher {
  database: { id: number; name: string };
  failures: FailureLog;
  begin(sql: string, kind: "read" | "change"): WatchedQuery;
}

export interface WatchedQuery {
  /** For work of the query, so that its queue and spans are known to belong to it. */
  during<Result>(work: () => Result): Result;
  end(outcome: { rows: number; error?: unknown }): void;
}

const LISTINGS = new Set<PropertyKey>(["schemas", "tables"] satisfies (keyof Connection)[]);
const ABORTED = { name: "AbortError" };

/** A connection whose queries are counted, traced and logged when slow. Only methods that it has are replaced. */
export function watched(connection: Connection, watcher: Watcher): Connection {
  const methods = watchedMethods(connection, watcher);
  return new Proxy(connection, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      const own = methods[name as keyof Connection];
      if (own) return own;
      if (!LISTINGS.has(name)) return value.bind(target);
      return (...args: unknown[]) => noted(watcher, Reflect.apply(value, target, args));
    },
  });
}

function watchedMethods(connection: Connection, watcher: Watcher): Partial<Connection> {
  const begin = (sql: string) => watcher.begin(sql, "read");
  return {
    run: (sql, options) =>
      settled(
        begin(sql),
        () => noted(watcher, connection.run(sql, options)),
        ({ rows }) => rows,
      ),
    runShared: (shared, options) =>
      settled(
        begin(shared.base),
        () => noted(watcher, connection.runShared?.(shared, options) ?? unsupported()),
        (results) => results.reduce((sum, { rows }) => sum + rows, 0),
      ),
    runSelected: (selected, options) =>
      settled(
        begin(`SELECT *\n${selected.source}`),
        () => noted(watcher, connection.runSelected?.(selected, options) ?? unsupported()),
        (results = []) => results.reduce((sum, { rows }) => sum + rows, 0),
      ),
    runByColumns: (statements, options) =>
      settled(
        begin(statements.base),
        () => noted(watcher, connection.runByColumns?.(statements, options) ?? unsupported()),
        (results = []) => results.reduce((sum, { rows }) => sum + rows, 0),
      ),
    stream: (sql, options) =>
      batches(
        watcher,
        () => begin(sql),
        () => connection.stream(sql, options),
      ),
    rows: (sql, options) =>
      batches(
        watcher,
        () => begin(sql),
        () => connection.rows?.(sql, options) ?? unsupported(),
      ),
    change: (statements, options) =>
      batches(
        watcher,
        () => watcher.begin(statements.join(";\n"), "change"),
        () => connection.change?.(statements, options) ?? unsupported(),
      ),
  };
}

function noted<Result>(watcher: Watcher, result: Promise<Result>): Promise<Result> {
  return result.then(
    (value) => {
      watcher.failures.answered(watcher.database.id);
      return value;
    },
    (error: unknown) => {
      throw noteFailure(watcher, error);
    },
  );
}

/** The error for the caller. */
function noteFailure({ database, failures }: Watcher, error: unknown): unknown {
  if (isConnectionFailure(error)) failures.failed(database.id, error);
  return withDatabaseName(error, database.name);
}

async function settled<Result>(
  query: WatchedQuery,
  work: () => Promise<Result>,
  rowsOf: (result: Result) => number,
): Promise<Result> {
  try {
    const result = await query.during(work);
    query.end({ rows: rowsOf(result) });
    return result;
  } catch (error) {
    query.end({ rows: 0, error });
    throw error;
  }
}

/** The reader runs between batches, outside of the query. */
async function* batches<Batch extends { rows: number }>(
  watcher: Watcher,
  beginQuery: () => WatchedQuery,
  open: () => AsyncIterable<Batch>,
): AsyncGenerator<Batch, void, undefined> {
  const query = beginQuery();
  const outcome: { rows: number; error?: unknown } = { rows: 0, error: ABORTED };
  const iterator = query.during(() => open()[Symbol.asyncIterator]());
  const next = () => query.during(() => iterator.next());
  try {
    for (let result = await next(); !result.done; result = await next()) {
      outcome.rows += result.value.rows;
      yield result.value;
    }
    outcome.error = undefined;
    watcher.failures.answered(watcher.database.id);
  } catch (error) {
    outcome.error = error;
    throw noteFailure(watcher, error);
  } finally {
    if (outcome.error === ABORTED) await iterator.return?.();
    query.end(outcome);
  }
}

function unsupported(): never {
  throw new Error("The connection doesn't have this method");
}
