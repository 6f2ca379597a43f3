import type { ColumnarResult, Connection } from "../../connectors/connector.ts";
import type { FailureLog } from "./failures.ts";
import { isConnectionFailure, named } from "./failures.ts";

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

/** A connection whose queries are counted, traced and logged when slow. */
export function watched(connection: Connection, { database, failures, begin }: Watcher): Connection {
  const answered = () => failures.answered(database.id);
  const failed = (error: unknown) => {
    if (isConnectionFailure(error)) failures.failed(database.id, error);
  };

  async function settled<Result>(query: WatchedQuery, work: () => Promise<Result>, rowsOf: (result: Result) => number) {
    try {
      const result = await query.during(work);
      answered();
      query.end({ rows: rowsOf(result) });
      return result;
    } catch (error) {
      failed(error);
      query.end({ rows: 0, error });
      throw named(error, database.name);
    }
  }

  /** The reader runs between batches, outside of the query. */
  async function* batches<Batch extends { rows: number }>(
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
      answered();
    } catch (error) {
      outcome.error = error;
      failed(error);
      throw named(error, database.name);
    } finally {
      if (outcome.error === ABORTED) await iterator.return?.();
      query.end(outcome);
    }
  }

  const watchedMethods: Partial<Connection> = {
    run: (sql, options) =>
      settled<ColumnarResult>(
        begin(sql, "read"),
        () => connection.run(sql, options),
        ({ rows }) => rows,
      ),
    stream: (sql, options) =>
      batches(
        () => begin(sql, "read"),
        () => connection.stream(sql, options),
      ),
    rows: (sql, options) =>
      batches(
        () => begin(sql, "read"),
        () => connection.rows?.(sql, options) ?? unsupported(),
      ),
    change: (statements, options) =>
      batches(
        () => begin(statements.join(";\n"), "change"),
        () => connection.change?.(statements, options) ?? unsupported(),
      ),
    runShared: async (shared, options) => {
      const run = () => connection.runShared?.(shared, options) ?? unsupported();
      return settled(begin(shared.base, "read"), run, (results) => results.reduce((sum, { rows }) => sum + rows, 0));
    },
  };
  // Only methods that the connection has are replaced.
  return new Proxy(connection, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      const own = watchedMethods[name as keyof Connection];
      if (own) return own;
      if (!LISTINGS.has(name)) return value.bind(target);
      return (...args: unknown[]) => {
        const result: Promise<unknown> = Reflect.apply(value, target, args);
        result.then(answered, failed);
        return result.catch((error: unknown) => {
          throw named(error, database.name);
        });
      };
    },
  });
}

function unsupported(): never {
  throw new Error("The connection doesn't have this method");
}
