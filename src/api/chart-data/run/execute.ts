import type { ColumnarResult, Connection, ResultColumn } from "../../../connectors/connector.ts";
import { inMilliseconds } from "../../../model/moment.ts";
import type { PostProcessing } from "../../../model/query-context.ts";
import type { CompiledQuery } from "../../../query/compile.ts";
import { type Frame, type FrameColumn, frameOf, type NamedColumn, toNumber } from "../../../query/frame.ts";
import { postProcessWith } from "../../../query/post-processing/post-process.ts";
import { typeOfColumn } from "../../../query/query-dataset.ts";
import { declaredColumn } from "../../../query/stored-time.ts";
import { offsetColumns } from "../../../query/time-offsets.ts";
import { forEachYielding, inSlices } from "../../../server/event-loop.ts";
import { toBadQueryError, toDatabaseError, toMissingParameterError, writtenIn } from "./failure.ts";
import { joinOf } from "./offset-axis.ts";
import { postProcessed } from "./post-processed.ts";
import type { PreparedContext, PreparedQuery } from "./prepared.ts";
import { type RunSettings, type RunStatement, runSeparately } from "./scan-sharing.ts";

export interface Executed {
  frame: Frame;
  sqlRows: number;
  json?: readonly Buffer[];
}

type Execution = Source &
  Pick<PreparedContext, "dataset" | "forecast" | "postProcessor" | "formData"> & { run?: RunStatement };
type Source = Pick<PreparedContext, "connection" | "dataset" | "canSeeDatabaseErrors" | "hidesRows">;

export async function executeAsJson(
  query: PreparedQuery,
  execution: Execution,
  { signal, mostJsonRows }: { signal: AbortSignal; mostJsonRows?: number },
): Promise<Executed> {
  const { compiled } = query;
  const { dataset, run } = execution;
  if (!isPlain(query) || !hasPlainTimes(compiled, dataset)) return executeQuery(query, execution, signal);
  const labels = compiled.items.map((item) => item.label);
  const limit = mostJsonRows === undefined ? {} : { mostJsonRows };
  const result = await runChecked(execution, compiled, { signal, run, labels, ...limit });
  if (result.json && !isAsDeclared(result, compiled)) return executeQuery(query, execution, signal);
  const executed = { frame: namedFrame(result, compiled, { offsetHours: 0 }), sqlRows: result.rows };
  return result.json ? { ...executed, json: result.json } : executed;
}

/** Checks custom SQL first. Database errors are 400s. */
export async function executeQuery(query: PreparedQuery, execution: Execution, signal: AbortSignal): Promise<Executed> {
  const { frame, sqlRows } = await executeExactly(query, execution, signal);
  const { index, columns } = frame;
  return { frame: { ...frame, index: index.map(inMilliseconds), columns: columns.map(inMilliseconds) }, sqlRows };
}

/** Keeps microseconds, unless the rows are only passed on. */
export async function executeExactly(
  query: PreparedQuery,
  execution: Execution,
  signal: AbortSignal,
): Promise<Executed> {
  const { dataset, forecast, postProcessor, formData, run: runStatement } = execution;
  const { process } = postProcessor;
  const { compiled, offsets, totals, pivotTotals } = query;
  // Shares are new columns: the values that they are of keep all digits.
  const isPassedOn = compiled.query.postProcessing.every(({ operation }) => operation === "contribution");
  const numbersIn = (one: Frame) => (isPassedOn ? one : asNumbers(one));
  const microseconds = !isPlain(query);
  const run = (statement: CompiledQuery) =>
    runChecked(execution, statement, { signal, microseconds, run: runStatement });
  const [main, totalsResult, totalsOfPivot, ...others] = await Promise.all([
    run(compiled),
    totals ? run(totals) : null,
    Promise.all(pivotTotals.map(run)),
    ...offsets.map((entry) => run(entry.compiled)),
  ]);
  const moved = { offsetHours: dataset.offset ?? 0, microseconds };
  const own = numbersIn(namedFrame(main, compiled, moved));
  const compared: FrameColumn[] = [];
  await forEachYielding(offsets.entries(), ([i, offset]) => {
    const result = others[i];
    if (!result) return;
    const other = numbersIn(namedFrame(result, offset.compiled, moved));
    compared.push(...offsetColumns(own, other, joinOf(compiled, offset, moved)));
  });
  const frame = { ...own, columns: [...own.columns, ...compared] };
  const steps = totalsResult && totals ? withTotals(compiled, totals, totalsResult) : compiled.query.postProcessing;
  const isMade = main.rows > 0 && steps.length > 0;
  const processed = isMade ? await postProcessWith(frame, steps, { forecast, process, signal }).catch(refuse) : frame;
  const shown = isMade ? { ...processed, hasEscapedLabels: true } : processed;
  if (query.resultType !== "post_processed") return { frame: shown, sqlRows: main.rows };
  const framesOfPivot = totalsOfPivot.map((result, i) => namedFrame(result, pivotTotals[i] ?? compiled, moved));
  const view = postProcessed([shown, ...framesOfPivot], { formData, postProcessor });
  return { frame: await view.catch(refuse), sqlRows: main.rows };
}

function refuse(error: unknown): never {
  throw toBadQueryError(error);
}

export function isPlain({ resultType, offsets, compiled }: PreparedQuery): boolean {
  return resultType !== "post_processed" && offsets.length === 0 && compiled.query.postProcessing.length === 0;
}

export function hasPlainTimes(compiled: CompiledQuery, dataset: PreparedContext["dataset"]): boolean {
  const isPlainTime = (item: CompiledQuery["items"][number]) =>
    !item.isTemporal || (item.type === "temporal" && !item.column?.python_date_format);
  return !dataset.offset && !compiled.unshift && compiled.items.every(isPlainTime);
}

function isAsDeclared({ columns }: ColumnarResult, { items }: CompiledQuery): boolean {
  return items.every(({ isTemporal, isMetric, column }, i) => {
    const kind = columns[i]?.kind;
    if (isTemporal) return kind === "temporal";
    return isMetric || kind !== "numeric" || !column || typeOfColumn(column) !== "boolean";
  });
}

function asNumbers(frame: Frame): Frame {
  const columns = frame.columns.map((column) => {
    if (column.kind !== "numeric" || !column.values.some((value: unknown) => typeof value === "string")) return column;
    return {
      ...column,
      values: Array.from(column.values, (value) => (typeof value === "string" ? Number(value) : value)),
    };
  });
  return { ...frame, columns };
}

export async function runChecked(
  { connection, dataset, canSeeDatabaseErrors, hidesRows }: Source,
  compiled: CompiledQuery,
  { run = runSeparately, ...options }: RunSettings & { run?: RunStatement | undefined },
): Promise<ColumnarResult> {
  try {
    await checkSql(connection, compiled);
    const result = await run(connection, compiled, options);
    return await withKinds(result, compiled, (sql) => connection.run(sql, { signal: options.signal }));
  } catch (error) {
    const written = () => writtenIn(compiled, dataset);
    throw toDatabaseError(toMissingParameterError(error, dataset), { canSeeDatabaseErrors, hidesRows, written });
  }
}

/** For custom SQL: the database's own parser must accept it before it runs. */
export async function checkSql(connection: Connection, compiled: CompiledQuery): Promise<void> {
  const checks = compiled.checks.map(({ sql, kind }) => inSlices(() => connection.sql.checkExpression(sql, kind)));
  if (compiled.statement !== null) checks.push(connection.sql.checkStatement(compiled.statement));
  await Promise.all(checks);
}

export function namedFrame(
  result: Pick<ColumnarResult, "columns" | "rows">,
  { items, unshift }: Pick<CompiledQuery, "items" | "unshift">,
  moved: { offsetHours: number; microseconds?: boolean },
): Frame {
  const columns = result.columns.map((column, i): NamedColumn => {
    const item = items[i];
    const isWritten = result.rows > 0 && column.values.length === 0;
    const kind = (item && !isWritten && kindWithoutValues(column, item)) || column.kind;
    const named = { name: item?.label ?? column.name, kind, values: column.values };
    return item ? declaredColumn(named, item, { ...moved, unshift }) : named;
  });
  return frameOf(columns, result.rows);
}

function kindWithoutValues(column: ResultColumn, { isMetric, type }: CompiledQuery["items"][number]) {
  return isMetric && type !== "unknown" && hasNoValues(column) ? type : undefined;
}

const hasNoValues = ({ kind, values }: ResultColumn) =>
  kind === "text" && values.every((value: unknown) => value === null);

async function withKinds(
  result: ColumnarResult,
  { typeProbe }: CompiledQuery,
  run: (sql: string) => Promise<ColumnarResult>,
): Promise<ColumnarResult> {
  const isUnknown = (at: number) => hasNoValues(result.columns[at] ?? NONE);
  if (!typeProbe?.items.some(isUnknown)) return result;
  // Metrics that fail on sample rows stay text.
  const probed = await run(typeProbe.sql).catch(() => undefined);
  const kinds = new Map(typeProbe.items.map((at, i) => [at, probed?.columns[i]?.kind]));
  const columns = result.columns.map((column, at) =>
    isUnknown(at) ? { ...column, kind: kinds.get(at) ?? column.kind } : column,
  );
  return { ...result, columns };
}

const NONE: ResultColumn = { name: "", type: "", kind: "numeric", values: [] };

function withTotals(compiled: CompiledQuery, totals: CompiledQuery, result: ColumnarResult): PostProcessing[] {
  const sums = Object.fromEntries(
    totals.items
      .map((item, i) => [item.label, toNumber(result.columns[i]?.values[0])])
      .filter(([, value]) => value !== null),
  );
  return compiled.query.postProcessing.map((step) =>
    step.operation === "contribution" ? { ...step, options: { contribution_totals: sums, ...step.options } } : step,
  );
}
