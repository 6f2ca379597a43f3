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
import { addOwner, assertMayImport, beforeReplaced, type Import, isReplaced } from "./import-run.ts";
import { unknownKeys } from "./marks.ts";
import { chartIdsByUuid, remapMetadata, remapPosition, withAllCharts } from "./remap.ts";

type Json = Record<string, unknown>;

/** Saves a dashboard whose charts are saved already, with every id moved to the ones that hold here. */
export async function importDashboard(run: Import, path: string, file: DashboardFile): Promise<void> {
  const { db, stamp } = run;
  const existing = await findDashboardByUuid(db, file.uuid);
  if (existing && !isReplaced(run, "dashboard", file.uuid)) return;
  await assertMayImport(run, "dashboard", { path, existing: existing?.id });
  const { position, metadata } = await moved(run, file);
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
  const id = existing?.id ?? (await insertDashboard(db, { ...values, uuid: file.uuid }, stamp));
  const allowed = run.user ? placeableCharts(run.user, id) : undefined;
  await addOwner(run, "dashboard", id);
  await setDashboardCharts(db, { id, chartIds: chartIdsOf(position), allowed });
  await setFileTags(run, { type: "dashboard", id }, file.tags);
  run.written.push({ object: { noun: "dashboard", id }, uuid: file.uuid, extra: unknownKeys(file, DashboardFile) });
  run.dashboards.push(id);
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

/** A chart of the bundle, or one that is here and that the importer sees. */
async function linkedChart({ db, user, charts }: Import, uuid: string): Promise<{ id: number } | undefined> {
  const chart = charts.get(uuid) ?? (await findChartByUuid(db, uuid));
  if (!chart || !user) return chart;
  const seen = await allowedAmong(db, { table: "charts", rules: chartRules(user) }, [chart.id]);
  return seen.has(chart.id) ? chart : undefined;
}

async function moved(run: Import, file: DashboardFile): Promise<{ position: Json; metadata: Json }> {
  const original = file.position ?? {};
  const oldIds = chartIdsByUuid(original);
  const charts = new Map<string, { id: number }>();
  for (const uuid of oldIds.keys()) {
    const chart = await linkedChart(run, uuid);
    if (chart) charts.set(uuid, chart);
  }
  const newIds = new Map([...oldIds].map(([uuid, old]) => [old, charts.get(uuid)?.id]));
  const datasets = await datasetIds(run, file.metadata ?? {});
  const withheld = await withheldDatasets(run, file.metadata ?? {});
  const metadata = remapMetadata(file.metadata ?? {}, {
    chartId: (id) => newIds.get(id),
    target: ({ datasetUuid, ...target }) => {
      const datasetId = typeof datasetUuid === "string" ? datasets.get(datasetUuid) : undefined;
      const { datasetId: given, ...rest } = target;
      const own = typeof given === "number" && withheld.has(given) ? rest : target;
      return datasetId === undefined ? own : { datasetId, ...own };
    },
  });
  const position = remapPosition(original, (uuid) => charts.get(uuid));
  return { position: withAllCharts(position, file.dashboard_title, []), metadata };
}

/** Datasets that filters name by id and that the importer may not read. */
async function withheldDatasets({ db, user }: Import, metadata: Json): Promise<Set<number>> {
  if (!user) return new Set();
  return unreadable(db, user, filtersIn(JSON.stringify(metadata)).flatMap(datasetIdsIn));
}

/** Ids of the datasets that native filters ask, by uuid. */
async function datasetIds(run: Import, metadata: Json): Promise<Map<string, number>> {
  const lists = [metadata.native_filter_configuration, metadata.chart_customization_config];
  const targets = lists.flat().flatMap((filter: unknown) => {
    const { targets: found } = (filter ?? {}) as { targets?: unknown };
    return Array.isArray(found) ? found : [];
  });
  const ids = new Map<string, number>();
  for (const target of targets as ({ datasetUuid?: unknown } | null)[]) {
    const uuid = target?.datasetUuid;
    if (typeof uuid !== "string" || ids.has(uuid)) continue;
    const dataset = await linkedDataset(run, uuid);
    if (dataset) ids.set(uuid, dataset.id);
  }
  return ids;
}
