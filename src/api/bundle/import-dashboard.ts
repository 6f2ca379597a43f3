import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { DashboardMetadata, unparsedMetadata } from "../../model/dashboard-metadata.ts";
import { chartRules } from "../../server/rights/charts.ts";
import { allowedAmong } from "../../server/rights/rule.ts";
import { filtersIn } from "../../server/rights/through-dashboard.ts";
import { changedBy } from "../../server/store/stamp.ts";
import { findChartByUuid, placeableCharts } from "../chart/index.ts";
import {
  chartIdsOf,
  datasetIdsIn,
  findDashboardByUuid,
  insertDashboard,
  isSlugTaken,
  normalizeSlug,
  setDashboardCharts,
  unreadable,
  updateDashboard,
} from "../dashboard/index.ts";
import { DashboardFile } from "./files.ts";
import { setFileTags } from "./import-chart.ts";
import { linkedDataset } from "./import-dataset.ts";
import { notUsed, planned, unusedKeys, written } from "./import-plan.ts";
import { addOwner, assertCanImport, beforeReplaced, type Import, isReplaced } from "./import-run.ts";
import { isObject } from "./json-values.ts";
import { unknownKeys } from "./marks.ts";
import { chartIdsByUuid, remapMetadata, remapPosition, withAllCharts } from "./remap.ts";

type Json = Record<string, unknown>;

export async function importDashboard(run: Import, path: string, file: DashboardFile): Promise<void> {
  const { db, stamp } = run;
  const existing = await findDashboardByUuid(db, file.uuid);
  await planned(run, "dashboard", { path, name: file.dashboard_title, uuid: file.uuid, existing });
  if (existing && !isReplaced(run, "dashboard", file.uuid)) return;
  await assertCanImport(run, "dashboard", { path, existing: existing?.id });
  const { position, metadata, missingReferences } = await moved(run, file);
  const slug = normalizeSlug(file.slug);
  const values = {
    ...valuesOf(file),
    slug: slug && !(await isSlugTaken(db, slug, existing?.id)) ? slug : null,
    theme_id: await themeIdOf(run, file.theme_uuid),
    position_json: JSON.stringify(position),
    json_metadata: JSON.stringify(metadata),
  };
  if (existing) {
    await beforeReplaced(run, { noun: "dashboard", id: existing.id }, existing);
    await updateDashboard(db, existing.id, { ...values, ...changedBy(stamp) });
  }
  for (const text of [...unusedInDashboard(file, values, metadata), ...missingReferences]) notUsed(run, path, text);
  const id = existing?.id ?? (await insertDashboard(db, { ...values, uuid: file.uuid }, stamp));
  const allowed = run.user ? placeableCharts(run.user, id) : undefined;
  await addOwner(run, "dashboard", { id, existing });
  await setDashboardCharts(db, { id, chartIds: chartIdsOf(position), allowed });
  await setFileTags(run, { type: "dashboard", id }, { path, names: file.tags });
  written(run, path, { object: { noun: "dashboard", id }, uuid: file.uuid, extra: unknownKeys(file, DashboardFile) });
  run.dashboards.push(id);
}

function unusedInDashboard(
  file: DashboardFile,
  values: { slug: string | null; theme_id: number | null },
  metadata: Json,
): string[] {
  const unread = Object.keys(unparsedMetadata(JSON.stringify(metadata)));
  return [
    ...(file.slug && values.slug === null ? [t("The slug “{slug}” is already in use", { slug: file.slug })] : []),
    ...(file.theme_uuid && values.theme_id === null ? [t("Its theme is neither in the file nor on this server")] : []),
    ...(unread.length > 0
      ? [t("Unreadable settings (not used, but included in exports): {unread}", { unread: list(unread, "commas") })]
      : []),
    ...unusedKeys(
      (keys) =>
        t(
          "Unknown settings (not used, but included in exports): {keys}{more, plural, =0 {} other { and # more}}",
          keys,
        ),
      unknownKeys(file.metadata ?? {}, DashboardMetadata),
    ),
  ];
}

function valuesOf(file: DashboardFile) {
  return {
    dashboard_title: file.dashboard_title,
    description: file.description ?? null,
    css: file.css ?? null,
    certified_by: file.certified_by ?? null,
    certification_details: file.certification_details ?? null,
    published: file.published ?? false,
  };
}

async function themeIdOf({ db }: Import, uuid: string | null | undefined): Promise<number | null> {
  if (!uuid) return null;
  const theme = await db.selectFrom("themes").select("id").where("uuid", "=", uuid).executeTakeFirst();
  return theme?.id ?? null;
}

async function linkedChart({ db, user, charts }: Import, uuid: string): Promise<{ id: number } | undefined> {
  const chart = charts.get(uuid) ?? (await findChartByUuid(db, uuid));
  if (!chart || !user) return chart;
  const visible = await allowedAmong(db, { table: "charts", rules: chartRules(user) }, [chart.id]);
  return visible.has(chart.id) ? chart : undefined;
}

interface Moved {
  position: Json;
  metadata: Json;
  missingReferences: string[];
}

async function moved(run: Import, file: DashboardFile): Promise<Moved> {
  const original = file.position ?? {};
  const oldIds = chartIdsByUuid(original);
  const charts = new Map<string, { id: number }>();
  for (const uuid of oldIds.keys()) {
    const chart = await linkedChart(run, uuid);
    if (chart) charts.set(uuid, chart);
  }
  const newIds = new Map<number | string | undefined, number | undefined>(
    [...oldIds].flatMap(([uuid, old]) => [old, uuid].map((key) => [key, charts.get(uuid)?.id])),
  );
  const datasets = await datasetIds(run, file.metadata ?? {});
  const hidden = await hiddenDatasets(run, file.metadata ?? {});
  const metadata = remapMetadata(file.metadata ?? {}, {
    chartId: (id) => newIds.get(id),
    target: ({ datasetUuid, ...target }) => {
      const datasetId = typeof datasetUuid === "string" ? datasets.get(datasetUuid) : undefined;
      const { datasetId: oldDatasetId, ...rest } = target;
      const own = typeof oldDatasetId === "number" && hidden.has(oldDatasetId) ? rest : target;
      return datasetId === undefined ? own : { datasetId, ...own };
    },
  });
  const position = remapPosition(original, (uuid) => charts.get(uuid));
  const missing = [...oldIds.keys()].filter((uuid) => !charts.has(uuid));
  const missingReferences = [
    ...(missing.length > 0
      ? [t("Charts that are neither in the file nor on this server: {missing}", { missing: list(missing, "commas") })]
      : []),
    ...filtersOf(file.metadata ?? {}).flatMap(({ name, uuids }) =>
      uuids.every((uuid) => datasets.has(uuid))
        ? []
        : [t("Filter “{name}”: its dataset is neither in the file nor on this server", { name })],
    ),
  ];
  return {
    position: withAllCharts(position, file.dashboard_title, []),
    metadata,
    missingReferences,
  };
}

function filtersOf(metadata: Json): { name: string; uuids: string[] }[] {
  const lists = [metadata.native_filter_configuration, metadata.chart_customization_config];
  return lists.flat().flatMap((filter: unknown) => {
    if (!isObject(filter) || !Array.isArray(filter.targets)) return [];
    const uuids = filter.targets.flatMap((target: unknown) =>
      isObject(target) && typeof target.datasetUuid === "string" ? [target.datasetUuid] : [],
    );
    return [{ name: String(filter.name ?? ""), uuids }];
  });
}

async function hiddenDatasets({ db, user }: Import, metadata: Json): Promise<Set<number>> {
  if (!user) return new Set();
  return unreadable(db, user, filtersIn(JSON.stringify(metadata)).flatMap(datasetIdsIn));
}

async function datasetIds(run: Import, metadata: Json): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const uuid of new Set(filtersOf(metadata).flatMap(({ uuids }) => uuids))) {
    const dataset = await linkedDataset(run, uuid);
    if (dataset) ids.set(uuid, dataset.id);
  }
  return ids;
}
