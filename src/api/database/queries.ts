import type { Connection } from "../../connectors/connector.ts";
import type { Dialect } from "../../query/dialect.ts";
import { withoutLiterals } from "../../query/sql/without-literals.ts";
import type { App } from "../../server/app.ts";
import { metrics } from "../../server/metrics/metrics.ts";
import { duringQuery, type RunningQuery } from "../../server/running-query.ts";
import { isTracing, startSpan } from "../../server/span.ts";
import { currentWork, inWork, type Span } from "../../server/work-context.ts";
import { slowQueryLog } from "./slow-queries.ts";
import type { WatchedQuery } from "./watched.ts";

export interface QueriedDatabase {
  id: number;
  name: string;
  /** Not watched itself. */
  connection: Connection;
  dialect: Dialect;
}

export interface Statement {
  sql: string;
  kind: "read" | "change";
}

const MAX_SPAN_SQL = 2000;

export function beginQuery(app: App, database: QueriedDatabase, statement: Statement): WatchedQuery {
  const count = app.once(metrics).query(database.name);
  const slow = app.once(slowQueryLog).begin(database, statement);
  const span = isTracing() ? querySpan(database, statement) : undefined;
  const query: RunningQuery = { queuedMs: 0 };
  const { timeline } = currentWork();
  const startMs = performance.now();
  return {
    during: (work) => duringQuery(query, span ? () => inWork({ span }, work) : work),
    end: ({ rows, error }) => {
      timeline?.statements.push({ startMs, queuedMs: query.queuedMs, endMs: performance.now() });
      count({ queuedMs: query.queuedMs, error });
      span?.set({ "db.response.returned_rows": rows });
      span?.end(error);
      slow({ rows, error, queuedMs: query.queuedMs });
    },
  };
}

function querySpan({ name, dialect }: QueriedDatabase, { sql }: Statement): Span | undefined {
  return startSpan("query", {
    kind: "client",
    attributes: {
      "db.system.name": dialect.engine,
      "db.namespace": name,
      "db.query.text": withoutLiterals(sql, dialect.engine, MAX_SPAN_SQL),
    },
  });
}
