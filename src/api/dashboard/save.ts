import type { Kysely } from "kysely";
import { shownPositions } from "../../chart-types/shown-layout.ts";
import { t } from "../../i18n/translate.ts";
import { forbidden, unprocessable } from "../../model/errors.ts";
import { NativeFilterEntry } from "../../model/native-filter.ts";
import type { App } from "../../server/app.ts";
import { parseTimestamp } from "../../server/clock.ts";
import { yieldToEventLoop } from "../../server/event-loop.ts";
import { possibleIds } from "../../server/http/show-response.ts";
import { assertOwner, resolveChangedOwners, resolveOwners, setOwners } from "../../server/rights/owners.ts";
import type { Condition } from "../../server/rights/rule.ts";
import type { Content } from "../../server/store/content.ts";
import { storeFailureOf } from "../../server/store/failures.ts";
import { type Actor, changedBy, type Stamp, stampOf } from "../../server/store/stamp.ts";
import type { RowChanges, Tables } from "../../server/store/tables.ts";
import { setTags } from "../../server/store/tags.ts";
import { keepVersion, saveVersion } from "../../server/store/versions.ts";
import type { User } from "../../server/user.ts";
import {
  briefChartsOfDashboard,
  chartsOfDashboard,
  chartUuids,
  insertChart,
  placeableCharts,
  visibleCharts,
} from "../chart/index.ts";
import { themesByIds } from "../theme/index.ts";
import {
  ChartCustomization,
  type CopyDashboard,
  type CreateDashboard,
  type FilterChanges,
  type UpdateDashboard,
} from "./contract.ts";
import { assertFilterAccess } from "./filter-access.ts";
import {
  applyFilterChanges,
  chartIdsOf,
  entriesOf,
  type ListChanges,
  mapCharts,
  normalizeSlug,
  parseObject,
  splitMetadata,
  withChartUuids,
} from "./metadata.ts";
import {
  type DashboardRecord,
  findDashboardById,
  insertDashboard,
  isSlugTaken,
  setDashboardCharts,
  setRoles,
  updateDashboard,
} from "./store.ts";

export function modifiedSeconds(changedOn: string): number {
  return Math.floor(parseTimestamp(changedOn) / 1000);
}

export async function createDashboard(app: App, user: User, body: CreateDashboard): Promise<number> {
  const { owners, roles, json_metadata, slug: _, uuid, ...fields } = body;
  if (user.isAnonymous) throw forbidden();
  const slug = await freeSlug(app.db, body.slug);
  await assertTheme(app, body.theme_id);
  await assertFilterAccess(app.db, user, { before: null, after: json_metadata });
  const users = await resolveOwners(app.db, user, owners);
  const allowed = placeableCharts(user);
  const stamp = stampOf(app, user);
  const saving = app.db.transaction().execute(async (trx) => {
    const layout = await layoutChanges(trx, { json_metadata, position_json: fields.position_json, allowed });
    const row = { ...notNull(fields), ...layout.changes, slug: slug ?? null, uuid: uuid ?? undefined };
    const created = await insertDashboard(trx, row, stamp);
    await setOwners(trx, { noun: "dashboard", id: created }, users);
    await assignRoles(trx, created, roles);
    if (layout.chartIds) await setDashboardCharts(trx, { id: created, chartIds: layout.chartIds, allowed });
    await keepVersion(app, trx, { object: { noun: "dashboard", id: created }, stamp });
    return created;
  });
  const id = await saving.catch(rejectDuplicateSlug);
  app.events.changed("dashboard", id);
  return id;
}

export async function changeDashboard(
  { app, user }: Actor,
  dashboard: DashboardRecord,
  { body, basedOn }: { body: UpdateDashboard; basedOn: string | undefined },
): Promise<string> {
  const { owners, roles, tags, json_metadata, slug: _, ...fields } = body;
  const slug = await freeSlug(app.db, body.slug, dashboard.id);
  if (body.theme_id !== dashboard.theme_id) await assertTheme(app, body.theme_id);
  await assertFilterAccess(app.db, user, { before: dashboard.json_metadata, after: json_metadata });
  const object = { noun: "dashboard", id: dashboard.id } as const;
  const users = owners ? await resolveChangedOwners(app.db, user, object, owners) : undefined;
  const allowed = placeableCharts(user, dashboard.id);
  const stamp = stampOf(app, user);
  const save = { object, stamp, basedOn };
  const saving = saveVersion(app, save, async (trx) => {
    const layout = await layoutChanges(trx, { json_metadata, position_json: fields.position_json, allowed });
    const own = notNull(isNoLayout(fields.position_json) ? { ...fields, position_json: undefined } : fields);
    const changes = { ...own, ...layout.changes, ...(slug === undefined ? {} : { slug }) };
    await updateDashboard(trx, dashboard.id, { ...changes, ...changedBy(stamp) });
    if (users) await setOwners(trx, object, users);
    await assignRoles(trx, dashboard.id, roles);
    if (layout.chartIds) await setDashboardCharts(trx, { id: dashboard.id, chartIds: layout.chartIds, allowed });
    await assignTags(trx, dashboard.id, tags);
  });
  await saving.catch(rejectDuplicateSlug);
  app.events.changed("dashboard", dashboard.id);
  return stamp.now;
}

async function assertTheme({ db }: App, id: number | null | undefined): Promise<void> {
  if (id === null || id === undefined) return;
  const [theme] = await themesByIds(db, possibleIds([id]));
  if (!theme) throw unprocessable({ theme_id: [t("Theme does not exist")] });
}

export async function restoreDashboard({ app, user }: Actor, dashboard: DashboardRecord, content: Content) {
  const { id, slug: current } = dashboard;
  const { uuid: _, slug = null, charts, ...values } = content as RowChanges<"dashboards"> & { charts?: number[] };
  const isFree = slug === null || !(await isSlugTaken(app.db, slug, id));
  const allowed = placeableCharts(user, id);
  await assertFilterAccess(app.db, user, { before: dashboard.json_metadata, after: values.json_metadata });
  const stamp = stampOf(app, user);
  const saving = saveVersion(app, { object: { noun: "dashboard", id }, stamp }, async (trx) => {
    await updateDashboard(trx, id, { ...values, slug: isFree ? slug : current, ...changedBy(stamp) });
    const isWithoutLayout = isNoLayout(values.position_json);
    const chartIds = isWithoutLayout ? charts : chartIdsOf(parseObject(values.position_json ?? "", "position_json"));
    if (chartIds) await setDashboardCharts(trx, { id, chartIds, allowed });
  });
  await saving.catch(rejectDuplicateSlug);
  app.events.changed("dashboard", id);
}

function rejectDuplicateSlug(error: unknown): never {
  const isSlug = storeFailureOf(error) === "unique" && /slug/.test((error as Error).message);
  throw isSlug ? unprocessable({ slug: [t("Must be unique")] }) : error;
}

export function changeFilters(actor: Actor, dashboard: DashboardRecord, changes: FilterChanges) {
  return changeMetadata(actor, dashboard, (metadata) => {
    const known = entriesOf(metadata, "native_filter_configuration", NativeFilterEntry);
    const native_filter_configuration = applyFilterChanges(known, changes);
    Object.assign(metadata, { native_filter_configuration });
    return native_filter_configuration;
  });
}

export function changeCustomizations(
  actor: Actor,
  dashboard: DashboardRecord,
  changes: ListChanges<ChartCustomization>,
): Promise<ChartCustomization[]> {
  return changeMetadata(actor, dashboard, (metadata) => {
    const known = entriesOf(metadata, "chart_customization_config", ChartCustomization);
    const chart_customization_config = applyFilterChanges(known, changes);
    Object.assign(metadata, { chart_customization_config });
    return chart_customization_config;
  });
}

async function changeMetadata<T>(
  { app, user }: Actor,
  dashboard: DashboardRecord,
  change: (metadata: Record<string, unknown>) => T,
): Promise<T> {
  const stamp = stampOf(app, user);
  const save = { object: { noun: "dashboard", id: dashboard.id } as const, stamp };
  const changed = await saveVersion(app, save, async (trx) => {
    const current = (await findDashboardById(trx, dashboard.id)) ?? dashboard;
    const metadata = parseObject(current.json_metadata ?? "", "json_metadata");
    const result = change(metadata);
    const json_metadata = JSON.stringify(metadata);
    await assertFilterAccess(trx, user, { before: current.json_metadata, after: json_metadata });
    await updateDashboard(trx, dashboard.id, { json_metadata, ...changedBy(stamp) });
    return result;
  });
  app.events.changed("dashboard", dashboard.id);
  return changed;
}

/** With `isMarked` false no version is created, and `changed_on` and `changed_by` stay. */
/** Returns whether they differ from the stored. */
export async function changeColors(
  { app, user }: Actor,
  dashboard: DashboardRecord,
  { colors, isMarked }: { colors: Record<string, unknown>; isMarked: boolean },
): Promise<boolean> {
  const stamp = stampOf(app, user);
  let isChanged = false;
  const change = async (trx: Kysely<Tables>) => {
    const current = (await findDashboardById(trx, dashboard.id)) ?? dashboard;
    const metadata = parseObject(current.json_metadata ?? "", "json_metadata");
    const json_metadata = JSON.stringify({ ...metadata, ...colors });
    isChanged = json_metadata !== JSON.stringify(metadata);
    await updateDashboard(trx, dashboard.id, { json_metadata, ...(isMarked ? changedBy(stamp) : {}) });
  };
  if (isMarked) await saveVersion(app, { object: { noun: "dashboard", id: dashboard.id }, stamp }, change);
  else await app.db.transaction().execute(change);
  app.events.changed("dashboard", dashboard.id);
  return isChanged;
}

export async function copyDashboard({ app, user }: Actor, original: DashboardRecord, request: CopyDashboard) {
  const { metadata, positions } = splitMetadata(request.json_metadata);
  const allowed = placeableCharts(user, original.id);
  const stamp = stampOf(app, user);
  const layout = positions ?? (await positionsOf(app, original));
  await assertTheme(app, request.theme_id);
  await assertFilterAccess(app.db, user, { before: original.json_metadata, after: request.json_metadata });
  const own = user.id > 0 ? [user.id] : [];
  const users = request.owners ? await resolveOwners(app.db, user, request.owners) : own;
  // Up to 4 MB of metadata: yields between reading and writing.
  await yieldToEventLoop();
  const id = await app.db.transaction().execute(async (trx) => {
    const copies = request.duplicate_slices
      ? await cloneCharts(trx, original.id, { user, stamp })
      : new Map<number, number>();
    const moved = mapCharts(layout, (meta) => {
      const copy = typeof meta.chartId === "number" ? copies.get(meta.chartId) : undefined;
      return copy === undefined ? meta : { ...meta, chartId: copy };
    });
    const { changes, chartIds } = await layoutChanges(trx, {
      json_metadata: JSON.stringify({ ...metadata, positions: moved }),
      position_json: undefined,
      allowed,
    });
    await yieldToEventLoop();
    const values = {
      dashboard_title: request.dashboard_title ?? original.dashboard_title,
      css: request.css ?? original.css,
      theme_id: request.theme_id ?? null,
    };
    const created = await insertDashboard(trx, { ...values, ...changes, published: false }, stamp);
    await setOwners(trx, { noun: "dashboard", id: created }, users);
    await assignRoles(trx, created, request.roles);
    await assignTags(trx, created, request.tags);
    await setDashboardCharts(trx, { id: created, chartIds: chartIds ?? [], allowed });
    for (const copy of copies.values()) await keepVersion(app, trx, { object: { noun: "chart", id: copy }, stamp });
    await keepVersion(app, trx, { object: { noun: "dashboard", id: created }, stamp });
    return created;
  });
  app.events.changed("dashboard", id);
  return { id, last_modified_time: modifiedSeconds(stamp.now) };
}

/** Charts without a place get one: a copy's charts are those of its layout. */
async function positionsOf({ db }: App, { id, position_json }: DashboardRecord): Promise<Record<string, unknown>> {
  const stored = parseObject(position_json ?? "", "position_json");
  return shownPositions(stored, await briefChartsOfDashboard(db, id));
}

/** Only visible charts, as the clones would belong to the user. Returns the copies' ids by the originals'. */
async function cloneCharts(trx: Kysely<Tables>, dashboardId: number, { user, stamp }: { user: User; stamp: Stamp }) {
  const copies = new Map<number, number>();
  for (const chart of await chartsOfDashboard(trx, dashboardId, visibleCharts(user))) {
    const { id, uuid: _, created_on, changed_on, created_by_fk, changed_by_fk, ...values } = chart;
    const copy = await insertChart(trx, { ...values, last_saved_at: stamp.now, last_saved_by_fk: stamp.userId }, stamp);
    await setOwners(trx, { noun: "chart", id: copy }, stamp.userId === null ? [] : [stamp.userId]);
    copies.set(id, copy);
  }
  return copies;
}

function isNoLayout(positionJson: string | null | undefined): boolean {
  return !positionJson || Object.keys(parseObject(positionJson, "position_json")).length === 0;
}

interface LayoutChanges {
  changes: Pick<RowChanges<"dashboards">, "json_metadata" | "position_json">;
  chartIds: number[] | undefined;
}

interface SavedLayout {
  json_metadata: string | null | undefined;
  position_json: string | null | undefined;
  allowed: Condition | undefined;
}

async function layoutChanges(db: Kysely<Tables>, saved: SavedLayout): Promise<LayoutChanges> {
  if (saved.position_json) parseObject(saved.position_json, "position_json");
  if (saved.json_metadata === undefined || saved.json_metadata === null) return { changes: {}, chartIds: undefined };
  const { metadata, positions } = splitMetadata(saved.json_metadata);
  const json_metadata = JSON.stringify(metadata);
  if (!positions) return { changes: { json_metadata }, chartIds: undefined };
  const chartIds = chartIdsOf(positions);
  const uuids = await chartUuids(db, chartIds, saved.allowed);
  return { changes: { json_metadata, position_json: JSON.stringify(withChartUuids(positions, uuids)) }, chartIds };
}

async function freeSlug(db: Kysely<Tables>, requested: string | null | undefined, except?: number) {
  const slug = normalizeSlug(requested);
  if (slug && (await isSlugTaken(db, slug, except))) throw unprocessable({ slug: [t("Must be unique")] });
  return slug;
}

async function assignTags(trx: Kysely<Tables>, id: number, tags: UpdateDashboard["tags"]): Promise<void> {
  const known = tags?.filter((tag) => tag !== null);
  if (known && !(await setTags(trx, { type: "dashboard", id }, known))) {
    throw unprocessable({ tags: [t("Some tags do not exist")] });
  }
}

async function assignRoles(db: Kysely<Tables>, id: number, roles: readonly (number | null)[] | null | undefined) {
  if (!roles) return;
  const roleIds = roles.filter((role) => role !== null);
  if (!(await setRoles(db, id, roleIds))) throw unprocessable({ roles: [t("Some roles do not exist")] });
}

type Fields = Omit<UpdateDashboard, "owners" | "roles" | "tags" | "json_metadata" | "slug">;
const NOT_NULL = ["published", "is_managed_externally", "uuid"];

function notNull(fields: Fields): Omit<RowChanges<"dashboards">, "id" | "uuid"> {
  const entries = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && !(value === null && NOT_NULL.includes(name)),
  );
  return Object.fromEntries(entries) as Omit<RowChanges<"dashboards">, "id" | "uuid">;
}

export async function assertEditor(app: App, user: User, dashboard: DashboardRecord): Promise<void> {
  if (user.isAnonymous) throw forbidden();
  await assertOwner(app.db, user, { noun: "dashboard", ids: [dashboard.id] });
}
