import { isDeepStrictEqual } from "node:util";
import { type Kysely, sql } from "kysely";
import { drawingProblems } from "../../chart-seam/define.ts";
import { chartCard, loadTypedForm } from "../../chart-types/index.ts";
import { list } from "../../i18n/intl.ts";
import { msg, t } from "../../i18n/translate.ts";
import { forbidden, unprocessable } from "../../model/errors.ts";
import { readSharedForm } from "../../model/form-data.ts";
import { readJson } from "../../model/json-text.ts";
import { QueryContext } from "../../model/query-context.ts";
import { SIZES } from "../../model/size-limits.ts";
import type { App } from "../../server/app.ts";
import { openDashboardRules } from "../../server/rights/dashboards.ts";
import { assertUnmanaged } from "../../server/rights/managed.ts";
import { assertOwner, canChange, resolveChangedOwners, resolveOwners, setOwners } from "../../server/rights/owners.ts";
import { allowedAmong } from "../../server/rights/rule.ts";
import { layerIdsOf } from "../../server/rights/through-dashboard.ts";
import type { Content } from "../../server/store/content.ts";
import { assertSize } from "../../server/store/sizes.ts";
import { type Actor, changedBy, type Stamp, stampOf } from "../../server/store/stamp.ts";
import type { RowChanges, Tables } from "../../server/store/tables.ts";
import { setTags } from "../../server/store/tags.ts";
import { keepVersion, saveVersion } from "../../server/store/versions.ts";
import type { User } from "../../server/user.ts";
import { assertDatasetAccess, datasetForQuery, findDataset } from "../dataset/index.ts";
import type { CreateChart, UpdateChart } from "./contract.ts";
import { annotationIdsIn, visibleAnnotationsAmong, visibleChartsAmong } from "./policy.ts";
import { formDataOf } from "./present.ts";
import {
  type ChartRecord,
  dashboardsOfChart,
  insertChart,
  saveQueryContext,
  setChartDashboards,
  updateChart,
} from "./store.ts";

const FOREIGN_DASHBOARDS = msg("Changing one or more of these dashboards is forbidden");

export async function createChart(app: App, user: User, body: CreateChart): Promise<{ id: number; changedOn: string }> {
  if (user.isAnonymous) throw forbidden();
  const { owners, dashboards = [], query_context_generation: _, datasource_type, uuid, ...values } = body;
  const datasource_name = await datasetName({ app, user }, body.datasource_id, datasource_type);
  await assertDashboards({ app, user }, dashboards);
  await assertLayers({ app, user }, body.params);
  const users = await resolveOwners(app.db, user, owners?.length ? owners : undefined);
  const stamp = stampOf(app, user);
  const id = await app.db.transaction().execute(async (trx) => {
    const isManaged = values.is_managed_externally ?? false;
    const row = { ...values, is_managed_externally: isManaged, datasource_type: "table", datasource_name };
    const created = await insertChart(trx, { ...row, uuid: uuid ?? undefined }, stamp);
    await setOwners(trx, { noun: "chart", id: created }, users);
    await setChartDashboards(trx, created, dashboards);
    await keepDashboards(app, trx, { ids: dashboards, stamp });
    await keepVersion(app, trx, { object: { noun: "chart", id: created }, stamp });
    return created;
  });
  announce(app, id, dashboards);
  return { id, changedOn: stamp.now };
}

/**
 * Returns the time of the save. Saving only a generated query context creates no version, and needs no ownership for a
 * chart without one. Throws 412 if it would overwrite changes since `basedOn`.
 */
export async function changeChart(
  { app, user }: Actor,
  chart: ChartRecord,
  { body, basedOn }: { body: UpdateChart; basedOn: string | undefined },
): Promise<string> {
  if (isGenerated(body)) {
    assertOwnQuery(chart, body.query_context);
    await saveQueryContext(app.db, chart.id, await checkedContext({ app, user }, chart, body));
    app.events.changed("chart", chart.id);
    return chart.changed_on;
  }
  await assertOwner(app.db, user, { noun: "chart", ids: [chart.id] });
  await assertUnmanaged(app.db, { noun: "chart", ids: [chart.id] }, body);
  const { owners, dashboards, tags, query_context_generation, datasource_id, datasource_type, ...fields } = body;
  const datasource = await datasourceChange({ app, user }, datasource_id, datasource_type);
  await assertQueryAccess({ app, user }, chart, body);
  const before = (await dashboardsOfChart(app.db, chart.id)).map((dashboard) => dashboard.id);
  const open = await allowedAmong(app.db, { table: "dashboards", rules: openDashboardRules(user) }, before);
  // The user can't see the others, so leaving them out doesn't remove them.
  const hidden = before.filter((id) => !open.has(id));
  if (dashboards) await assertDashboards({ app, user }, [...dashboards, ...hidden], before);
  await assertLayers({ app, user }, body.params, chart.params);
  const users = await resolveChangedOwners(app.db, user, { noun: "chart", id: chart.id }, owners);
  const stamp = stampOf(app, user);
  const saved = query_context_generation ? {} : { last_saved_at: stamp.now, last_saved_by_fk: stamp.userId };
  await saveVersion(app, { object: { noun: "chart", id: chart.id }, stamp, basedOn }, async (trx) => {
    await updateChart(trx, chart.id, { ...rowChanges(fields), ...datasource, ...saved, ...changedBy(stamp) });
    if (users) await setOwners(trx, { noun: "chart", id: chart.id }, users);
    if (dashboards) await setChartDashboards(trx, chart.id, [...dashboards, ...hidden]);
    await keepDashboards(app, trx, { ids: dashboards?.filter((id) => !before.includes(id)) ?? [], stamp });
    if (tags && !(await setTags(trx, { type: "chart", id: chart.id }, tags)))
      throw unprocessable({ tags: [t("Some tags do not exist")] });
  });
  announce(app, chart.id, [...before, ...(dashboards ?? [])]);
  return stamp.now;
}

export async function restoreChart({ app, user }: Actor, chart: ChartRecord, content: Content): Promise<void> {
  const { uuid: _, datasource_id, datasource_name: __, ...values } = content as RowChanges<"charts">;
  const isMoved = typeof datasource_id === "number" && datasource_id !== chart.datasource_id;
  const datasource = isMoved ? await datasourceChange({ app, user }, datasource_id, "table") : {};
  await assertQueryAccess({ app, user }, chart, values);
  const stamp = stampOf(app, user);
  const saved = { last_saved_at: stamp.now, last_saved_by_fk: stamp.userId, ...changedBy(stamp) };
  await saveVersion(app, { object: { noun: "chart", id: chart.id }, stamp }, (trx) =>
    updateChart(trx, chart.id, { ...values, ...datasource, ...saved }),
  );
  announce(
    app,
    chart.id,
    (await dashboardsOfChart(app.db, chart.id)).map((dashboard) => dashboard.id),
  );
}

/** A dashboard without a layout changes by the charts that are added to it. */
async function keepDashboards(
  app: App,
  trx: Kysely<Tables>,
  { ids, stamp }: { ids: readonly number[]; stamp: Stamp },
): Promise<void> {
  const rows = await trx
    .selectFrom("dashboards")
    .select("id")
    .where("id", "in", [...ids, -1])
    .where((e) => e.or([e("position_json", "is", null), e("position_json", "in", ["", "{}"])]))
    .execute();
  for (const { id } of rows) await keepVersion(app, trx, { object: { noun: "dashboard", id }, stamp });
}

/**
 * Everyone with access to its dashboards sees a chart's data. Typed 403 if an owner who can't read the dataset changes
 * the query.
 */
async function assertQueryAccess({ app, user }: Actor, chart: ChartRecord, changes: Queried): Promise<void> {
  const isChanged = QUERIED.some((name) => changes[name] !== undefined && changes[name] !== chart[name]);
  if (!isChanged || chart.datasource_id === null) return;
  const dataset = await findDataset(app.db, chart.datasource_id);
  if (dataset) assertDatasetAccess(user, await datasetForQuery(app, dataset.id));
}

const QUERIED = ["params", "query_context", "viz_type"] as const;
type Queried = { readonly [name in (typeof QUERIED)[number]]?: string | null | undefined };

function assertOwnQuery(chart: ChartRecord, text: string | null | undefined): void {
  if (!text) return;
  const requested = (readJson(text) as { datasource?: { id?: unknown } } | null)?.datasource?.id;
  if (requested !== undefined && String(requested) !== String(chart.datasource_id))
    throw unprocessable({ query_context: [t("The query uses a different dataset than the chart")] });
}

function announce(app: App, chartId: number, dashboards: readonly number[]): void {
  app.events.changed("chart", chartId);
  for (const id of new Set(dashboards)) app.events.changed("dashboard", id);
}

/**
 * Owners may save any query context; readers only for a chart without one, and only the query of its form data, because
 * it acts for the chart's author.
 */
async function checkedContext({ app, user }: Actor, chart: ChartRecord, body: UpdateChart): Promise<string | null> {
  const text = body.query_context ?? null;
  // A chart of an unknown type runs this query for everyone with access to its dashboards.
  const isShown = chartCard(chart.viz_type ?? "") === undefined;
  const isReaders =
    !isShown &&
    !chart.query_context &&
    text !== null &&
    !(await canChange(app.db, user, { noun: "chart", id: chart.id }));
  if (!chart.query_context) assertSize("query_context", text, SIZES.state);
  if (isReaders) return generatedContext(chart, text);
  await assertOwner(app.db, user, { noun: "chart", ids: [chart.id] });
  if (isShown) await assertQueryAccess({ app, user }, chart, body);
  return text;
}

function isGenerated(body: UpdateChart): boolean {
  const others = Object.keys(body).filter((key) => key !== "query_context" && key !== "query_context_generation");
  return Boolean(body.query_context_generation) && others.length === 0;
}

async function datasourceChange(
  actor: Actor,
  id: number | null | undefined,
  type: string | null | undefined,
): Promise<RowChanges<"charts">> {
  if (id === undefined || id === null) return {};
  if (!type) throw unprocessable({ datasource_type: [t("Datasource type is required when datasource_id is given")] });
  return { datasource_id: id, datasource_type: "table", datasource_name: await datasetName(actor, id, type) };
}

async function datasetName({ app, user }: Actor, id: number, type: string): Promise<string> {
  const isDataset = type === "table" || type === "dataset";
  const dataset = isDataset && id < 2 ** 31 ? await findDataset(app.db, id) : undefined;
  if (!dataset) throw unprocessable({ datasource_id: [t("Dataset does not exist")] });
  assertDatasetAccess(user, await datasetForQuery(app, dataset.id));
  return dataset.schema ? `${dataset.schema}.${dataset.table_name}` : dataset.table_name;
}

async function assertLayers({ app, user }: Actor, params: string | null = null, before: string | null = null) {
  if (user.isAdmin) return;
  const stored = new Set(layerIdsOf(before));
  const added = layerIdsOf(params).filter((id) => !stored.has(id));
  const visible = new Set((await visibleChartsAmong(app, user, added)).map(({ id }) => id));
  const hidden = added.filter((id) => !visible.has(id));
  if (hidden.length > 0)
    throw unprocessable({ params: [t("Charts do not exist: {ids}", { ids: list(hidden.map(String), "commas") })] });
  await assertAnnotations({ app, user }, params, before);
}

async function assertAnnotations({ app, user }: Actor, params: string | null, before: string | null) {
  const [stored, named] = [before, params].map(annotationIdsIn);
  const added = (named ?? []).filter((id) => !stored?.includes(id));
  const visible = await visibleAnnotationsAmong(app, user, added);
  const hidden = added.filter((id) => !visible.has(id));
  if (hidden.length > 0)
    throw unprocessable({
      params: [t("Annotation layers do not exist: {ids}", { ids: list(hidden.map(String), "commas") })],
    });
}

async function assertDashboards({ app, user }: Actor, ids: readonly number[], before: readonly number[] = []) {
  const added = ids.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !ids.includes(id));
  if (added.length > 0) await assertOwnDashboards({ app, user }, added);
  await assertUnmanaged(app.db, { noun: "dashboard", ids: [...added, ...removed] });
}

async function assertOwnDashboards({ app, user }: Actor, added: readonly number[]) {
  const { rows } = await sql<{ id: number }>`
    select id from dashboards where id in (${sql.join([...new Set(added)])})`.execute(app.db);
  if (rows.length < new Set(added).size) throw unprocessable({ dashboards: [t("Dashboards do not exist")] });
  try {
    await assertOwner(app.db, user, { noun: "dashboard", ids: added });
  } catch {
    throw forbidden(t(FOREIGN_DASHBOARDS));
  }
}

type Fields = Omit<
  UpdateChart,
  "owners" | "dashboards" | "tags" | "query_context_generation" | "datasource_id" | "datasource_type"
>;
const NOT_NULL = ["slice_name", "is_managed_externally", "uuid"];

function rowChanges(fields: Fields): RowChanges<"charts"> {
  const entries = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && !(value === null && NOT_NULL.includes(name)),
  );
  return Object.fromEntries(entries) as RowChanges<"charts">;
}

async function generatedContext(chart: ChartRecord, text: string): Promise<string> {
  const built = await builtContext(chart);
  const sent = QueryContext.safeParse(readJson(text));
  if (!built || !sent.success || !isDeepStrictEqual(questionsOf(sent.data), questionsOf(built)))
    throw forbidden(t("Only owners of the chart can save a query that differs from its settings."));
  return JSON.stringify(built);
}

async function builtContext(chart: ChartRecord): Promise<QueryContext | undefined> {
  const read = readSharedForm(formDataOf(chart));
  const typed = read && (await loadTypedForm(read));
  if (!typed || Object.keys(drawingProblems(typed.type, typed.formData)).length > 0) return undefined;
  try {
    return typed.type.buildQuery(typed.formData);
  } catch {
    return undefined;
  }
}

const IGNORED_KEYS = new Set(["url_params", "custom_params", "custom_form_data", "applied_time_extras"]);

const questionsOf = ({ queries }: QueryContext): unknown =>
  queries.map((query) =>
    withoutEmpty(Object.fromEntries(Object.entries(query).filter(([key]) => !IGNORED_KEYS.has(key)))),
  );

function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty).filter((item) => item !== undefined);
  if (typeof value !== "object" || value === null) return value === null || value === "" ? undefined : value;
  const fields = Object.entries(value).flatMap(([key, field]) => {
    const stored = withoutEmpty(field);
    const isEmpty = stored === undefined || (typeof stored === "object" && Object.keys(stored as object).length === 0);
    return isEmpty ? [] : [[key, stored] as const];
  });
  return Object.fromEntries(fields);
}
