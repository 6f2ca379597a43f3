import { t } from "../../i18n/translate.ts";
import type { AssertionCheck, AssertionTrigger } from "../../model/assertion.ts";
import { TesseraError } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { accounts } from "../../server/auth/accounts.ts";
import type { Context } from "../../server/http/route.ts";
import type { Actor } from "../../server/store/stamp.ts";
import type { User } from "../../server/user.ts";
import { hidesRows } from "../row-level-security/index.ts";
import { MAX_CHECK_SECONDS, MAX_CHECKED } from "./contract.ts";
import { evaluate, type Subject } from "./evaluate.ts";
import { type AssertionRecord, checkOf, datasetsOf, type Result, saveResult } from "./store.ts";

const MAX_ERROR = 2000;

/** Never rejects: failures are results, except that the caller has stopped waiting. */
export async function resultOf(
  actor: Actor,
  { subject, check, signal }: { subject: Subject; check: AssertionCheck; signal: AbortSignal },
): Promise<Result> {
  const limit = AbortSignal.timeout(actor.app.config.limits.webTimeoutMs);
  try {
    const verdict = await evaluate({ ...actor, subject, signal: AbortSignal.any([signal, limit]) }, check);
    return { ...verdict, error: null };
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted) return failed(t("A timeout occurred while executing the query."));
    if (error instanceof TesseraError) return failed(error.message);
    actor.app.log.error("an assertion wasn't checked", { error });
    return failed(t("An unexpected error occurred"));
  }
}

const failed = (error: string): Result => ({
  state: "error",
  value: null,
  compared: null,
  error: error.slice(0, MAX_ERROR),
});

export const subjectOf = ({ dataset_id, where_clause, timezone }: AssertionRecord): Subject => ({
  dataset_id,
  where: where_clause,
  timezone,
});

/** Checks with the permissions of `runnerOf` and stores the result. Rejects only when `signal` aborts. */
export async function runCheck(
  app: App,
  row: AssertionRecord,
  { trigger, signal }: { trigger: AssertionTrigger; signal: AbortSignal },
): Promise<void> {
  const startMs = performance.now();
  const user = await runnerOf(app, row);
  const result = user
    ? await resultOf({ app, user }, { subject: subjectOf(row), check: checkOf(row), signal })
    : failed(t("The account that it is checked as is inactive. Change the check to use yours."));
  const ms = Math.round(performance.now() - startMs);
  const checked_as_fk = user?.id ?? null;
  await saveResult(app.db, row, { ...result, checked_as_fk, trigger, now: app.clock.timestamp(), ms });
}

/**
 * Who last changed what is checked. That includes a dataset's last editor if row-level security hides rows from them:
 * else their expressions would read these rows with another person's permissions.
 */
async function runnerOf(app: App, row: AssertionRecord): Promise<User | undefined> {
  const users = app.once(accounts);
  const datasets = await app.db
    .selectFrom("datasets")
    .select(["database_id", "changed_by_fk"])
    .where("id", "in", datasetsOf(row))
    .execute();
  for (const { database_id, changed_by_fk } of datasets) {
    if (changed_by_fk === null || changed_by_fk === row.run_as_fk) continue;
    const editor = await users.active(changed_by_fk);
    if (editor && (await hidesRows(app, editor, database_id))) return editor;
  }
  return row.run_as_fk === null ? undefined : users.active(row.run_as_fk);
}

const CHECKS_AT_ONCE = 2;

/** Oldest results first, within the limits of one request. The others keep their results. */
export async function runChecks({ app, signal }: Pick<Context, "app" | "signal">, rows: readonly AssertionRecord[]) {
  const limit = AbortSignal.timeout(MAX_CHECK_SECONDS * 1000);
  const both = AbortSignal.any([signal, limit]);
  const oldest = rows.toSorted((a, b) => ((a.checked_on ?? "") < (b.checked_on ?? "") ? -1 : 1)).slice(0, MAX_CHECKED);
  const left = oldest.values();
  const work = async () => {
    for (const row of left) await runCheck(app, row, { trigger: "request", signal: both });
  };
  await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, work)).catch((error: unknown) => {
    if (!limit.aborted || signal.aborted) throw error;
  });
}
