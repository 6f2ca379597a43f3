import { t } from "../../i18n/translate.ts";
import { metricLabel, type QueryMetric } from "../../model/adhoc.ts";
import type { AssertionCheck, ChangePeriod } from "../../model/assertion.ts";
import { unprocessable } from "../../model/errors.ts";
import { LIMITS, type QueryObject } from "../../model/query-context.ts";
import { wallTimeOf } from "../../server/clock.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { chartDataOf, parseLossless } from "../chart-data/index.ts";
import { assertDatasetAccess, datasetForQuery } from "../dataset/index.ts";
import { lastPeriods, type Period } from "./periods.ts";
import { MAX_VALUE, type Result } from "./store.ts";
import { violatingRows } from "./violating-rows.ts";

export interface Subject {
  dataset_id: number;
  where: string | null;
  timezone: string;
}

export type Verdict = Pick<Result, "value" | "compared"> & { state: "passed" | "failed" };

interface Checking extends Actor {
  subject: Subject;
  signal: AbortSignal;
}

type Kind = AssertionCheck["kind"];
type ParamsOf<K extends Kind> = Extract<AssertionCheck, { kind: K }>["params"];
type Evaluators = { readonly [K in Kind]: (checking: Checking, params: ParamsOf<K>) => Promise<Verdict> };

/** Reads fresh data with the actor's own access to the dataset and their row-level security. */
export async function evaluate(checking: Checking, { kind, params }: AssertionCheck): Promise<Verdict> {
  const { app, user, subject } = checking;
  assertDatasetAccess(user, await datasetForQuery(app, subject.dataset_id));
  return EVALUATORS[kind](checking, params as never);
}

const EVALUATORS: Evaluators = {
  range: async (checking, { metric, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }) => {
    const value = await metricValue(checking, { metric });
    return verdict(value, value !== null && Number(value) >= min && Number(value) <= max);
  },
  freshness: latestTime,
  not_null: async (checking, { column }) => countOf(checking, { filters: [{ col: column, op: "IS NULL" }] }),
  unique: duplicates,
  accepted_values: unexpectedValues,
  sum_equals: sumOfParts,
  change: changeOfPeriods,
  equals_dataset: async (checking, { metric, other_dataset_id, other_metric, tolerance_percent }) => {
    const value = await metricValue(checking, { metric });
    const { app, user } = checking;
    assertDatasetAccess(user, await datasetForQuery(app, other_dataset_id));
    const subject = { ...checking.subject, dataset_id: other_dataset_id, where: null };
    const other = await metricValue({ ...checking, subject }, { metric: other_metric });
    if (value === null || other === null) return verdict(value, value === other, other);
    return verdict(value, isClose(Number(value), Number(other), { tolerance_percent }), other);
  },
  sql: async (checking, { sql }) => {
    const { databaseId } = await datasetForQuery(checking.app, checking.subject.dataset_id);
    const count = await violatingRows(checking, { sql, databaseId, signal: checking.signal });
    return verdict(String(count), count === 0);
  },
};

const verdict = (value: string | null, passes: boolean, compared: string | null = null): Verdict => ({
  state: passes ? "passed" : "failed",
  value,
  compared,
});

const COUNT: QueryMetric = { expressionType: "SQL", sqlExpression: "COUNT(*)", label: "count" };

async function countOf(checking: Checking, query: QueryObject): Promise<Verdict> {
  const value = (await metricValue(checking, { metric: COUNT, ...query })) ?? "0";
  return verdict(value, Number(value) === 0);
}

async function metricValue(
  checking: Checking,
  { metric, ...query }: QueryObject & { metric: QueryMetric },
): Promise<string | null> {
  const [answer] = await ask(checking, [{ ...query, columns: [], metrics: [metric] }]);
  return numberOf(answer, metric);
}

/** Throws a 422 for a metric that is a text, which has no limits and can't be compared. */
function numberOf(answer: Answer | undefined, metric: QueryMetric): string | null {
  const text = cellText(Object.values(answer?.data[0] ?? {})[0]);
  if (text === null || isNumber(text)) return text;
  throw unprocessable(t("“{text}” isn't a number", { text: metricLabel(metric) }));
}

const isNumber = (text: string) => text.length <= MAX_VALUE && text.trim() !== "" && Number.isFinite(Number(text));

interface Answer {
  data: Record<string, unknown>[];
  colzones?: Record<string, string>;
  coltypes?: number[];
  rejected_filters?: { column: unknown }[];
}

async function ask({ app, user, subject, signal }: Checking, queries: readonly QueryObject[]): Promise<Answer[]> {
  const { dataset_id, where, timezone } = subject;
  const context = {
    datasource: { id: dataset_id, type: "table" },
    queries: queries.map((query) => ({ ...query, extras: { ...query.extras, ...(where ? { where } : {}) } })),
    force: true,
    result_type: "full",
  };
  const asked = { ms: app.clock.now(), zone: timezone };
  const body = await chartDataOf(app).answer(user, { context, signal, asked });
  const { result } = (await parseLossless(body)) as { result: Answer[] };
  // Charts ignore filters on columns that are gone.
  const [rejected] = result.flatMap(({ rejected_filters }) => rejected_filters ?? []);
  if (rejected) throw unprocessable(t("The dataset has no column “{name}”", { name: String(rejected.column) }));
  return result;
}

/** Long numbers keep their digits. */
function cellText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "object" && "rawJSON" in value) return String(value.rawJSON);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

async function latestTime(checking: Checking, { column, hours }: ParamsOf<"freshness">): Promise<Verdict> {
  const [answer] = await ask(checking, [
    {
      columns: [column],
      metrics: null,
      filters: [{ col: column, op: "IS NOT NULL" }],
      orderby: [[column, false]],
      row_limit: 1,
    },
  ]);
  const [row] = answer?.data ?? [];
  if (!row) return verdict(null, false);
  const shown = row[column];
  if (typeof shown !== "number") throw unprocessable(t("{column} isn't a time column.", { column }));
  const { offset } = await datasetForQuery(checking.app, checking.subject.dataset_id);
  const latestMs = shown - (offset ?? 0) * HOUR_MS;
  const ms = checking.app.clock.now();
  const hasZone = answer?.colzones?.[column] !== undefined;
  const nowMs = hasZone ? ms : wallTimeOf({ ms, zone: checking.subject.timezone });
  return verdict(new Date(latestMs).toISOString(), nowMs - latestMs <= hours * HOUR_MS);
}

const HOUR_MS = 60 * 60 * 1000;

/** Named in the message. */
const MOST_NAMED = 3;
const TEMPORAL = 2;

/** With the most frequent ones, as a JSON array, unless they are times. */
async function unexpectedValues(checking: Checking, { column, values }: ParamsOf<"accepted_values">): Promise<Verdict> {
  const filters = [{ col: column, op: "NOT IN", val: values }];
  const found = await countOf(checking, { filters });
  if (found.state === "passed") return found;
  const orderby: QueryObject["orderby"] = [
    [COUNT, false],
    [column, true],
  ];
  const named = { filters, columns: [column], metrics: [COUNT], orderby, row_limit: MOST_NAMED };
  // Some types can be counted, but not grouped.
  const [answer] = await ask(checking, [named]).catch(() => []);
  checking.signal.throwIfAborted();
  if (!answer || answer.coltypes?.[0] === TEMPORAL) return found;
  const texts = answer.data.map((row) => plainText(cellText(row[column]) ?? "").slice(0, MAX_VALUE));
  return { ...found, compared: JSON.stringify(texts) };
}

const plainText = (text: string) => text.toWellFormed().replaceAll(/\p{Cc}/gu, " ");

async function duplicates(checking: Checking, { columns }: ParamsOf<"unique">): Promise<Verdict> {
  const filters = columns.map((col) => ({ col, op: "IS NOT NULL" }));
  const groups = { columns, metrics: [COUNT], filters, extras: { having: "COUNT(*) > 1" }, is_rowcount: true };
  const [answer] = await ask(checking, [groups]);
  const value = cellText(answer?.data[0]?.rowcount) ?? "0";
  return verdict(value, Number(value) === 0);
}

const MOST_PARTS = LIMITS.rowLimit;

async function sumOfParts(
  checking: Checking,
  { metric, by, total = metric, tolerance_percent }: ParamsOf<"sum_equals">,
): Promise<Verdict> {
  const parts = { columns: [by], metrics: [metric], row_limit: MOST_PARTS };
  const [grouped, whole] = await ask(checking, [parts, { columns: [], metrics: [total] }]);
  const rows = grouped?.data ?? [];
  if (rows.length >= MOST_PARTS)
    throw unprocessable(t("{column} has more than {limit, number} values.", { column: by, limit: MOST_PARTS }));
  const values = rows.map((row) => Number(cellText(Object.values(row).at(-1)) ?? 0));
  const sum = values.reduce((all, value) => all + value, 0);
  if (!Number.isFinite(sum)) throw unprocessable(t("“{text}” isn't a number", { text: metricLabel(metric) }));
  const totalText = numberOf(whole, total);
  const scale = values.reduce((all, value) => all + Math.abs(value), 0);
  return verdict(String(sum), isClose(sum, Number(totalText ?? 0), { tolerance_percent, scale }), totalText);
}

/** Sums of the same fractions in another order differ in the last digits. */
const ROUNDING = 1e-9;

function isClose(
  value: number,
  other: number,
  { tolerance_percent, scale = 0 }: { tolerance_percent: number; scale?: number },
): boolean {
  const rounding = ROUNDING * Math.max(Math.abs(value), Math.abs(other), scale);
  return Math.abs(value - other) <= Math.abs(other) * (tolerance_percent / 100) + rounding;
}

async function changeOfPeriods(
  checking: Checking,
  { metric, column, percent, period }: ParamsOf<"change">,
): Promise<Verdict> {
  const [last = null, before = null] = await valuesOfPeriods(checking, { metric, column, period });
  if (last === null || before === null) return verdict(last, false, before);
  const [now, then] = [Number(last), Number(before)];
  if (then === 0) return verdict(now === 0 ? "0" : null, now === 0, before);
  const change = ((now - then) / Math.abs(then)) * 100;
  return verdict(String(change), Math.abs(change) <= percent, before);
}

async function valuesOfPeriods(
  checking: Checking,
  { metric, column, period }: { metric: QueryMetric; column: string; period: ChangePeriod },
): Promise<(string | null)[]> {
  const wallMs = wallTimeOf({ ms: checking.app.clock.now(), zone: checking.subject.timezone });
  const queryOf = (range: Period): QueryObject => ({
    columns: [],
    metrics: [metric],
    filters: [{ col: column, op: "TEMPORAL_RANGE", val: `${range.since} : ${range.until}` }],
  });
  const answers = await ask(checking, lastPeriods(wallMs, period).map(queryOf));
  return answers.map((answer) => numberOf(answer, metric));
}
