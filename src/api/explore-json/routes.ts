import { askedLayers } from "../../model/annotation-layer.ts";
import { badRequest, forbidden, TesseraError, typedError, type WireError } from "../../model/errors.ts";
import { FormData, parseDatasource } from "../../model/form-data.ts";
import { readJson } from "../../model/json-text.ts";
import type { ChartDataResponse, QueryContext, QueryObject } from "../../model/query-context.ts";
import { baseQuery } from "../../query/query-context.ts";
import {
  type Context,
  permission,
  type RawReply,
  type Resource,
  route,
  withLargeBody,
  withOptions,
} from "../../server/http/route.ts";
import { visibleChart } from "../chart/index.ts";
import { answerContext, chartDataOf, exactAnswer, textOf } from "../chart-data/index.ts";
import { getExploreJson, getExploreJsonOf, postExploreJson, postExploreJsonOf } from "./contract.ts";
import { withExtraFilters } from "./extra-filters.ts";
import { formError, type LegacyForm, type LegacyType, listOf, metricsOf, type Row } from "./legacy-type.ts";
import { LEGACY_TYPES } from "./legacy-types.ts";

const EXPLORE = permission("can_explore_json", "Superset");

export const exploreJson: Resource = {
  name: "explore-json",
  routes: [
    withLargeBody(
      withOptions(
        route(postExploreJson, EXPLORE, (ctx, { body, query }) => respond(ctx, { ...body, ...query })),
        { acceptsForm: true },
      ),
    ),
    route(getExploreJson, EXPLORE, (ctx, { query }) => respond(ctx, query)),
    withLargeBody(
      withOptions(
        route(postExploreJsonOf, EXPLORE, (ctx, { body, query, params }) =>
          respond(ctx, { ...body, ...query }, params),
        ),
        { acceptsForm: true },
      ),
    ),
    route(getExploreJsonOf, EXPLORE, (ctx, { query, params }) => respond(ctx, query, params)),
  ],
};

type Reply = Record<string, unknown> | RawReply;

interface Asked {
  form_data?: unknown;
  [option: string]: unknown;
}

interface Dataset {
  datasource_type: string;
  datasource_id: number;
}

async function respond(ctx: Context, asked: Asked, of?: Dataset): Promise<Reply> {
  const form = formOf(asked.form_data, of);
  if (form.viz_type === "deck_multi") return multi(ctx, form);
  const type = Object.hasOwn(LEGACY_TYPES, form.viz_type) ? LEGACY_TYPES[form.viz_type] : undefined;
  if (!type)
    throw formError(`The data of charts of the type '${form.viz_type}' is not made here: ask POST /api/v1/chart/data`);
  const context = contextOf(form, type, isOn(asked.force));
  if (isOn(asked.csv)) return file(ctx, context);
  if (isOn(asked.query)) return only(ctx, { ...context, result_type: "query" }, ["query", "language"]);
  const rows = ["data", "colnames", "coltypes", "rowcount", "sql_rowcount"];
  if (isOn(asked.results)) return only(ctx, { ...context, result_type: "results" }, rows);
  if (isOn(asked.samples)) return only(ctx, { ...context, result_type: "samples" }, rows);
  return payload(ctx, form, { context, type });
}

const isOn = (value: unknown) => value === "true" || value === "1";

function formOf(value: unknown, of: Dataset | undefined): LegacyForm {
  const parsed = FormData.safeParse(typeof value === "string" ? jsonOf(value) : value);
  if (!parsed.success) throw badRequest("Request is incorrect: form_data");
  const datasource = of ? `${of.datasource_id}__${of.datasource_type}` : parsed.data.datasource;
  if (!/^\d+__\w+$/.test(datasource ?? "")) throw formError("The dataset associated with this chart no longer exists");
  return withExtraFilters({ ...parsed.data, datasource });
}

function jsonOf(text: string): unknown {
  try {
    return readJson(text);
  } catch (cause) {
    throw typedError("INVALID_PAYLOAD_FORMAT_ERROR", "Request is not JSON", { cause });
  }
}

function contextOf(form: LegacyForm, type: LegacyType, force: boolean): QueryContext {
  const { grain, filters, ...own } = type.query(form);
  const base = baseQuery(form);
  const limit = Number(form.limit) || 0;
  const layers = askedLayers(form.annotation_layers);
  const query: QueryObject = {
    ...base,
    ...(own.is_timeseries && limit > 0 ? seriesLimitOf(form, { limit, columns: own.columns }) : {}),
    ...own,
    filters: [...(base.filters ?? []), ...(filters ?? [])],
    extras: { ...base.extras, ...(grain ? { time_grain_sqla: grain } : {}) },
    ...(layers.length > 0 ? { annotation_layers: layers } : {}),
  };
  return { datasource: parseDatasource(form.datasource ?? ""), queries: [query], form_data: form, force };
}

/** The first series by the metric that the form sorts by, else by the first metric. */
function seriesLimitOf(form: LegacyForm, { limit, columns }: { limit: number; columns: QueryObject["columns"] }) {
  const [metric] = metricsOf(form.timeseries_limit_metric);
  return {
    series_limit: limit,
    series_columns: columns,
    ...(metric === undefined ? {} : { series_limit_metric: metric }),
    ...(typeof form.order_desc === "boolean" ? { order_desc: form.order_desc } : {}),
  } satisfies Partial<QueryObject>;
}

async function file(ctx: Context, context: QueryContext): Promise<RawReply> {
  if (!ctx.user.can("can_csv", "Superset")) throw forbidden();
  return answerContext(ctx, { ...context, result_format: "csv" });
}

type Answer = ChartDataResponse["result"][number];

async function resultOf(ctx: Context, context: QueryContext): Promise<Answer> {
  const { app, user, signal } = ctx;
  const text = await textOf(await chartDataOf(app).answer(user, { context, signal }));
  const [result] = (JSON.parse(text) as ChartDataResponse).result;
  if (!result) throw badRequest("Empty query?");
  return result;
}

async function only(ctx: Context, context: QueryContext, keys: readonly string[]): Promise<Record<string, unknown>> {
  const body = await chartDataOf(ctx.app).answer(ctx.user, { context, signal: ctx.signal });
  const [result = {}] = ((await exactAnswer(body)) as { result: Record<string, unknown>[] }).result;
  return Object.fromEntries(keys.map((key) => [key, result[key] ?? null]));
}

/** The full answer: what was asked of the database, and its rows in the shape of the chart type. */
async function payload(
  ctx: Context,
  form: LegacyForm,
  { context, type }: { context: QueryContext; type: LegacyType },
): Promise<Record<string, unknown>> {
  try {
    const result = await resultOf(ctx, context);
    const range = { from: result.from_dttm ?? null, to: result.to_dttm ?? null };
    const rows = (result.data ?? []) as Row[];
    if (rows.length === 0) return { ...described(form, result), data: null };
    return { ...described(form, result), data: type.shape(rows, form, range) };
  } catch (error) {
    if (error instanceof TesseraError && error.status === 400) throw failed(form, error);
    throw error;
  }
}

/** Of charts that have layers. */
function annotationsOf(form: LegacyForm, result: Answer): Record<string, unknown> {
  const isAsked = askedLayers(form.annotation_layers).length > 0;
  return isAsked ? { annotation_data: result.annotation_data ?? {} } : {};
}

function described(form: LegacyForm, result: Answer): Record<string, unknown> {
  return {
    cache_key: result.cache_key ?? null,
    cached_dttm: result.cached_dttm ?? null,
    cache_timeout: result.cache_timeout ?? null,
    errors: [],
    form_data: form,
    is_cached: result.is_cached === true,
    query: result.query ?? null,
    from_dttm: result.from_dttm ?? null,
    to_dttm: result.to_dttm ?? null,
    status: "success",
    stacktrace: null,
    rowcount: result.rowcount ?? 0,
    colnames: result.colnames ?? [],
    coltypes: result.coltypes ?? [],
    ...annotationsOf(form, result),
    applied_filters: result.applied_filters ?? [],
    rejected_filters: result.rejected_filters ?? [],
  };
}

/** Faults of the form pass as they are; those of the query are told in the answer's own shape. */
function failed(form: LegacyForm, error: TesseraError): TesseraError {
  const body = error.body as { error?: string; message?: unknown; errors?: WireError[] };
  if (body.error !== undefined) return error;
  const message = { message: String(body.message), error_type: "VIZ_GET_DF_ERROR", level: "error", extra: null };
  const errors = body.errors ?? [message];
  return new TesseraError(400, { ...described(form, {} as Answer), errors, status: "failed", data: null } as never);
}

const MOST_LAYERS = 100;

/** Layers of several charts: the browser asks for the data of each. */
async function multi(ctx: Context, form: LegacyForm): Promise<Record<string, unknown>> {
  const ids = [...new Set(listOf<number>(form.deck_slices).map(Number))].filter(Number.isInteger);
  if (ids.length > MOST_LAYERS) throw formError(`There can be ${MOST_LAYERS} layers at most`);
  const charts = await Promise.all(ids.map((id) => visibleChart(ctx.app, ctx.user, id).catch(() => undefined)));
  const slices = charts.flatMap((chart) =>
    chart
      ? [
          {
            slice_id: chart.id,
            slice_name: chart.slice_name,
            slice_url: `/explore/?slice_id=${chart.id}`,
            description: chart.description,
            form_data: chart.params ? (readJson(chart.params) as object) : {},
          },
        ]
      : [],
  );
  return { ...described(form, {} as Answer), data: { features: {}, mapboxApiKey: "", slices } };
}
