import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { t } from "../../../i18n/translate.ts";
import { WITH_ARROW } from "../../../model/arrow-rows.ts";
import { badRequest, forbidden, requestError, typedError } from "../../../model/errors.ts";
import { readJson } from "../../../model/json-text.ts";
import type { OperationInput } from "../../../model/operation.ts";
import type { QueryContext } from "../../../model/query-context.ts";
import { noteAction } from "../../../server/audit/audited-request.ts";
import {
  arrivalMs,
  audited,
  type Context,
  permission,
  RawReply,
  type Resource,
  route,
  unaudited,
  withLargeBody,
  withOptions,
} from "../../../server/http/route.ts";
import type { JobEvent } from "../../../server/jobs/job-events.ts";
import { serverTimingHeader } from "../../../server/timeline.ts";
import { ensureChannel } from "../../async-event/index.ts";
import { formDataOf, visibleChart } from "../../chart/index.ts";
import { asyncResult, chartDataJob, enqueue } from "../async/async-query.ts";
import { BRUSH_ROUTES } from "../brush/routes.ts";
import {
  getAsyncChartData,
  getChartData,
  getChartDataByForm,
  postChartData,
  postChartDataBatch,
  postQuery,
} from "../contract.ts";
import { ARROW, type ArrowAnswer, arrowAnswer } from "../files/arrow.ts";
import { downloadFile } from "../files/download.ts";
import { type AnswerBody, chartDataOf, resultTextOf } from "../run/answer.ts";
import { unsentAnswers } from "../run/answer-sizes.ts";
import { answerTimes } from "../run/answer-timing.ts";
import { COMPOSITE_WITHOUT_DATA, contextOfChart, contextOfForm } from "../run/chart-context.ts";
import { isRowless } from "../run/metadata-answers.ts";
import { parseQueryContext, prepareContext } from "../run/prepare.ts";
import { acceptsArrow, streamBatch } from "./batch.ts";
import { dashboardDefaults } from "./dashboard-defaults.ts";
import { EXPLAIN_ROUTE } from "./explain.ts";
import { wholeGridContext } from "./grid-contexts.ts";
import { storedContext } from "./stored-context.ts";
import { WARM_UP_ROUTES } from "./warm-up.ts";

const READ = permission("can_read", "Chart");
const gunzipped = promisify(gunzip);
const gzipped = promisify(gzip);

export const chartData: Resource = {
  name: "chart-data",
  jobs: [chartDataJob],
  routes: [
    ...WARM_UP_ROUTES,
    ...BRUSH_ROUTES,
    withLargeBody(EXPLAIN_ROUTE),
    withLargeBody(
      withOptions(
        route(
          postChartData,
          audited(READ, { action: "ChartDataRestApi.data", verb: "download", kind: "chart", recorded: "noted" }),
          (ctx, { body }) => answerContext(ctx, contextBody(body), filenameOf(body)),
        ),
        { acceptsForm: true },
      ),
    ),
    route(
      getChartDataByForm,
      audited(READ, { action: "ChartDataRestApi.data", verb: "download", kind: "chart", recorded: "noted" }),
      async (ctx, { query }) => {
        const form = contextOf(query.form_data, "form_data") as Record<string, unknown>;
        return answerContext(ctx, await contextOfAddress(ctx, form, query));
      },
    ),
    route(
      getChartData,
      audited(READ, { action: "ChartDataRestApi.data", verb: "download", kind: "chart", recorded: "noted" }),
      (ctx, { params, query }) => respondStored(ctx, params.id, query),
    ),
    route(getAsyncChartData, READ, async (ctx, { params }) => sent(ctx, await asyncResult(ctx, params.cache_key))),
    withLargeBody(
      withOptions(
        route(
          postQuery,
          unaudited(permission("can_query", "Api"), "shows rows; only downloads are recorded"),
          answerQueries,
        ),
        { acceptsForm: true },
      ),
    ),
    withLargeBody(
      route(postChartDataBatch, unaudited(READ, "shows rows; only downloads are recorded"), async (ctx, { body }) => {
        if (ctx.app.config.features.globalAsyncQueries) await ensureChannel(ctx);
        const { body: stream, type, encoding } = streamBatch(ctx, body);
        return new RawReply(stream, {
          "content-type": type,
          ...(encoding ? { "content-encoding": encoding, vary: "accept, accept-encoding" } : { vary: "accept" }),
        });
      }),
    ),
  ],
};

function contextBody(body: { form_data?: unknown }): object {
  return typeof body.form_data === "string" ? contextOf(body.form_data, "form_data") : body;
}

function contextOf(text: string, field: string): object {
  try {
    const context: unknown = readJson(text);
    if (typeof context === "object" && context !== null) return context;
  } catch (cause) {
    throw typedError("INVALID_PAYLOAD_FORMAT_ERROR", t("Request is not JSON"), { cause });
  }
  throw badRequest(t("Request is incorrect: {problem}", { problem: field }));
}

async function answerQueries(ctx: Context, { body }: { body: { query_context: string } }) {
  const context = { ...contextOf(body.query_context, "query_context"), result_format: "json" };
  const answer = await chartDataOf(ctx.app).answer(ctx.user, { context, signal: ctx.signal });
  return new RawReply(await resultTextOf(answer), JSON_HEADERS);
}

const filenameOf = ({ filename }: { filename?: unknown }) => (typeof filename === "string" ? filename : undefined);

export async function answerContext(ctx: Context, requested: object, filename?: string): Promise<RawReply> {
  const body = withQueryString(requested, ctx.request.query as Record<string, unknown>);
  const { result_format: format, result_type: type } = body as Pick<QueryContext, "result_format" | "result_type">;
  if ((format ?? "json") !== "json" && !(type && isRowless(type))) return download(ctx, body, filename);
  if (ctx.request.headers.accept?.includes(ARROW)) {
    const prepared = await prepareContext(ctx.app, ctx.user, { context: parseQueryContext(body) });
    return arrowReply(await arrowAnswer(prepared, ctx.signal));
  }
  const async = await enqueue(ctx, body);
  if (async) return "kind" in async ? sent(ctx, async) : accepted(async);
  const wire = acceptsArrow(ctx) ? "arrow" : "json";
  const answer = await chartDataOf(ctx.app).answer(ctx.user, { context: body, signal: ctx.signal, wire });
  return sent(ctx, answer, wire === "arrow" ? WITH_ARROW : JSON_TYPE);
}

/** Arrow can't say that a limit was reached, so the headers do, as for files. */
function arrowReply({ bytes, rows, rowLimit }: ArrowAnswer): RawReply {
  const limit: Record<string, string> = rowLimit === null ? {} : { "x-row-limit": String(rowLimit) };
  const isReached = rowLimit !== null && rows >= rowLimit;
  const counted = { "x-row-count": String(rows), "x-row-limit-reached": String(isReached) };
  return new RawReply(bytes, { "content-type": ARROW, vary: "accept", ...limit, ...counted });
}

function withQueryString(context: { form_data?: unknown }, params: Record<string, unknown>): object {
  if (Object.keys(params).length === 0) return context;
  const formData = typeof context.form_data === "object" && context.form_data !== null ? context.form_data : {};
  const { url_params: own } = formData as { url_params?: unknown };
  const url_params = { ...(typeof own === "object" ? own : {}), ...params };
  return { ...context, form_data: { ...formData, url_params } };
}

async function download(ctx: Context, body: object, filename: string | undefined): Promise<RawReply> {
  if (!ctx.user.can("can_csv", "Superset")) throw forbidden();
  const context = parseQueryContext(body);
  const prepared = await prepareContext(ctx.app, ctx.user, { context });
  const format = context.result_format === "xlsx" ? "xlsx" : "csv";
  noteDownload(context, format);
  return downloadFile(ctx, { prepared, format, ...(filename ? { filename } : {}) });
}

/** Of a chart, or of a dataset that is explored without one. */
function noteDownload({ form_data, datasource }: QueryContext, format: string): void {
  const chartId = Number((form_data as { slice_id?: unknown } | undefined)?.slice_id ?? 0);
  const source = { kind: "dataset" as const, references: [datasource.id] };
  noteAction({ details: { format }, ...(chartId > 0 ? { references: [chartId] } : source) });
}

const accepted = (event: JobEvent) => new RawReply(JSON.stringify(event), JSON_HEADERS, 202);

const JSON_TYPE = "application/json; charset=utf-8";
const JSON_HEADERS = { "content-type": JSON_TYPE };

const COMPRESS_FROM = 256 * 1024;

async function sent(ctx: Context, body: AnswerBody, type = JSON_TYPE): Promise<RawReply> {
  const plain = { "content-type": type };
  const gzip = { ...plain, "content-encoding": "gzip", vary: "accept-encoding" };
  const acceptsGzip = /\bgzip\b/.test(ctx.request.headers["accept-encoding"] ?? "");
  const { bytes, isGzip } = await encoded(ctx, body, acceptsGzip);
  return new RawReply(bytes, { ...(isGzip ? gzip : plain), ...timingHeader(ctx, body) });
}

async function encoded(ctx: Context, { kind, bytes }: AnswerBody, acceptsGzip: boolean) {
  if (kind === "gzip") return { bytes: acceptsGzip ? bytes : await gunzipped(bytes), isGzip: acceptsGzip };
  unsentAnswers(ctx)(bytes.length);
  if (!acceptsGzip || bytes.length < COMPRESS_FROM) return { bytes, isGzip: false };
  return { bytes: await gzipped(bytes, { level: 1 }), isGzip: true };
}

function timingHeader(ctx: Context, { timing }: AnswerBody): Record<string, string> {
  if (!timing) return {};
  const window = { fromMs: arrivalMs(ctx), toMs: performance.now() };
  return { "server-timing": serverTimingHeader({ ...answerTimes(timing, window) }) };
}

interface StoredQuery {
  format?: string | undefined;
  type?: string | undefined;
  force?: string | undefined;
  filters_dashboard_id?: number | undefined;
}

async function respondStored(ctx: Context, chartId: number, query: StoredQuery): Promise<RawReply> {
  const chart = await visibleChart(ctx.app, ctx.user, chartId);
  const { filters_dashboard_id: dashboardId } = query;
  const defaults =
    dashboardId === undefined ? undefined : await dashboardDefaults(ctx, { dashboardId, chartId: chart.id });
  const stored = await storedContext(ctx, chart, defaults?.extra);
  const dashboard = dashboardId === undefined ? {} : { dashboardId };
  const context = {
    ...stored,
    form_data: { ...stored.form_data, slice_id: chart.id, ...dashboard },
    result_format: query.format ?? "json",
    result_type: query.type ?? "full",
    force: query.force === "true" || query.force === "1",
  };
  if (!defaults || context.result_format !== "json") return answerContext(ctx, context);
  const result = await resultTextOf(await chartDataOf(ctx.app).answer(ctx.user, { context, signal: ctx.signal }));
  const filters = JSON.stringify({ filters: defaults.filters });
  return new RawReply(`{"result":${result},"dashboard_filters":${filters}}`, JSON_HEADERS);
}

const isOn = (text: string | undefined) => text === "true" || text === "1";

async function contextOfAddress(
  ctx: Context,
  form: Record<string, unknown>,
  { csv, force, dashboard_id }: OperationInput<typeof getChartDataByForm>["query"],
): Promise<object> {
  const requested = "queries" in form ? form : await contextOfFormData(ctx, form);
  const own = typeof requested.form_data === "object" && requested.form_data !== null ? requested.form_data : {};
  return {
    ...requested,
    form_data: { ...own, ...(dashboard_id === undefined ? {} : { dashboardId: dashboard_id }) },
    ...(isOn(csv) ? { result_format: "csv" } : {}),
    ...(isOn(force) ? { force: true } : {}),
  };
}

async function contextOfFormData(ctx: Context, form: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { slice_id: id } = form;
  const described =
    form.viz_type === undefined ? undefined : ((await wholeGridContext(ctx, form)) ?? (await contextOfForm(form)));
  if (described) return { ...described, form_data: form };
  if (id === undefined || !Number.isSafeInteger(Number(id))) {
    throw badRequest(t("Request is incorrect: form_data has no chart ID and isn't a complete chart"));
  }
  const chart = await visibleChart(ctx.app, ctx.user, Number(id));
  const saved = (await wholeGridContext(ctx, formDataOf(chart))) ?? (await contextOfChart(chart));
  if (!saved) throw badRequest(t("Chart has no query context saved. Please save the chart again."));
  if (saved.queries.length === 0) throw requestError(t(COMPOSITE_WITHOUT_DATA));
  return { ...saved, form_data: { ...saved.form_data, slice_id: chart.id } };
}
