import type { DuckDBConnection, DuckDBPreparedStatement } from "@duckdb/node-api";

/** So many of all connections; a plan takes about a megabyte. */
const MOST_KEPT = 32;
const MOST_SEEN = 256;
const LONGEST_SQL = 20_000;
/** Planning matters to quick statements alone, and these leave little in their plans. */
const QUICK_MS = 50;
/** Without a statement for so long, all plans are let go of. */
const REST_MS = 30_000;

interface Kept {
  connection: DuckDBConnection;
  sql: string;
  plan: DuckDBPreparedStatement;
}

/**
 * Plans of quick statements that come again and again, the latest ones. To plan such a statement takes the engine half as
 * long as to run it. It plans by itself anew what no longer fits its tables.
 */
export class KeptPlans {
  readonly #seen = new Set<string>();
  #kept: Kept[] = [];
  #rest: NodeJS.Timeout | undefined;

  /** Whether a statement has come before, lately. */
  comesAgain(sql: string): boolean {
    if (this.#seen.delete(sql)) {
      this.#seen.add(sql);
      return true;
    }
    if (sql.length <= LONGEST_SQL) this.#seen.add(sql);
    const [oldest = ""] = this.#seen;
    if (this.#seen.size > MOST_SEEN) this.#seen.delete(oldest);
    return false;
  }

  /** The plan is the taker's: nothing else lets go of it while it runs. */
  take(connection: DuckDBConnection, sql: string): DuckDBPreparedStatement | undefined {
    const at = this.#kept.findLastIndex((kept) => kept.sql === sql && kept.connection === connection);
    return at < 0 ? undefined : this.#kept.splice(at, 1)[0]?.plan;
  }

  /** Of a plan that has run for so many milliseconds: keeps it, or lets go of it. */
  giveBack(kept: Kept, elapsedMs: number): void {
    if (elapsedMs > QUICK_MS || kept.sql.length > LONGEST_SQL) {
      kept.plan.destroySync();
      return;
    }
    this.#kept.push(kept);
    if (this.#kept.length > MOST_KEPT) this.#kept.shift()?.plan.destroySync();
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.letGo(), REST_MS);
    this.#rest.unref();
  }

  /** Of the plans of these connections, or of all. */
  letGo(connections?: readonly DuckDBConnection[]): void {
    const isGoing = ({ connection }: Kept) => !connections || connections.includes(connection);
    for (const kept of this.#kept) if (isGoing(kept)) kept.plan.destroySync();
    this.#kept = this.#kept.filter((kept) => !isGoing(kept));
  }
}
