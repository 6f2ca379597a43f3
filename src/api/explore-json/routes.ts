import { withFilters } from "../../chart-seam/legacy-filters.ts";
import { t } from "../../i18n/translate.ts";
import { layersToQuery } from "../../model/annotation-layer.ts";
import { badRequest, forbidden, TesseraError, typedError } from "../../model/errors.ts";
import { FormData, parseDatasource } from "../../model/form-data.ts";
import { readJson } from "../../model/json-text.ts";
import type { QueryContext, QueryObject } from "../../model/query-context.ts";
import { baseQuery } from "../../query/query-context.ts";
import type { App } from "../../server/app.ts";
import { encodingsFor } from "../../server/http/responses.ts";
import {
  audited,
  type Context,
  permission,
  RawReply,
  type Resource,
  route,
  withLargeBody,
  withOptions,
} from "../../server/http/route.ts";
import { openRowsPool } from "../../server/threads/rows-pool.ts";
import type { TaskPool } from "../../server/threads/task-pool.ts";
import { visibleChart } from "../chart/index.ts";
import { answerContext, chartDataOf } from "../chart-data/index.ts";
import { getExploreJson, getExploreJsonOf, postExploreJson, postExploreJsonOf } from "./contract.ts";
import { formError, type LegacyForm, type LegacyType, listOf, metricsOf } from "./legacy-type.ts";
import { LEGACY_TYPES } from "./legacy-types.ts";
import { failedPayload, type Layer } from "./payload.ts";
import type { PayloadTask } from "./payload-thread.ts";

const EXPLORE = permission("can_explore_json", "Superset");

export const exploreJson: Resource = {
  name: "explore-json",
  routes: [
    withLargeBody(
      withOptions(
        route(
          postExploreJson,
          audited(EXPLORE, { action: "explore_json", verb: "download", kind: "chart", recorded: "noted" }),
          (ctx, { body, query }) => respond(ctx, { ...body, ...query }),
        ),
        { acceptsForm: true },
      ),
    ),
    route(
      getExploreJson,
      audited(EXPLORE, { action: "explore_json", verb: "download", kind: "chart", recorded: "noted" }),
      (ctx, { query }) => respond(ctx, query),
    ),
    withLargeBody(
      withOptions(
        route(
          postExploreJsonOf,
          audited(EXPLORE, { action: "explore_json", verb: "download", kind: "chart", recorded: "noted" }),
          (ctx, { body, query, params }) => respond(ctx, { ...body, ...query }, params),
        ),
        { acceptsForm: true },
      ),
    ),
    route(
      getExploreJsonOf,
      audited(EXPLORE, { action: "explore_json", verb: "download", kind: "chart", recorded: "noted" }),
      (ctx, { query, params }) => respond(ctx, query, params),
    ),
  ],
};

interface LegacyRequest {
  form_data?: unknown;
  [option: string]: unknown;
}

interface Dataset {
  datasource_type: string;
  datasource_id: number;
}

async function respond(ctx: Context, requested: LegacyRequest, of?: Dataset): Promise<RawReply> {
  const form = formOf(requested.form_data, of);
  if (form.viz_type === "deck_multi") return multi(ctx, form);
  const type = Object.hasOwn(LEGACY_TYPES, form.viz_type) ? LEGACY_TYPES[form.viz_type] : undefined;
  if (!type)
    throw formError(
      t("Charts of type {type} aren't available at this endpoint. Use POST /api/v1/chart/data.", {
        type: `'${form.viz_type}'`,
      }),
    );
  const context = contextOf(form, type, isOn(requested.force));
  if (isOn(requested.csv)) return file(ctx, context);
  if (isOn(requested.query)) return only(ctx, { ...context, result_type: "query" }, ["query", "language"]);
  const rows = ["data", "colnames", "coltypes", "rowcount", "sql_rowcount"];
  if (isOn(requested.results)) return only(ctx, { ...context, result_type: "results" }, rows);
  if (isOn(requested.samples)) return only(ctx, { ...context, result_type: "samples" }, rows);
  return payload(ctx, form, context);
}

const isOn = (value: unknown) => value === "true" || value === "1";

function formOf(value: unknown, of: Dataset | undefined): LegacyForm {
  const parsed = FormData.safeParse(typeof value === "string" ? jsonOf(value) : value);
  if (!parsed.success) throw badRequest(t("Request is incorrect: form_data"));
  const datasource = of ? `${of.datasource_id}__${of.datasource_type}` : parsed.data.datasource;
  if (!/^\d+__\w+$/.test(datasource ?? ""))
    throw formError(t("The dataset associated with this chart no longer exists"));
  return withFilters({ ...parsed.data, datasource });
}

function jsonOf(text: string): unknown {
  try {
    return readJson(text);
  } catch (cause) {
    throw typedError("INVALID_PAYLOAD_FORMAT_ERROR", t("Request is not JSON"), { cause });
  }
}

function contextOf(form: LegacyForm, type: LegacyType, force: boolean): QueryContext {
  const { grain, filters, ...own } = type.query(form);
  const base = baseQuery(form);
  const limit = Number(form.limit) || 0;
  const layers = layersToQuery(form.annotation_layers);
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

async function only(ctx: Context, context: QueryContext, fields: readonly string[]): Promise<RawReply> {
  const body = await chartDataOf(ctx.app).answer(ctx.user, { context, signal: ctx.signal });
  return payloadReply(ctx, { kind: "picked", body, fields });
}

async function payload(ctx: Context, form: LegacyForm, context: QueryContext): Promise<RawReply> {
  try {
    const body = await chartDataOf(ctx.app).answer(ctx.user, { context, signal: ctx.signal });
    return await payloadReply(ctx, { kind: "shaped", body, form });
  } catch (error) {
    if (error instanceof TesseraError && error.status === 400) throw failedPayload(form, error);
    throw error;
  }
}

const MAX_LAYERS = 100;
const MAX_LAYERS_CHARS = 16 * 1024 * 1024;

async function multi(ctx: Context, form: LegacyForm): Promise<RawReply> {
  const ids = [...new Set(listOf<number>(form.deck_slices).map(Number))].filter(Number.isInteger);
  if (ids.length > MAX_LAYERS) throw formError(t("At most {limit, number} layers are allowed", { limit: MAX_LAYERS }));
  const layers: Layer[] = [];
  let chars = 0;
  for (const id of ids) {
    const chart = await visibleChart(ctx.app, ctx.user, id).catch(() => undefined);
    if (!chart) continue;
    const { slice_name, description, params } = chart;
    chars += params?.length ?? 0;
    if (chars > MAX_LAYERS_CHARS) throw formError(t("The layers' settings are larger than 16 MB. Use fewer layers."));
    layers.push({ slice_id: id, slice_name, slice_url: `/explore/?slice_id=${id}`, description, params });
  }
  return payloadReply(ctx, { kind: "layers", layers, form });
}

const GZIP_MAGIC = 0x1f;

type Task = PayloadTask extends infer One ? (One extends unknown ? Omit<One, "acceptsGzip"> : never) : never;

async function payloadReply(ctx: Context, task: Task): Promise<RawReply> {
  const acceptsGzip = encodingsFor(ctx.request.headers["accept-encoding"]).includes("gzip");
  const payload = (await ctx.app.once(openPool).run({ ...task, acceptsGzip }, { size: 0 })) as Uint8Array;
  const { buffer, byteOffset, byteLength } = payload;
  return new RawReply(Buffer.from(buffer, byteOffset, byteLength), {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    vary: "accept-encoding",
    ...(payload[0] === GZIP_MAGIC ? { "content-encoding": "gzip" } : {}),
  });
}

const openPool = (app: App): TaskPool =>
  openRowsPool(app, {
    entry: new URL("./payload-thread.ts", import.meta.url),
    name: "explore-json",
    idleMs: 60_000,
    tooSlow: (seconds) =>
      tooLargeError(
        t("Preparing the chart's data took longer than {seconds, number} seconds. Request fewer rows or groups.", {
          seconds,
        }),
      ),
    tooBig: (megabytes) =>
      tooLargeError(
        t("Preparing the chart's data took more than {megabytes, number} MB of memory. Request fewer rows or groups.", {
          megabytes,
        }),
      ),
  });

const tooLargeError = (message: string) => typedError("BACKEND_TIMEOUT_ERROR", message, { status: 400 });
