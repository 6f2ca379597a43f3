import { t } from "../../i18n/translate.ts";
import { badRequest, notFound, TesseraError } from "../../model/errors.ts";
import { parseExact, readJson } from "../../model/json-text.ts";
import type { App } from "../../server/app.ts";
import { noteAction } from "../../server/audit/audited-request.ts";
import { agoText } from "../../server/clock.ts";
import {
  audited,
  type Context,
  permission,
  RawReply,
  type Resource,
  type Route,
  route,
  unaudited,
} from "../../server/http/route.ts";
import { openDashboardRules } from "../../server/rights/dashboards.ts";
import { canChange, ownersOf } from "../../server/rights/owners.ts";
import { anyOf } from "../../server/rights/rule.ts";
import { keyValuesOf } from "../../server/store/key-values.ts";
import { fullName, usersById } from "../../server/store/users.ts";
import {
  type ChartRecord,
  canSeeChart,
  chartUrl,
  dashboardsOfChart,
  formDataOf,
  maybeChart,
  visibleChart,
} from "../chart/index.ts";
import { rowSourceOf } from "../chart-data/index.ts";
import {
  assertDatasetAccess,
  canAccessDataset,
  type DatasetRecord,
  datasetForQuery,
  datasourceOf,
  refusalOf,
} from "../dataset/index.ts";
import * as contract from "./contract.ts";

type FormData = Record<string, unknown>;

interface StoredFormData {
  datasource_id: number;
  datasource_type: string;
  chart_id: number | null;
  form_data: string;
}

interface StoredPermalink {
  chartId: number | null;
  datasourceId: number | null;
  datasourceType: string;
  datasource: string;
  state: {
    formData: FormData;
    urlParams?: [string, string][] | null | undefined;
    chartState?: Record<string, unknown> | null | undefined;
  };
}

const FORM_DATA = keyValuesOf<StoredFormData>("explore_form_data", 7);
const PERMALINKS = keyValuesOf<StoredPermalink>("explore_permalink", null);

const READ = permission("can_read", "Explore");
const FORM_DATA_READ = permission("can_read", "ExploreFormDataRestApi");
const FORM_DATA_WRITE = permission("can_write", "ExploreFormDataRestApi");
const PERMALINK_READ = permission("can_read", "ExplorePermalinkRestApi");
const PERMALINK_WRITE = permission("can_write", "ExplorePermalinkRestApi");

interface Source {
  id: number;
  type: string;
}

const isSql = ({ type }: Source): boolean => type === "query" || type === "saved_query";

const sourceKey = (source: Source): string => (isSql(source) ? `${source.id}__${source.type}` : `${source.id}__table`);

interface Opening {
  formData: FormData;
  chartId: number | undefined;
  source: Source | undefined;
  message: string | null;
  chartState?: Record<string, unknown> | null | undefined;
}

const open = route(contract.open, READ, async (ctx, { query }) => {
  const opening = await openingOf(ctx, query);
  const { chart, record } = await openedOf(ctx, opening);
  const saved = chart ? formDataOf(chart) : {};
  return {
    result: {
      form_data: startingFormData(opening, { chart, record, saved, vizType: query.viz_type }),
      dataset: record ? payloadOf(record, opening.source) : missingDataset(),
      slice: chart ? await sliceOf(ctx, chart, saved) : null,
      message: opening.message,
      metadata: chart ? await metadataOf(ctx, chart) : null,
      ...(opening.chartState ? { chartState: opening.chartState } : {}),
    },
  };
});

interface Opened {
  chart: ChartRecord | undefined;
  record: DatasetRecord | undefined;
}

function payloadOf(record: DatasetRecord, source: Source | undefined) {
  const payload = datasourceOf(record);
  return source && isSql(source) ? { ...payload, id: source.id } : payload;
}

/**
 * Throws 403 without access to the requested or the chart's dataset; 404 for missing objects, including charts without
 * a dataset unless the caller owns them.
 */
async function openedOf(ctx: Context, { chartId, source }: Opening): Promise<Opened> {
  const { app, user } = ctx;
  const chart = chartId === undefined ? undefined : await maybeChart(app, chartId);
  if (chartId !== undefined && !chart) throw notFound();
  const record = await openedRows(ctx, source ?? tableOf(chart?.datasource_id));
  if (chart ? !(await canSeeChart(app, user, chart)) : !record) throw notFound();
  return { chart, record };
}

const tableOf = (id: number | null | undefined): Source | undefined => (id == null ? undefined : { id, type: "table" });

async function openedRows(ctx: Context, source: Source | undefined): Promise<DatasetRecord | undefined> {
  const { app, user } = ctx;
  if (!source) return undefined;
  if (isSql(source)) return sqlRows(ctx, source);
  const record = await maybeDataset(app, source.id);
  if (record && !canAccessDataset(user, record)) throw await refusalOf(app, user, record);
  return record;
}

async function sqlRows(ctx: Context, datasource: Source): Promise<DatasetRecord> {
  return (await rowSourceOf(ctx, { datasource: { ...datasource }, queries: [] })).dataset;
}

async function assertReadable(ctx: Context, source: Source): Promise<void> {
  if (isSql(source)) await sqlRows(ctx, source);
  else assertDatasetAccess(ctx.user, await datasetForQuery(ctx.app, source.id));
}

interface Starting extends Opened {
  saved: Record<string, unknown>;
  vizType: string | undefined;
}

function startingFormData(opening: Opening, { chart, record, saved, vizType }: Starting) {
  const formData: FormData = { viz_type: "table", ...saved, ...opening.formData };
  if (vizType) formData.viz_type = vizType;
  if (chart) formData.slice_id = chart.id;
  const source = opening.source ?? tableOf(record?.id ?? chart?.datasource_id);
  return { ...formData, datasource: source ? sourceKey(source) : "None__table" };
}

function missingDataset() {
  const name = t("[Missing Dataset]");
  return {
    id: 0,
    type: "table",
    name,
    datasource_name: name,
    table_name: name,
    columns: [],
    metrics: [],
    database: { id: 0, backend: "" },
  };
}

interface OpenQuery {
  slice_id?: number | undefined;
  datasource_id?: number | undefined;
  datasource_type?: string | undefined;
  form_data_key?: string | undefined;
  permalink_key?: string | undefined;
}

const requestedSource = ({ datasource_id: id, datasource_type: type = "table" }: OpenQuery): Source | undefined =>
  id === undefined ? undefined : { id, type };

function fallbackMessage({ chartId, source }: Pick<Opening, "chartId" | "source">): string {
  if (chartId !== undefined) return t("Form data not found in cache, reverting to chart metadata.");
  if (source && isSql(source)) return t("Form data not found in cache, reverting to query.");
  return t("Form data not found in cache, reverting to dataset.");
}

async function openingOf({ app }: Context, query: OpenQuery): Promise<Opening> {
  const requested = { chartId: query.slice_id, source: requestedSource(query) };
  if (query.permalink_key) {
    const stored = await PERMALINKS.read(app, query.permalink_key);
    const own = { chartId: stored.chartId ?? undefined, source: permalinkSource(stored) };
    const { formData, urlParams, chartState } = stored.state;
    const url_params = urlParams?.length ? { url_params: Object.fromEntries(urlParams) } : {};
    return { formData: { ...formData, ...url_params }, ...own, message: null, chartState };
  }
  if (!query.form_data_key) return { formData: {}, ...requested, message: null };
  try {
    const stored = await FORM_DATA.read(app, query.form_data_key);
    const formData = parseExact(stored.form_data) as FormData;
    return {
      formData,
      chartId: requested.chartId ?? stored.chart_id ?? undefined,
      source: formSource(stored),
      message: null,
    };
  } catch (error) {
    if (!(error instanceof TesseraError) || error.status !== 404) throw error;
    return { formData: {}, ...requested, message: fallbackMessage(requested) };
  }
}

type FormSource = Pick<StoredFormData, "datasource_id" | "datasource_type">;

const formSource = ({ datasource_id: id, datasource_type: type }: FormSource): Source => ({ id, type });

const permalinkSource = ({ datasourceId: id, datasourceType: type }: StoredPermalink): Source | undefined =>
  id === null ? undefined : { id, type };

async function maybeDataset(app: App, id: number): Promise<DatasetRecord | undefined> {
  try {
    return await datasetForQuery(app, id);
  } catch (error) {
    if (error instanceof TesseraError && error.status === 404) return undefined;
    throw error;
  }
}

async function sliceOf({ app, user }: Context, chart: ChartRecord, saved: Record<string, unknown>) {
  const owners = (await ownersOf(app.db, "chart", [chart.id])).get(chart.id) ?? [];
  return {
    slice_id: chart.id,
    slice_name: chart.slice_name,
    slice_url: chartUrl(chart.id),
    description: chart.description,
    cache_timeout: chart.cache_timeout,
    certified_by: chart.certified_by,
    certification_details: chart.certification_details,
    is_managed_externally: chart.is_managed_externally,
    form_data: saved,
    changed_on: chart.changed_on,
    owners,
    can_edit: await canChange(app.db, user, { noun: "chart", id: chart.id }),
  };
}

async function metadataOf({ app, user }: Context, chart: ChartRecord) {
  const now = app.clock.now();
  const owners = (await ownersOf(app.db, "chart", [chart.id])).get(chart.id) ?? [];
  const dashboards = await dashboardsOfChart(app.db, chart.id, anyOf(openDashboardRules(user)));
  const userOf = await usersById(app.db, [chart.created_by_fk, chart.changed_by_fk]);
  return {
    created_on_humanized: agoText(chart.created_on, now),
    changed_on_humanized: agoText(chart.changed_on, now),
    owners: owners.map(fullName),
    dashboards: dashboards.map(({ id, dashboard_title }) => ({ id, dashboard_title: dashboard_title ?? "" })),
    created_by: fullName(userOf(chart.created_by_fk)) || null,
    changed_by: fullName(userOf(chart.changed_by_fk)) || null,
  };
}

const placeOf = (source: Source): string => `${isSql(source) ? source.type : "dataset"} ${source.id}`;

interface FormDataBody {
  datasource_id: number;
  datasource_type: string;
  form_data: string;
  chart_id?: number | null | undefined;
}

async function checkedState(ctx: Context, body: FormDataBody): Promise<StoredFormData> {
  if (!isObject(body.form_data)) throw badRequest(t("form_data is not valid JSON"));
  await assertReadable(ctx, formSource(body));
  if (body.chart_id) await visibleChart(ctx.app, ctx.user, body.chart_id);
  return { ...body, chart_id: body.chart_id ?? null };
}

function isObject(text: string): boolean {
  try {
    const value = readJson(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

const createFormData = route(
  contract.createFormData,
  unaudited(FORM_DATA_WRITE, "keeps what the caller has chosen on a page"),
  async (ctx, { query, body }) => {
    const stored = await checkedState(ctx, body);
    const session = ctx.session?.tokenHash ?? "";
    const context = `${session}:${query.tab_id}:${stored.chart_id}:${sourceKey(formSource(stored))}`;
    // Anonymous visitors can't be told apart: each gets states of their own.
    const isNew = query.tab_id === undefined || ctx.user.isAnonymous;
    const place = placeOf(formSource(stored));
    return { key: await FORM_DATA.create(ctx, stored, { context: isNew ? undefined : context, place }) };
  },
);

const showFormData = route(contract.showFormData, FORM_DATA_READ, async (ctx, { params }) => {
  const stored = await FORM_DATA.read(ctx.app, params.key);
  await assertReadable(ctx, formSource(stored));
  return { form_data: stored.form_data };
});

const updateFormData = route(
  contract.updateFormData,
  unaudited(FORM_DATA_WRITE, "keeps what the caller has chosen on a page"),
  async (ctx, { params, body }) => {
    await FORM_DATA.update(ctx, params.key, await checkedState(ctx, body));
    return { key: params.key };
  },
);

const removeFormData = route(
  contract.removeFormData,
  unaudited(FORM_DATA_WRITE, "keeps what the caller has chosen on a page"),
  async (ctx, { params }) => {
    await FORM_DATA.remove(ctx, params.key);
    return { message: t("Deleted successfully") };
  },
);

const createPermalink = route(
  contract.createPermalink,
  audited(PERMALINK_WRITE, { action: "ExplorePermalinkRestApi.post", verb: "share", kind: "chart" }),
  async (ctx, { body }) => {
    const { formData, urlParams, chartState } = body;
    const [id, type = "table"] = String(formData.datasource ?? "").split("__");
    const datasourceId = Number(id) || null;
    if (datasourceId === null) throw badRequest();
    await assertReadable(ctx, { id: datasourceId, type });
    const chartId = typeof formData.slice_id === "number" ? formData.slice_id : null;
    if (chartId !== null) await visibleChart(ctx.app, ctx.user, chartId);
    const datasource = String(formData.datasource);
    const stored = {
      chartId,
      datasourceId,
      datasourceType: type,
      datasource,
      state: { formData, urlParams, chartState },
    };
    const place = placeOf({ id: datasourceId, type });
    if (chartId !== null) noteAction({ references: [chartId] });
    const key = await PERMALINKS.create(ctx, stored, { context: JSON.stringify(stored), place });
    return { key, url: `${ctx.request.protocol}://${ctx.request.host}/superset/explore/p/${key}/` };
  },
);

const showPermalink = route(contract.showPermalink, PERMALINK_READ, async (ctx, { params }) => {
  const stored = await PERMALINKS.read(ctx.app, params.key);
  const source = permalinkSource(stored);
  if (source) await assertReadable(ctx, source);
  return { ...stored };
});

const openSlice = route(contract.openSlice, permission("can_slice", "Superset"), async (ctx, { params, query }) => {
  const chart = await visibleChart(ctx.app, ctx.user, params.id);
  const standalone = query.standalone ? `&standalone=${encodeURIComponent(query.standalone)}` : "";
  return new RawReply(
    "",
    { location: `/explore/?slice_id=${chart.id}${standalone}`, "content-type": "text/html" },
    302,
  );
});

const chartFormData = route(contract.chartFormData, permission("can_query_form_data", "Api"), async (ctx, { query }) =>
  query.slice_id === undefined ? {} : formDataOf(await visibleChart(ctx.app, ctx.user, query.slice_id)),
);

const ROUTES: readonly Route[] = [
  openSlice,
  open,
  chartFormData,
  createFormData,
  showFormData,
  updateFormData,
  removeFormData,
  createPermalink,
  showPermalink,
];

export const exploreResource: Resource = { name: "explore", routes: ROUTES };
