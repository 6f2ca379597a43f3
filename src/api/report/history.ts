import type { Connector } from "../../connectors/connector.ts";
import { t } from "../../i18n/translate.ts";
import { unprocessable } from "../../model/errors.ts";
import type { MomentLiterals } from "../../query/sql/sql-reader.ts";
import { hasTemplate } from "../../query/templates/template-text.ts";
import type { Context } from "../../server/http/route.ts";
import {
  type AskOptions,
  answerOf,
  type Condition,
  evaluateAnswer,
  evaluateCondition,
  type Outcome,
  readOnlyScript,
  TIMEOUT_TEXT,
} from "./condition.ts";
import { startLimit } from "./limit.ts";

/**
 * Runs the alert's query with the current date and time replaced by those of past days. Rows added since then are
 * counted unless the query leaves them out.
 */

export interface PastOutcome {
  day: string;
  outcome: Outcome;
}

const CONCURRENCY = 3;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

export interface Past {
  isRelative: boolean;
  points: PastOutcome[];
}

export async function backtestOutcomes(
  ctx: Context,
  condition: Condition,
  period: { timezone: string; days: number },
): Promise<Past> {
  const limit = startLimit(ctx.app.config.limits.webTimeoutMs / 2, ctx.signal, {
    late: () => unprocessable(t(TIMEOUT_TEXT)),
    cancelled: () => new Error("the request was cancelled"),
  });
  try {
    return await Promise.race([backtest(ctx, { ...period, condition }, limit.signal), limit.over]);
  } finally {
    limit.release();
  }
}

async function backtest(
  ctx: Context,
  { condition, timezone, days }: { condition: Condition; timezone: string; days: number },
  signal: AbortSignal,
): Promise<Past> {
  const { app } = ctx;
  const options = { signal, timeoutMs: app.config.limits.sqlTimeoutMs };
  const script = await readOnlyScript(ctx, condition);
  const { connection, connector, written } = script;
  const at = (ms: number) => connection.sql.atMoment(written[0] ?? "", literalsOf(connector, ms, timezone));
  const nowMs = app.clock.now();
  if ((await at(nowMs)) === null) {
    const outcome = evaluateAnswer(await answerOf(script, options), condition);
    return { isRelative: false, points: [{ day: dayOf(nowMs, timezone), outcome }] };
  }
  const points = await mapConcurrently(pastDays(nowMs, { timezone, days }), async ({ day, ms }) => {
    signal.throwIfAborted();
    return { day, outcome: await runAsOf(ctx, { condition, sql: (await at(ms)) ?? "" }, options) };
  });
  return { isRelative: true, points };
}

function runAsOf(
  ctx: Context,
  { condition, sql }: { condition: Condition; sql: string },
  options: AskOptions,
): Promise<Outcome> {
  if (hasTemplate(sql))
    throw unprocessable(
      t("The alert query still contains template code after rendering. Remove nested Jinja templates."),
    );
  return evaluateCondition(ctx, { ...condition, sql }, options);
}

async function mapConcurrently<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  let isFailed = false;
  const worker = async () => {
    while (next < items.length && !isFailed) {
      const at = next++;
      results[at] = await run(items[at] as T);
    }
  };
  const workers = Array.from({ length: CONCURRENCY }, () =>
    worker().catch((error: unknown) => {
      isFailed = true;
      throw error;
    }),
  );
  await Promise.all(workers);
  return results;
}

function pastDays(nowMs: number, { timezone, days }: { timezone: string; days: number }) {
  const today = Date.parse(dayOf(nowMs, timezone));
  return Array.from({ length: days }, (_, i) => {
    const back = (days - 1 - i) * DAY_MS;
    const day = new Date(today - back).toISOString().slice(0, 10);
    // Days are shorter or longer where clocks change.
    const shift = [0, HOUR_MS, -HOUR_MS].find((ms) => dayOf(nowMs - back + ms, timezone) === day) ?? 0;
    return { day, ms: nowMs - back + shift };
  });
}

const dayOf = (ms: number, timeZone: string) =>
  new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(ms);

const cast = (text: string, type: string) => `CAST('${text}' AS ${type})`;

type MomentFormat = (day: string, time: string) => MomentLiterals;

const standard: MomentFormat = (day, time) => ({
  date: cast(day, "DATE"),
  moment: cast(time, "TIMESTAMP"),
  instant: cast(`${time}+00`, "TIMESTAMP WITH TIME ZONE"),
});

const withoutZones =
  (type: string): MomentFormat =>
  (day, time) => ({ date: cast(day, "DATE"), moment: cast(time, type), instant: cast(time, type) });

const MOMENT_FORMATS: Readonly<Record<string, MomentFormat>> = {
  sqlite: (day, time) => ({ date: `'${day}'`, moment: `'${time}'`, instant: `'${time}'` }),
  mysql: withoutZones("DATETIME"),
  mssql: withoutZones("DATETIME2"),
  clickhousedb: (day, time) => {
    const moment = `toDateTime('${time}', 'UTC')`;
    return { date: `toDate('${day}')`, moment, instant: moment };
  },
  trino: (day, time) => ({
    date: `DATE '${day}'`,
    moment: `TIMESTAMP '${time}'`,
    instant: `TIMESTAMP '${time} UTC'`,
  }),
  bigquery: (day, time) => ({
    date: `DATE '${day}'`,
    moment: `DATETIME '${time}'`,
    instant: `TIMESTAMP '${time}+00'`,
  }),
  snowflake: (day, time) => ({
    date: cast(day, "DATE"),
    moment: cast(time, "TIMESTAMP_NTZ"),
    instant: cast(`${time} +0000`, "TIMESTAMP_TZ"),
  }),
};

function literalsOf({ engine }: Connector, ms: number, timezone: string): MomentLiterals {
  const write = MOMENT_FORMATS[engine] ?? standard;
  return write(dayOf(ms, timezone), new Date(ms).toISOString().slice(0, 19).replace("T", " "));
}
