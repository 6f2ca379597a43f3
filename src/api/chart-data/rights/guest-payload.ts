import { hasMatrix, loadTypedForm } from "../../../chart-types/index.ts";
import { type AdhocColumn, metricLabel, type QueryColumn, type QueryFilter } from "../../../model/adhoc.ts";
import { parseDashboardMetadata } from "../../../model/dashboard-metadata.ts";
import type { ExtraFormData } from "../../../model/data-mask.ts";
import { DYNAMIC_GROUPBY, filtersOf } from "../../../model/display-control.ts";
import { FormData, readSharedForm } from "../../../model/form-data.ts";
import { readJson } from "../../../model/json-text.ts";
import { matrixOf } from "../../../model/matrix.ts";
import type { NativeFilter } from "../../../model/native-filter.ts";
import { extentQuery, histogramQuery, targetColumn, valuesQuery } from "../../../model/native-filter-query.ts";
import { QueryContext, type QueryObject } from "../../../model/query-context.ts";
import { isTemporalRange } from "../../../query/normal-query.ts";
import { hasTemplate } from "../../../query/templates/template-text.ts";
import type { App } from "../../../server/app.ts";
import { forEachYielding } from "../../../server/event-loop.ts";
import { compositeChartOn } from "../../../server/rights/through-dashboard.ts";
import type { User } from "../../../server/user.ts";
import { type ChartRecord, chartIdsOfDashboard, chartsInPortions, findChart, formDataOf } from "../../chart/index.ts";
import type { DatasetRecord } from "../../dataset/index.ts";
import { gridColumns, gridQueries } from "./guest-grid.ts";
import { hasSavedAxis, hasSavedTime } from "./guest-time.ts";
import { columnsOf, columnText, filterText, isSubset, metricsOf, shownColumnsOf, textOf } from "./query-texts.ts";

/**
 * Whether a guest requests only what is saved on the dashboard: a query of one of its charts with its metrics, columns,
 * filters and order, plus what the dashboard's filters may add; or the values of one of its filters. The queries are
 * derived from the form data, because anyone who can see a chart can save its query context. Guests whose role can
 * drill see all underlying rows, so they may also group by any dimension.
 */
export async function isSavedPayload(app: App, user: User, { dataset, context }: PayloadRequest): Promise<boolean> {
  const formData = chartNamed(context.form_data ?? {});
  const onDashboard = await viewerOptionsOf(app, Number(formData.dashboardId), dataset);
  if (!onDashboard) return false;
  const shown = canSeeRows(user) ? drillable(onDashboard, dataset) : onDashboard;
  const filter = shown.filters.find((one) => one.id === formData.native_filter_id);
  const isOfFilter = formData.type === "NATIVE_FILTER";
  if (isOfFilter && !filter) return false;
  if (!hasSavedAxis(formData, isOfFilter ? [] : await savedForms(app, formData), dataset)) return false;
  const saved = isOfFilter && filter ? optionQueries(filter) : await chartQueries(app, formData, context.queries);
  const types = isOfFilter && filter ? DESCRIPTIONS[filter.filterType] : undefined;
  return context.queries.every((query) => {
    const type = query.result_type ?? context.result_type ?? "full";
    if (types?.includes(type)) return true;
    const own = isOfFilter && filter ? [...saved, ...histogramOf(filter, query)] : saved;
    const canVary = (one: QueryObject) =>
      canSeeRows(user) || isOfFilter || (isWhole(query, one, shown) && (isPaged(saved) || hasSavedRows(query, one)));
    return SHOWN_TYPES.has(type) && own.some((one) => isWithin(query, one, shown) && canVary(one));
  });
}

export const canSeeRows = (user: User): boolean =>
  user.can("can_drill", "Dashboard") && user.can("can_samples", "Datasource");

interface PayloadRequest {
  dataset: DatasetRecord;
  context: QueryContext;
}

/** Other clients send a chart drilled by another column with only the original chart's id. */
function chartNamed(formData: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return formData.slice_id === 0 ? { ...formData, slice_id: formData.chart_id } : formData;
}

function drillable(shown: ViewerOptions, { columns }: DatasetRecord): ViewerOptions {
  const groupable = columns.filter(({ groupby }) => groupby).map(({ column_name }) => columnText(column_name));
  return { ...shown, groupable: new Set(groupable), filterable: new Set([...shown.filterable, ...groupable]) };
}

const SHOWN_TYPES = new Set(["full", "results", "post_processed"]);
const DESCRIPTIONS: Readonly<Record<string, readonly string[]>> = {
  filter_timecolumn: ["columns"],
  filter_timegrain: ["timegrains"],
};

interface ViewerOptions {
  filters: readonly NativeFilter[];
  filterable: ReadonlySet<string>;
  targets: ReadonlySet<string>;
  changesTime: boolean;
  timeColumns: ReadonlySet<string>;
  groupable: ReadonlySet<string>;
  columns: ReadonlySet<string>;
  isTemplated: boolean;
}

async function viewerOptionsOf(
  app: App,
  dashboardId: number,
  dataset: DatasetRecord,
): Promise<ViewerOptions | undefined> {
  const row = await app.db
    .selectFrom("dashboards")
    .select("json_metadata")
    .where("id", "=", dashboardId)
    .executeTakeFirst();
  if (!row) return undefined;
  const metadata = parseDashboardMetadata(row.json_metadata);
  const filters = filtersOf(metadata);
  const targets = filters.flatMap((filter) => targetColumn(filter) ?? []);
  const chartIds = metadata.cross_filters_enabled ? await chartIdsOfDashboard(app.db, dashboardId) : [];
  const clicked: QueryColumn[] = [];
  for await (const charts of chartsInPortions(app.db, chartIds)) {
    await forEachYielding(charts, async (chart) => clicked.push(...(await savedQueries(chart)).flatMap(columnsOf)));
  }
  const has = (type: string) => filters.some((filter) => filter.filterType === type);
  const temporal = dataset.columns.filter((column) => column.is_dttm).map((column) => column.column_name);
  const hasTimeColumn = has("filter_timecolumn") || has("chart_customization_timecolumn");
  const hasDimensions = filters.some(
    (one) => one.filterType === DYNAMIC_GROUPBY && one.targets[0]?.datasetId === dataset.id,
  );
  const grouped = dataset.columns.filter((column) => column.groupby).map((column) => column.column_name);
  return {
    filters,
    filterable: new Set([...targets, ...clicked].map(columnText)),
    targets: new Set(targets.map(columnText)),
    changesTime: has("filter_time"),
    timeColumns: new Set((hasTimeColumn ? temporal : []).map(columnText)),
    groupable: new Set((hasDimensions ? grouped : []).map(columnText)),
    columns: new Set(dataset.columns.map((column) => columnText(column.column_name))),
    isTemplated: textsOf(dataset).some((text) => hasTemplate(text ?? "")),
  };
}

const textsOf = ({ sql, columns, metrics }: DatasetRecord) => [
  sql,
  ...[...columns, ...metrics].map(({ expression }) => expression),
];

/**
 * A chart within another chart gets that chart's filters and position. `queries` is the requested context, to find the
 * cells of a grid chart.
 */
export async function chartQueries(
  app: App,
  { slice_id, dashboardId, parent_slice_id }: Readonly<Record<string, unknown>>,
  queries: readonly QueryObject[] = [],
): Promise<QueryObject[]> {
  const [chartId, parentId] = [Number(slice_id), Number(parent_slice_id)];
  const chart = slice_id && Number.isSafeInteger(chartId) ? await findChart(app.db, chartId) : undefined;
  const layered = Number.isSafeInteger(parentId)
    ? await compositeChartOn(app.db, { dashboardId: Number(dashboardId), chartId: parentId })
    : undefined;
  if (!layered || (chart && !layered.layerIds.includes(chart.id))) return chart ? savedQueries(chart, { queries }) : [];
  const above = layered.form.adhoc_filters;
  const whole = await typedForm(layered.form);
  const parts = maybe(() => whole?.type.parts?.(whole.formData)) ?? [];
  const requested = await Promise.all(
    parts.map(async (part): Promise<QueryObject[]> => {
      const { chart: own, columns = [] } = part;
      const id = typeof own === "number" ? own : (own.slice_id ?? undefined);
      if (id !== chart?.id) return [];
      const form = typeof own === "number" ? own : { ...own, datasource: `${layered.datasetId}__table` };
      const ofParent = { adhoc_filters: above };
      const saved = chart ? await savedQueries(chart, { ofParent }) : await formQueries(form, { ofParent });
      return saved.map((query) => beside(query, columns));
    }),
  );
  return requested.flat();
}

interface ChartPart {
  ofParent?: { adhoc_filters: unknown };
  queries?: readonly QueryObject[];
}

async function savedForms(app: App, { slice_id }: Readonly<Record<string, unknown>>) {
  const chartId = Number(slice_id);
  const chart = slice_id && Number.isSafeInteger(chartId) ? await findChart(app.db, chartId) : undefined;
  if (!chart) return [];
  const form = formDataOf(chart);
  const typed = await typedForm(form);
  // Some types send a time axis that isn't stored.
  const sent = maybe(() => typed?.type.buildQuery(typed.formData).form_data);
  return [form, typed?.formData ?? {}, sent ?? {}];
}

async function savedQueries(chart: ChartRecord, requested: ChartPart = {}): Promise<QueryObject[]> {
  const form = formDataOf(chart);
  return (await typedForm(form)) || requested.ofParent?.adhoc_filters
    ? formQueries(form, requested)
    : savedContextQueries(chart);
}

async function formQueries(form: unknown, { ofParent, queries = [] }: ChartPart): Promise<QueryObject[]> {
  const typed = await typedForm(form);
  if (!typed) return [];
  const { type, formData: own } = typed;
  const above = FormData.safeParse({ ...own, adhoc_filters: ofParent?.adhoc_filters ?? [] });
  const adhoc_filters = [...(own.adhoc_filters ?? []), ...((above.success && above.data.adhoc_filters) || [])];
  const current = { ...own, adhoc_filters };
  const matrix = !ofParent && hasMatrix(type.key) ? matrixOf(current) : undefined;
  const requested = async (extra_form_data: ExtraFormData): Promise<QueryObject[]> => {
    const whole = { ...current, extra_form_data };
    const ask = (one: FormData) => type.buildQuery(one);
    if (!matrix) return maybe(() => ask(whole).queries) ?? [];
    const columns = gridColumns(matrix);
    if (queries.length === 0) return maybe(() => ask(whole).queries.map((one) => beside(one, columns))) ?? [];
    const found: QueryObject[] = [];
    await forEachYielding(queries, (query) => {
      found.push(...(maybe(() => gridQueries(whole, { matrix, query, ask })) ?? []));
    });
    return found;
  };
  return [...(await requested(current.extra_form_data ?? {})), ...(await requested(NOTHING))];
}

async function typedForm(form: unknown) {
  const read = readSharedForm(form);
  return read && loadTypedForm(read);
}

const beside = (query: QueryObject, columns: readonly QueryColumn[]): QueryObject => ({
  ...query,
  columns: [...(query.columns ?? []), ...columns],
});

const NOTHING: ExtraFormData = {
  adhoc_filters: [{ clause: "WHERE", expressionType: "SQL", sqlExpression: "1 = 0" }],
};

function savedContextQueries(chart: ChartRecord): QueryObject[] {
  const stored = QueryContext.safeParse(maybe(() => readJson(chart.query_context ?? "null")));
  return stored.success ? stored.data.queries : [];
}

function optionQueries(filter: NativeFilter): QueryObject[] {
  const requests = [{}, NOTHING].map((inherited) => ({ filter, inherited }));
  return requests.flatMap((request) =>
    [valuesQuery(request), extentQuery(request)].flatMap((context) => context?.queries ?? []),
  );
}

/** Of a guest's histogram: more would show single values. */
const MAX_BINS = 100;

function histogramOf(filter: NativeFilter, { columns, row_limit }: QueryObject): QueryObject[] {
  const [bin] = (columns ?? []).map((column) => (typeof column === "string" ? undefined : column.bin));
  if (filter.filterType !== "filter_range" || !bin || !row_limit || row_limit > MAX_BINS) return [];
  const own = histogramQuery({ filter, inherited: {} }, { low: 0, high: 1, bins: 1 })?.queries ?? [];
  return own.map((query) => ({ ...query, columns: query.columns?.map((column) => withBin(column, bin)), row_limit }));
}

const withBin = (column: QueryColumn, bin: AdhocColumn["bin"]) =>
  typeof column === "string" ? column : { ...column, bin };

function isWithin(query: QueryObject, saved: QueryObject, shown: ViewerOptions): boolean {
  return (
    isOfSavedSample(query, saved) &&
    hasSavedMetrics(query, saved) &&
    hasSavedColumns(query, saved, shown) &&
    hasSavedFilters(query, saved, shown) &&
    hasSavedTime(query, saved, shown) &&
    isSubset(query.annotation_layers, saved.annotation_layers)
  );
}

/** Totals of a few rows would reveal single rows. */
const isOfSavedSample = (query: QueryObject, saved: QueryObject) =>
  (query.extras?.sample_rows ?? null) === (saved.extras?.sample_rows ?? null);

const isPaged = (saved: readonly QueryObject[]) => saved.some((query) => query.is_rowcount);

function isWhole(query: QueryObject, saved: QueryObject, { groupable, timeColumns }: ViewerOptions): boolean {
  const [columns, metrics] = [shownColumnsOf(query).map(columnText), (query.metrics ?? []).map(textOf)];
  const isElsewhere = (column: string) => groupable.size > 0 || timeColumns.has(column);
  const isRequested = (column: QueryColumn) => columns.includes(columnText(column)) || isElsewhere(columnText(column));
  const [groups, savedGroups] = [query, saved].map((one) => (one.having_columns ?? []).map(columnText));
  return (
    isSameGroups(groups ?? [], savedGroups ?? [], (column) => groupable.has(column) || timeColumns.has(column)) &&
    shownColumnsOf(saved).every(isRequested) &&
    (saved.metrics ?? []).every((metric) => metrics.includes(textOf(metric))) &&
    Boolean(query.is_rowcount) === Boolean(saved.is_rowcount)
  );
}

function isSameGroups(requested: readonly string[], saved: readonly string[], isChosen: (column: string) => boolean) {
  if (requested.length === 0 || saved.length === 0) return requested.length === saved.length;
  const hasChosen = requested.some((column) => !saved.includes(column));
  return (
    requested.every((column) => saved.includes(column) || isChosen(column)) &&
    saved.every((column) => requested.includes(column) || hasChosen)
  );
}

function hasSavedRows(query: QueryObject, saved: QueryObject): boolean {
  const ordered = (one: QueryObject) => textOf([one.orderby ?? [], one.order_desc ?? true]);
  const rows = (query.row_limit || Number.POSITIVE_INFINITY) + (query.row_offset ?? 0);
  const series = (one: QueryObject) => one.series_limit || one.timeseries_limit || Number.POSITIVE_INFINITY;
  const isLimited = Boolean(saved.row_limit) || Number.isFinite(series(saved));
  if (isLimited && ordered(query) !== ordered(saved)) return false;
  return series(query) <= series(saved) && (!saved.row_limit || rows <= saved.row_limit);
}

function hasSavedMetrics(query: QueryObject, saved: QueryObject): boolean {
  if (!query.metrics && saved.metrics) return Boolean(query.is_rowcount);
  const known = new Set(metricsOf(saved).map(textOf));
  return metricsOf(query).every((metric) => known.has(textOf(metric)));
}

function hasSavedColumns(query: QueryObject, saved: QueryObject, { timeColumns, groupable }: ViewerOptions): boolean {
  const columns = new Set(columnsOf(saved).map(columnText));
  const known = (column: QueryColumn) => [columns, timeColumns, groupable].some((set) => set.has(columnText(column)));
  const requested = columnsOf(query);
  if (requested.length === 0 && columns.size > 0 && !query.metrics?.length) return false;
  const sorted = new Set([...metricsOf(saved).map(textOf), ...(saved.orderby ?? []).map(([by]) => textOf(by))]);
  const orders = query.orderby ?? [];
  return requested.every(known) && orders.every(([by]) => sorted.has(textOf(by)) || known(by as QueryColumn));
}

function hasSavedFilters(query: QueryObject, saved: QueryObject, shown: ViewerOptions): boolean {
  const own = new Set((saved.filters ?? []).map(filterText));
  const requested = (query.filters ?? []).map((filter) => ({ filter, text: filterText(filter) }));
  const added = requested.filter(({ text }) => !own.has(text));
  const texts = new Set(requested.map(({ text }) => text));
  const missing = (saved.filters ?? []).filter((filter) => !texts.has(filterText(filter)));
  const readable = ownColumns(saved, shown);
  const filtered = new Set((saved.filters ?? []).map(({ col }) => columnText(col)));
  const canFilter = (column: string) =>
    // Templates read all filters on a column, so another one would widen the chart's.
    shown.isTemplated && filtered.has(column)
      ? shown.targets.has(column)
      : shown.filterable.has(column) || readable.has(column);
  const canAdd = (filter: QueryFilter) =>
    canFilter(columnText(filter.col)) ||
    (isTemporalRange(filter) && shown.changesTime && typeof filter.col === "string");
  if (missing.some((filter) => !(isTemporalRange(filter) && shown.changesTime))) return false;
  return added.every(({ filter }) => canAdd(filter)) && hasSavedSql(query, saved);
}

function ownColumns(saved: QueryObject, { columns }: ViewerOptions): ReadonlySet<string> {
  const labels = metricsOf(saved).map((metric) => columnText(metricLabel(metric)));
  return new Set([...columnsOf(saved).map(columnText), ...labels.filter((label) => !columns.has(label))]);
}

function hasSavedSql(query: QueryObject, saved: QueryObject): boolean {
  const sqlOf = ({ extras, where, having }: QueryObject) =>
    [extras?.where, extras?.having, where, having].map((text) => text ?? "");
  const before = sqlOf(saved);
  if (saved.apply_fetch_values_predicate && !query.apply_fetch_values_predicate) return false;
  return sqlOf(query).every((text, i) => text === before[i]);
}

function maybe<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
