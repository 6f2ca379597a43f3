import { t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { accounts } from "../../server/auth/accounts.ts";
import type { JobKind } from "../../server/jobs/jobs.ts";
import { jobQueue } from "../../server/jobs/jobs.ts";
import { findQuery, type QueryRecord, runningQueries, SQL_JOBS, sqlJobId } from "../query/index.ts";
import { failQuery, preparedQuery, runQuery } from "./run.ts";

/** Prepared again at the start of the job, with the user's current permissions. */
interface SqlJob {
  id: string;
  queryId: number;
  userId: number | null;
  urlParams: Record<string, unknown>;
}

/** Throws a 503 ASYNC_WORKERS_ERROR, failing the query, if the queue is full. */
export async function enqueue(app: App, query: QueryRecord, urlParams: Record<string, unknown>): Promise<void> {
  const job: SqlJob = { id: sqlJobId(query), queryId: query.id, userId: query.user_id, urlParams };
  // Queued in this process, so this process must run it.
  const waiting = app.config.redisUrl === undefined ? app.once(runningQueries).begin(query.id) : undefined;
  try {
    await app.once(jobQueue).add(SQL_JOBS, job);
  } catch (cause) {
    waiting?.end();
    const error = typedError(
      "ASYNC_WORKERS_ERROR",
      t("The query can't be queued right now. Run it again in a moment."),
      {
        status: 503,
        cause,
      },
    );
    await failQuery(app, query.id, error);
    throw error;
  }
}

export const sqlJob: JobKind = {
  name: SQL_JOBS,
  perUser: 2,
  idOf: (data) => (data as SqlJob).id,
  userOf: (data) => String((data as SqlJob).userId),
  async run(app, data, signal) {
    const { queryId, urlParams } = data as SqlJob;
    const query = await findQuery(app.db, queryId);
    if (query?.status !== "pending" || query.user_id === null) return app.once(runningQueries).begin(queryId).end();
    try {
      const user = await app.once(accounts).active(query.user_id);
      if (!user) throw typedError("GENERIC_COMMAND_ERROR", t("The account that started the query is inactive."));
      const script = await preparedQuery({ app, user }, query, urlParams);
      const options = { timeoutMs: app.config.limits.sqlAsyncTimeoutMs, urlParams, signal };
      await runQuery({ app, user }, { query, script }, options);
    } catch (error) {
      await failQuery(app, queryId, error);
    } finally {
      app.once(runningQueries).begin(queryId).end();
    }
  },
  failed: (app, data, error) => failQuery(app, (data as SqlJob).queryId, error),
};
