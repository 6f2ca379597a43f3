import type { DuckDBConnection, DuckDBPreparedStatement } from "@duckdb/node-api";

const MAX_PLANS = 32;
const MAX_SEEN = 256;
const MAX_SQL_LENGTH = 20_000;
const FAST_MS = 50;
const IDLE_MS = 30_000;

interface CachedPlan {
  connection: DuckDBConnection;
  sql: string;
  plan: DuckDBPreparedStatement;
}

/**
 * Caches plans of repeated fast statements, whose planning takes half as long as running them. DuckDB replans when
 * tables change.
 */
export class PlanCache {
  readonly #seen = new Set<string>();
  #plans: CachedPlan[] = [];
  #idleTimer: NodeJS.Timeout | undefined;

  isRepeated(sql: string): boolean {
    if (this.#seen.delete(sql)) {
      this.#seen.add(sql);
      return true;
    }
    if (sql.length <= MAX_SQL_LENGTH) this.#seen.add(sql);
    const [oldest = ""] = this.#seen;
    if (this.#seen.size > MAX_SEEN) this.#seen.delete(oldest);
    return false;
  }

  take(connection: DuckDBConnection, sql: string): DuckDBPreparedStatement | undefined {
    const at = this.#plans.findLastIndex((entry) => entry.sql === sql && entry.connection === connection);
    return at < 0 ? undefined : this.#plans.splice(at, 1)[0]?.plan;
  }

  release(entry: CachedPlan, elapsedMs: number): void {
    if (elapsedMs > FAST_MS || entry.sql.length > MAX_SQL_LENGTH) {
      entry.plan.destroySync();
      return;
    }
    this.#plans.push(entry);
    if (this.#plans.length > MAX_PLANS) this.#plans.shift()?.plan.destroySync();
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.evict(), IDLE_MS);
    this.#idleTimer.unref();
  }

  evict(connections?: readonly DuckDBConnection[]): void {
    const isEvicted = ({ connection }: CachedPlan) => !connections || connections.includes(connection);
    for (const entry of this.#plans) if (isEvicted(entry)) entry.plan.destroySync();
    this.#plans = this.#plans.filter((entry) => !isEvicted(entry));
  }
}
