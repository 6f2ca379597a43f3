import { hash } from "node:crypto";
import type { Connector } from "../../../connectors/connector.ts";
import { t } from "../../../i18n/translate.ts";
import { requestError, TesseraError } from "../../../model/errors.ts";
import { QueryContext, type QueryObject, type ResultType } from "../../../model/query-context.ts";
import type { Dimension } from "../../../query/brush/bins.ts";
import { indexStatements } from "../../../query/brush/index-statement.ts";
import { startOfUnit } from "../../../query/calendar.ts";
import type { CompiledQuery } from "../../../query/compile.ts";
import { assertEnclosed } from "../../../query/time-offsets.ts";
import { wholeShift } from "../../../query/whole-shift.ts";
import type { App } from "../../../server/app.ts";
import { type ReaderTime, readerTime, wallTimeOf } from "../../../server/clock.ts";
import { inSlices } from "../../../server/event-loop.ts";
import { forecasterOf } from "../../../server/forecast/forecaster.ts";
import type { Actor } from "../../../server/store/stamp.ts";
import type { User } from "../../../server/user.ts";
import { connectionOf, sqlThreadsOf } from "../../database/index.ts";
import { compileFor, type DatasetRecord } from "../../dataset/index.ts";
import { grantHidesRows } from "../../row-level-security/index.ts";
import { type RowSource, rowSourceOf } from "../rights/row-source.ts";
import { type PreparedAnnotation, prepareAnnotations } from "./annotations.ts";
import { cacheSecondsOf } from "./cache-timeout.ts";
import { type ExtraQueries, extraQueriesOf } from "./extra-queries.ts";
import { redactedError, toBadQueryError, toMissingParameterError } from "./failure.ts";
import { columnsAnswer, grainsAnswer, sqlAnswer } from "./metadata-answers.ts";
import { axisGrain } from "./offset-axis.ts";
import { postProcessorOf } from "./post-processing.ts";
import type { PreparedContext, PreparedQuery, RowlessQuery } from "./prepared.ts";

export function parseQueryContext(value: unknown): QueryContext {
  const parsed = QueryContext.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw requestError(
    t("Request is incorrect: {problem}", { problem: `${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}` }),
  );
}

interface PrepareRequest {
  context: QueryContext;
  asked?: ReaderTime | undefined;
  /** Of a brush, whose filter over all bins is among those of each query. */
  dimensions?: readonly Dimension[] | undefined;
}

export async function prepareContext(
  app: App,
  user: User,
  { context, asked = readerTime(app.clock), dimensions }: PrepareRequest,
): Promise<PreparedContext> {
  const source = await rowSourceOf({ app, user }, context);
  const { dataset } = source;
  const canSeeDatabaseErrors = !source.isThroughDashboard;
  try {
    const prepared = await prepareFrom({ app, user, ...source }, { context, asked, dimensions });
    const hidesRows = await grantHidesRows(app, source.security.grant, dataset.databaseId);
    return { ...prepared, canSeeDatabaseErrors, hidesRows };
  } catch (error) {
    const failure = toBadQueryError(toMissingParameterError(error, dataset));
    throw canSeeDatabaseErrors ? failure : redactedError(failure);
  }
}

async function prepareFrom(
  { app, user, dataset, security, isThroughDashboard: hidesSql, zoneFor }: Actor & RowSource,
  { context, asked, dimensions }: PrepareRequest & { asked: ReaderTime },
): Promise<Omit<PreparedContext, "canSeeDatabaseErrors" | "hidesRows">> {
  const { connection, connector } = await connectionOf(app, dataset.databaseId);
  const urlParams = urlParamsOf(context.form_data);
  const zone = zoneFor(asked.zone);
  const now = wallTimeOf({ ...asked, zone });
  const compile: Compile = (query, resultType, { timeOffset, at = now } = {}) =>
    inSlices(() =>
      compileFor(
        { app, user, security, urlParams: { ...query.url_params, ...urlParams } },
        {
          query,
          dataset,
          dialect: connector.dialect,
          now: at,
          zone,
          formData: context.form_data ?? null,
          resultType,
          isFile: context.result_format === "csv" || context.result_format === "xlsx",
          indexOf: dimensions && ((parts) => () => indexStatements({ ...parts, dimensions })),
          ...(timeOffset === undefined ? {} : { timeOffset }),
        },
      ),
    );
  const annotate = (query: QueryObject) =>
    prepareAnnotations({
      app,
      user,
      query,
      context,
      prepare: (other) => prepareContext(app, user, { context: other, asked }),
    });
  const requested = await Promise.all(context.queries.map((query) => inDialect(app, query, connector.engine)));
  const shown = await extraQueriesOf({ ...context, queries: requested }, hidesSql);
  const given = { shown, dataset, connector, now, compile, annotate, hidesSql };
  const preparation = { ...given, context: { ...context, queries: requested } };
  const queries = await Promise.all(shown.queries.map((query) => prepareQuery(query, preparation)));
  const cacheSeconds = await cacheSecondsOf(app, dataset, context);
  return {
    dataset,
    connection,
    connector,
    postProcessor: postProcessorOf(app),
    forecast: (request, signal) => forecasterOf(app).forecast(request, signal),
    format: context.result_format ?? "json",
    // A timeout of -1 ignores answers cached under another timeout.
    force: (context.force ?? false) || cacheSeconds < 0,
    formData: context.form_data ?? null,
    cacheSeconds,
    queries,
  };
}

async function inDialect(app: App, query: QueryObject, engine: string): Promise<QueryObject> {
  const { extras } = query;
  if (!extras?.transpile_to_dialect) return query;
  const written = async (clause: string | null | undefined) =>
    clause && (await sqlThreadsOf(app).transpile(clause, engine).catch(refuseClause));
  const [where, having] = [await written(extras.where), await written(extras.having)];
  return { ...query, extras: { ...extras, ...(where ? { where } : {}), ...(having ? { having } : {}) } };
}

function refuseClause(error: unknown): never {
  throw error instanceof TesseraError && error.status === 400 ? requestError(error.message) : error;
}

type Compile = (query: QueryObject, resultType: ResultType, options?: CompileOptions) => Promise<CompiledQuery>;

interface CompileOptions {
  timeOffset?: string;
  /** Wall clock, instead of that of the request. */
  at?: number;
}

function urlParamsOf(formData: Record<string, unknown> | null | undefined): Record<string, unknown> {
  const params = formData?.url_params;
  return typeof params === "object" && params !== null ? { ...params } : {};
}

interface Preparation {
  context: QueryContext;
  shown: ExtraQueries;
  dataset: DatasetRecord;
  connector: Connector;
  /** Wall clock. */
  now: number;
  compile: Compile;
  hidesSql: boolean;
  annotate(query: QueryObject): Promise<PreparedAnnotation[]>;
}

async function prepareQuery(query: QueryObject, preparation: Preparation): Promise<PreparedQuery | RowlessQuery> {
  const { context, dataset, connector, compile } = preparation;
  const resultType = query.result_type ?? context.result_type ?? "full";
  switch (resultType) {
    case "columns":
      return described(columnsAnswer(dataset));
    case "timegrains":
      return described(grainsAnswer(connector));
    case "query":
      return described(await sqlAnswer(() => compileWithOffsets(query, resultType, compile)));
    default:
      return prepareRows(query, resultType, preparation);
  }
}

const described = (answer: object): RowlessQuery => ({ kind: "described", json: JSON.stringify(answer) });

async function compileWithOffsets(
  query: QueryObject,
  resultType: ResultType,
  compile: Compile,
): Promise<Pick<PreparedQuery, "compiled" | "offsets">> {
  const compiled = await compile(query, resultType);
  const requested = resultType === "samples" || resultType === "drill_detail" ? [] : (query.time_offsets ?? []);
  if (requested.length > 0) assertEnclosed(compiled.bounds);
  const shifted = { ...query, row_limit: null, row_offset: 0, post_processing: null };
  const offsets = await Promise.all(
    requested.map(async (offset) => {
      const shift = wholeShift(offset, axisGrain(compiled), compiled.bounds);
      return { offset, shift, compiled: await compile(shifted, resultType, { timeOffset: shift }) };
    }),
  );
  return { compiled, offsets };
}

async function prepareRows(
  query: QueryObject,
  resultType: ResultType,
  preparation: Preparation,
): Promise<PreparedQuery> {
  const { context, dataset, compile, annotate, hidesSql } = preparation;
  const statements = await statementsFor(query, resultType, preparation);
  const all = statementsOf(statements);
  const isTemplated = all.some((one) => one.templates);
  const annotations = resultType === "full" && query.annotation_layers?.length ? await annotate(query) : [];
  const view = resultType === "post_processed" ? (context.form_data ?? null) : null;
  const at = isTemplated ? null : reusedSince(all, preparation.now);
  const compileAt = (since: number): Compile => {
    return (other, type, options) => compile(other, type, { ...options, at: since });
  };
  const keyed =
    at === null ? statements : await statementsFor(query, resultType, { ...preparation, compile: compileAt(at) });
  const key = keyOf(dataset, { ...keyed, annotations, hidesSql, view });
  return { kind: "rows", resultType, ...statements, annotations, hidesSql, isTemplated, key };
}

async function statementsFor(
  query: QueryObject,
  resultType: ResultType,
  { context, shown, compile }: Pick<Preparation, "context" | "shown" | "compile">,
): Promise<Statements> {
  const { compiled, offsets } = await compileWithOffsets(query, resultType, compile);
  const totals = hasContribution(compiled) ? await totalsOf(query, context.queries, compile) : null;
  const pivotTotals = await Promise.all(shown.pivotTotals.map((one) => compile(one, resultType)));
  const summary = shown.summary && (await compile({ ...shown.summary, row_limit: null }, "full"));
  return { compiled, offsets, totals, pivotTotals, summary };
}

/** Share of a range up to now for which its answer is reused at most. */
const REUSED_SHARE = 0.01;
/** For so long at most. Ranges with a fixed start become longer all the time, but seldom get another of these. */
const REUSED_MS = [60 * 60_000, 10 * 60_000, 60_000, 10_000, 1000];

/** Wall clock from which on answers are reused now; null if they don't depend on the time of day, or at once. */
function reusedSince(statements: readonly CompiledQuery[], now: number): number | null {
  const lengths = statements.flatMap(({ movingMs }) => movingMs ?? []);
  const most = Math.min(...lengths) * REUSED_SHARE;
  const ms = lengths.length > 0 ? REUSED_MS.find((one) => one <= most) : undefined;
  if (ms === undefined) return null;
  const today = startOfUnit(now, "day");
  return today + Math.floor((now - today) / ms) * ms;
}

const hasContribution = ({ query }: CompiledQuery) =>
  query.postProcessing.some((step) => step.operation === "contribution");

type Statements = Pick<PreparedQuery, "compiled" | "offsets" | "totals" | "pivotTotals" | "summary">;

function statementsOf({ compiled, offsets, totals, pivotTotals, summary }: Statements): CompiledQuery[] {
  const others = [totals, ...offsets.map((entry) => entry.compiled), ...pivotTotals, summary];
  return [compiled, ...others.filter((one) => one !== null)];
}

async function totalsOf(
  query: QueryObject,
  all: readonly QueryObject[],
  compile: Compile,
): Promise<CompiledQuery | null> {
  const totals = all.find((other) => other !== query && isTotals(other));
  return totals ? compile({ ...totals, row_limit: null }, "full") : null;
}

const isTotals = (query: QueryObject) =>
  Boolean(query.metrics?.length) &&
  !query.columns?.length &&
  !query.groupby?.length &&
  !query.post_processing?.some((step) => step !== null);

/**
 * Equal keys mean equal answers: covers the saved dataset, every statement (with row-level security and resolved times)
 * and the post-processing. Times of ranges up to now are rounded.
 */
function keyOf(
  dataset: DatasetRecord,
  parts: Omit<PreparedQuery, "kind" | "resultType" | "key" | "isTemplated"> & { view: Record<string, unknown> | null },
): string {
  const { compiled, offsets, totals, pivotTotals, summary, annotations, view, hidesSql } = parts;
  return hash(
    "sha256",
    JSON.stringify([
      dataset.uuid,
      dataset.version,
      compiled.sql,
      compiled.prequery?.sql ?? null,
      compiled.items.map(({ label, zone }) => (zone === undefined ? label : [label, zone])),
      offsets.map(({ offset, compiled: other }) => [offset, other.sql, other.prequery?.sql]),
      totals?.sql ?? null,
      pivotTotals.map(({ sql, prequery }) => [sql, prequery?.sql]),
      summary?.sql ?? null,
      compiled.query.postProcessing,
      compiled.query.timeShift,
      compiled.query.timeGrain,
      compiled.appliedFilters,
      compiled.rejectedFilters,
      compiled.bounds,
      templateKeys(statementsOf(parts)),
      view,
      hidesSql,
      ...annotations.map(({ name, key }) => [name, key]),
    ]),
  );
}

const templateKeys = (parts: readonly CompiledQuery[]) =>
  parts.map(({ templates }) => templates && [templates.cacheKeys, [...templates.applied]]);
