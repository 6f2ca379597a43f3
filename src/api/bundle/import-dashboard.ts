import { changedBy } from "../../server/store/stamp.ts";
import { findChartByUuid } from "../chart/index.ts";
import {
  chartIdsOf,
  findDashboardByUuid,
  insertDashboard,
  isSlugTaken,
  setDashboardCharts,
  updateDashboard,
} from "../dashboard/index.ts";
import { findDatasetByUuid } from "../dataset/index.ts";
import type { DashboardFile } from "./files.ts";
import { assertMayImport, type Import, isReplaced, ownNew } from "./import-run.ts";
import { chartIdsByUuid, remapMetadata, remapPosition, withAllCharts } from "./remap.ts";

type Json = Record<string, unknown>;

/** Saves a dashboard whose charts are saved already, with every id moved to the ones that hold here. */
export async function importDashboard(run: Import, path: string, file: DashboardFile): Promise<void> {
  const { db, stamp } = run;
  const existing = await findDashboardByUuid(db, file.uuid);
  if (existing && !isReplaced(run, "dashboard")) return;
  await assertMayImport(run, "dashboard", { path, existing: existing?.id });
  const { position, metadata } = await moved(run, file);
  const slug = file.slug && !(await isSlugTaken(db, file.slug, existing?.id)) ? file.slug : null;
  const values = {
    dashboard_title: file.dashboard_title,
    description: file.description ?? null,
    css: file.css ?? null,
    slug,
    certified_by: file.certified_by ?? null,
    certification_details: file.certification_details ?? null,
    published: file.published ?? false,
    position_json: JSON.stringify(position),
    json_metadata: JSON.stringify(metadata),
  };
  if (existing) await updateDashboard(db, existing.id, { ...values, ...changedBy(stamp) });
  const id = existing?.id ?? (await insertDashboard(db, { ...values, uuid: file.uuid }, stamp));
  await setDashboardCharts(db, { id, chartIds: chartIdsOf(position) });
  await ownNew(run, "dashboard", id);
  run.dashboards.push(id);
}

async function moved(run: Import, file: DashboardFile): Promise<{ position: Json; metadata: Json }> {
  const original = file.position ?? {};
  const oldIds = chartIdsByUuid(original);
  const charts = new Map<string, { id: number }>();
  for (const uuid of oldIds.keys()) {
    const chart = run.charts.get(uuid) ?? (await findChartByUuid(run.db, uuid));
    if (chart) charts.set(uuid, chart);
  }
  const newIds = new Map([...oldIds].flatMap(([uuid, old]) => (charts.has(uuid) ? [[old, charts.get(uuid)?.id]] : [])));
  const datasets = await datasetIds(run, file.metadata ?? {});
  const metadata = remapMetadata(file.metadata ?? {}, {
    chartId: (id) => newIds.get(id),
    target: ({ datasetUuid, ...target }) => {
      const datasetId = typeof datasetUuid === "string" ? datasets.get(datasetUuid) : undefined;
      return datasetId === undefined ? target : { datasetId, ...target };
    },
  });
  const position = remapPosition(original, (uuid) => charts.get(uuid));
  return { position: withAllCharts(position, file.dashboard_title, []), metadata };
}

/** Ids of the datasets that native filters ask, by uuid. */
async function datasetIds(run: Import, metadata: Json): Promise<Map<string, number>> {
  const filters = Array.isArray(metadata.native_filter_configuration) ? metadata.native_filter_configuration : [];
  const targets = filters.flatMap((filter: { targets?: unknown }) =>
    Array.isArray(filter?.targets) ? filter.targets : [],
  );
  const ids = new Map<string, number>();
  for (const target of targets as ({ datasetUuid?: unknown } | null)[]) {
    const uuid = target?.datasetUuid;
    if (typeof uuid !== "string" || ids.has(uuid)) continue;
    const id = run.datasets.get(uuid) ?? (await findDatasetByUuid(run.db, uuid))?.id;
    if (id !== undefined) ids.set(uuid, id);
  }
  return ids;
}
