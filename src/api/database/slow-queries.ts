import type { App } from "../../server/app.ts";
import { currentUserKey, runAsUser } from "../../server/fair-share.ts";
import { currentWork, onlyInWork } from "../../server/work-context.ts";
import { planOf, truncated } from "./explain.ts";
import type { QueriedDatabase, Statement } from "./queries.ts";

/** Use it as `app.once(slowQueryLog)`. */
export interface SlowQueryLog {
  /** Call the result when the query ended. */
  begin(database: QueriedDatabase, statement: Statement): (outcome: Outcome) => void;
}

interface Outcome {
  rows: number;
  error?: unknown;
  queuedMs: number;
}

const MAX_SQL = 10_000;
/** Further slow queries are logged without their plan. */
const CONCURRENT_PLANS = 2;
/** A user key of its own, so that plans take no session of a user. */
const PLANNER = "slow query log";
const NOTHING = () => undefined;

export function slowQueryLog(app: App): SlowQueryLog {
  const { slowQueryMs } = app.config;
  if (slowQueryMs === 0) return { begin: () => NOTHING };
  const pending = new Set<Promise<void>>();
  app.onClose(async () => void (await Promise.all(pending)));
  return {
    begin: (database, statement) => {
      const sinceMs = performance.now();
      const work = currentWork();
      const userKey = currentUserKey();
      return (outcome) => {
        const ms = performance.now() - sinceMs - outcome.queuedMs;
        if (ms < slowQueryMs) return;
        const fields = {
          database: database.name,
          database_id: database.id,
          ...userFields(userKey),
          chart_id: work.chartId,
          dashboard_id: work.dashboardId,
          seconds: seconds(ms),
          queued_seconds: seconds(outcome.queuedMs),
          rows: outcome.rows,
          ...(outcome.error === undefined ? {} : { failed: true }),
          sql: truncated(statement.sql, MAX_SQL),
        };
        const write = (plan?: string) => onlyInWork(work, () => app.log.warn("slow query", { ...fields, plan }));
        if (pending.size >= CONCURRENT_PLANS) return write();
        const { sql, kind } = statement;
        if (kind !== "read") return write();
        const written = runAsUser(PLANNER, () => planOf(database, sql)).then(write, () => write());
        const tracked = written.finally(() => pending.delete(tracked));
        pending.add(tracked);
      };
    },
  };
}

/** Keys of guests and visitors have names and addresses. */
const userFields = (key: string) =>
  /^\d+$/.test(key) ? { user_id: Number(key) } : { user: key === "" ? "server" : key.split(" ", 1)[0] };

const seconds = (ms: number) => Math.round(ms) / 1000;
