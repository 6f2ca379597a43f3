import { msg, t } from "../../../i18n/translate.ts";
import { instantOn, wallClockIn } from "../../../i18n/zone.ts";
import {
  type AnnotationData,
  AnnotationLayer,
  type AnnotationRecord,
  annotationLayersOf,
  isNative,
  sourceIdOf,
} from "../../../model/annotation-layer.ts";
import { badRequest, forbidden, requestError, TesseraError } from "../../../model/errors.ts";
import { QueryContext, type QueryObject } from "../../../model/query-context.ts";
import type { CompiledQuery } from "../../../query/compile.ts";
import type { Frame } from "../../../query/frame.ts";
import { labelOf } from "../../../query/frame.ts";
import type { App } from "../../../server/app.ts";
import { openDashboardRules } from "../../../server/rights/dashboards.ts";
import { annotationLayersOfGuest } from "../../../server/rights/guest-content.ts";
import { allowedAmong } from "../../../server/rights/rule.ts";
import type { User } from "../../../server/user.ts";
import { annotationRecords } from "../../annotation-layer/index.ts";
import { type ChartRecord, chartIdsOfDashboard, chartsByIds, formDataOf, visibleChart } from "../../chart/index.ts";
import { contextOfChart } from "./chart-context.ts";
import { executeQuery } from "./execute.ts";
import { messageOf } from "./failure.ts";
import { type PreparedContext, queriesWithRows } from "./prepared.ts";

/**
 * The data of a query's annotation layers. Preparing checks access and resolves everything the data depend on, so that
 * `key` is a cache key; `data` is read only on a miss.
 */
export interface PreparedAnnotation {
  name: string;
  key: unknown;
  data(signal: AbortSignal): Promise<AnnotationData>;
}

interface Request {
  app: App;
  user: User;
  query: QueryObject;
  context: QueryContext;
  prepare(context: QueryContext): Promise<PreparedContext>;
}

const MAX_LAYERS = 20;

/**
 * Formulas are evaluated in the browser. Throws a 400 for a missing source; a source that fails or isn't accessible is
 * an error of its layer.
 */
export function prepareAnnotations(request: Request): Promise<PreparedAnnotation[]> {
  const requestLayers = request.query.annotation_layers ?? [];
  if (requestLayers.length > MAX_LAYERS)
    throw badRequest(t("Charts can have up to {limit, number} annotation layers.", { limit: MAX_LAYERS }));
  const layers = requestLayers.map(parseLayer);
  return Promise.all(
    layers.filter((layer) => layer.annotationType !== "FORMULA").map((layer) => prepareLayer(request, layer)),
  );
}

async function prepareLayer(request: Request, layer: AnnotationLayer): Promise<PreparedAnnotation> {
  const source = isNative(layer) ? undefined : await sourceOf(request, layer);
  try {
    const prepared = await (source ? ofChart(request, source) : native(request, layer));
    return { ...prepared, data: (signal) => prepared.data(signal).catch((error) => layerError(error, signal)) };
  } catch (error) {
    const failed = layerError(error);
    return { name: layer.name, key: failed.error, data: async () => failed };
  }
}

export function layerError(error: unknown, signal?: AbortSignal): AnnotationData {
  if (!(error instanceof TesseraError) || signal?.aborted) throw error;
  return { records: [], error: isTimeout(error) ? t(TIMED_OUT) : messageOf(error) };
}

const TIMED_OUT = msg("Query timeout");

function isTimeout({ body }: TesseraError): boolean {
  return "errors" in body && body.errors.some(({ error_type }) => /TIMEOUT/.test(error_type));
}

export async function annotationDataOf(
  { annotations }: { annotations: readonly PreparedAnnotation[] },
  signal: AbortSignal,
): Promise<Record<string, AnnotationData>> {
  const entries = annotations.map(async ({ name, data }) => [name, await data(signal)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

function parseLayer(value: unknown): AnnotationLayer {
  const parsed = AnnotationLayer.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw requestError(
    t("Request is incorrect: {problem}", {
      problem: `annotation_layers.${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`,
    }),
  );
}

const NATIVE_COLUMNS = ["start_dttm", "end_dttm", "short_descr", "long_descr", "json_metadata"];

async function native(request: Request, layer: AnnotationLayer): Promise<PreparedAnnotation> {
  const id = sourceIdOf(layer);
  await assertNativeAccess(request, id);
  const records = id === undefined ? [] : await annotationRecords(request.app, id);
  const data = { columns: NATIVE_COLUMNS, records };
  return { name: layer.name, key: records, data: () => Promise.resolve(data) };
}

async function assertNativeAccess(request: Request, id: number | undefined): Promise<void> {
  const ofGuest = await annotationLayersOfGuest(request.app.db, request.user);
  if (ofGuest && !ofGuest.has(id ?? 0)) throw forbidden();
  if (request.user.can("can_read", "Annotation")) return;
  const chart = await contextChart(request);
  const saved = annotationLayersOf(formDataOf(chart).annotation_layers);
  if (!saved.some((layer) => isNative(layer) && sourceIdOf(layer) === id)) throw forbidden();
}

async function contextChart({ app, user, context }: Request): Promise<ChartRecord> {
  const id = Number(context.form_data?.slice_id);
  if (!Number.isInteger(id) || id <= 0) throw forbidden();
  const dashboardId = Number(context.form_data?.dashboardId);
  const open = await allowedAmong(
    app.db,
    { table: "dashboards", rules: openDashboardRules(user) },
    Number.isInteger(dashboardId) && dashboardId < 2 ** 31 ? [dashboardId] : [],
  );
  const shown = await Promise.all([...open].map((one) => chartIdsOfDashboard(app.db, one)));
  const [onOpen] = shown.flat().includes(id) ? await chartsByIds(app.db, [id]) : [];
  return onOpen ?? visibleChart(app, user, id);
}

async function ofChart(request: Request, { layer, chart, context }: ChartSource): Promise<PreparedAnnotation> {
  const queries = context.queries.map((query) => overridden(query, layer, request.query));
  const requested = QueryContext.safeParse({ ...context, queries, result_type: "full", result_format: "json" });
  if (!requested.success)
    throw requestError(
      t("The annotation layer's chart can't be queried: {problem}", {
        problem: requested.error.issues[0]?.message ?? "",
      }),
    );
  const prepared = await request.prepare(requested.data);
  const [query] = queriesWithRows(prepared);
  if (!query) throw noContext();
  const { compiled } = query;
  return {
    name: layer.name,
    key: [chart.id, query.key, ...(compiled.items.some((item) => item.zone) ? [compiled.zone] : [])],
    data: async (signal) => {
      const { frame } = await executeQuery(query, prepared, signal);
      return { records: recordsOf(frame, compiled) };
    },
  };
}

interface ChartSource {
  layer: AnnotationLayer;
  chart: ChartRecord;
  context: QueryContext;
}

const noContext = () => requestError(t("The chart query context does not exist"));

async function sourceOf(request: Request, layer: AnnotationLayer): Promise<ChartSource> {
  const chart = await chartOf(request, layer);
  const context = await contextOfChart(chart);
  if (!context) throw noContext();
  return { layer, chart, context };
}

async function chartOf({ app, user }: Request, layer: AnnotationLayer): Promise<ChartRecord> {
  const id = sourceIdOf(layer);
  if (id === undefined) throw requestError(t("The chart does not exist"));
  try {
    return await visibleChart(app, user, id);
  } catch (cause) {
    if (cause instanceof TesseraError && cause.status === 404) throw requestError(t("The chart does not exist"));
    throw cause;
  }
}

function overridden(query: QueryObject, layer: AnnotationLayer, own: QueryObject): QueryObject {
  const overrides = layer.overrides ?? {};
  const grain = "time_grain_sqla" in overrides ? (overrides.time_grain_sqla ?? own.extras?.time_grain_sqla) : undefined;
  const range = "time_range" in overrides ? (overrides.time_range ?? rangeOf(own)) : undefined;
  const base: QueryObject = { ...query, annotation_layers: null, result_type: null };
  const ranged = range ? withRange(base, range, layer) : base;
  return {
    ...ranged,
    ...(grain ? withGrain(ranged, grain) : {}),
    ...(overrides.granularity ? { granularity: overrides.granularity } : {}),
    ...(overrides.time_shift ? { time_shift: overrides.time_shift } : {}),
  };
}

const isTimeFilter = (filter: { op: string }) => filter.op.toUpperCase() === "TEMPORAL_RANGE";

function rangeOf(query: QueryObject): string | undefined {
  const filter = query.filters?.find(isTimeFilter);
  return query.time_range ?? (typeof filter?.val === "string" ? filter.val : undefined);
}

function withRange(query: QueryObject, range: string, layer: AnnotationLayer): QueryObject {
  const ranged = { ...query, time_range: range };
  if (query.granularity || query.granularity_sqla || query.filters?.some(isTimeFilter)) return ranged;
  const axis = query.columns?.find((column) => typeof column !== "string" && column.columnType === "BASE_AXIS");
  const column = typeof axis === "object" && axis.isColumnReference ? axis.sqlExpression : layer.timeColumn;
  if (!column) return ranged;
  return { ...ranged, filters: [...(query.filters ?? []), { col: column, op: "TEMPORAL_RANGE", val: range }] };
}

function withGrain(query: QueryObject, grain: string): QueryObject {
  return {
    extras: { ...query.extras, time_grain_sqla: grain },
    ...(query.columns
      ? {
          columns: query.columns.map((column) =>
            typeof column !== "string" && column.columnType === "BASE_AXIS" ? { ...column, timeGrain: grain } : column,
          ),
        }
      : {}),
  };
}

/** Moments are on the reader's clock, as on the axes of charts. */
function recordsOf(frame: Frame, { items, zone }: CompiledQuery): AnnotationRecord[] {
  const columns = frame.columns.map((column) => {
    const label = labelOf(column);
    const shown = items.find((item) => item.label === label)?.zone;
    if (zone === undefined || shown === undefined || shown === zone) return { label, values: column.values };
    const onClock = (value: unknown) =>
      typeof value === "number" ? wallClockIn(instantOn(value, shown), zone) : value;
    return { label, values: Array.from(column.values, onClock) };
  });
  return Array.from({ length: frame.rows }, (_, row) =>
    Object.fromEntries(columns.map(({ label, values }) => [label, plain(values[row])])),
  );
}

function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  return typeof value === "number" && !Number.isFinite(value) ? null : (value ?? null);
}
