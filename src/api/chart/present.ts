import { parseExact } from "../../model/json-text.ts";
import type { App } from "../../server/app.ts";
import { agoText, parseTimestamp, utcText } from "../../server/clock.ts";
import type { SelectedColumns, WireRow } from "../../server/http/resource-list.ts";
import { thumbnailUrl } from "../../server/pictures/thumbnail.ts";
import { openDashboardRules } from "../../server/rights/dashboards.ts";
import { ownersOf } from "../../server/rights/owners.ts";
import { foldersOf } from "../../server/store/folders.ts";
import { brokenAmong } from "../../server/store/lineage.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { tagsOf } from "../../server/store/tags.ts";
import { fullName, usersById } from "../../server/store/users.ts";
import { datasetNamesByIds } from "../dataset/index.ts";
import { type BriefChart, briefChartsByIds, type ChartRecord, dashboardsOfCharts, listedChartsByIds } from "./store.ts";

export function formDataOf(chart: FormOwner): Record<string, unknown> {
  return {
    ...readParams(chart),
    slice_id: chart.id,
    viz_type: chart.viz_type,
    datasource: `${chart.datasource_id}__${chart.datasource_type ?? "table"}`,
  };
}

type FormOwner = Pick<ChartRecord, "id" | "params" | "viz_type" | "datasource_id" | "datasource_type">;

function readParams(chart: FormOwner): Record<string, unknown> {
  try {
    return parseExact(chart.params || "{}") as Record<string, unknown>;
  } catch {
    return {};
  }
}

export function chartUrl(id: number): string {
  return `/explore/?slice_id=${id}`;
}

export async function presentCharts(actor: Actor, ids: readonly number[], chosen: SelectedColumns): Promise<WireRow[]> {
  const { app } = actor;
  if (!hasFormData(chosen)) {
    const charts = await briefChartsByIds(app.db, ids);
    const parts = await partsOf(actor, charts);
    const folders = await foldersOf(app.db, "chart", ids);
    const broken = chosen.includes("broken_by") ? await brokenAmong(app.db, ids) : undefined;
    return charts.map((chart) => ({
      ...presentBrief(chart, parts),
      ...historyOf(app, chart, parts),
      folder: folders.get(chart.id),
      ...(broken && { broken_by: broken.get(chart.id) ?? [] }),
    }));
  }
  const charts = await listedChartsByIds(app.db, ids);
  const parts = await partsOf(actor, charts);
  const folders = await foldersOf(app.db, "chart", ids);
  const formOf = (chart: FormOwner) => (chosen.includes("form_data") ? { form_data: formDataOf(chart) } : {});
  return charts.map((chart) => ({
    ...presentBrief(chart, parts),
    params: chart.params,
    ...formOf(chart),
    ...historyOf(app, chart, parts),
    folder: folders.get(chart.id),
  }));
}

export const textsOfList = (chosen: SelectedColumns): string[] => (hasFormData(chosen) ? ["params"] : []);

const hasFormData = (chosen: SelectedColumns) => chosen.includes("params") || chosen.includes("form_data");

type Parts = Awaited<ReturnType<typeof partsOf>>;

async function partsOf({ app, user }: Actor, charts: readonly BriefChart[]) {
  const ids = charts.map((chart) => chart.id);
  const datasets = await datasetNamesByIds(
    app.db,
    charts.flatMap((chart) => chart.datasource_id ?? []),
  );
  return {
    thumbnailOf: (chart: BriefChart) => thumbnailUrl({ app, user }, "chart", chart),
    datasets: new Map(datasets.map((dataset) => [dataset.id, dataset])),
    owners: await ownersOf(app.db, "chart", ids),
    tags: await tagsOf(app.db, "chart", ids),
    dashboards: await dashboardsOfCharts(app.db, ids, openDashboardRules(user)),
    personOf: await usersById(
      app.db,
      charts.flatMap((chart) => [chart.changed_by_fk, chart.created_by_fk, chart.last_saved_by_fk]),
    ),
  };
}

function presentBrief(chart: BriefChart, parts: Parts) {
  const dataset = chart.datasource_id === null ? undefined : parts.datasets.get(chart.datasource_id);
  const name = dataset && (dataset.schema ? `${dataset.schema}.${dataset.table_name}` : dataset.table_name);
  return {
    id: chart.id,
    uuid: chart.uuid,
    slice_name: chart.slice_name,
    viz_type: chart.viz_type ?? "",
    url: chartUrl(chart.id),
    slice_url: chartUrl(chart.id),
    edit_url: `/chart/edit/${chart.id}`,
    thumbnail_url: parts.thumbnailOf(chart),
    cache_timeout: chart.cache_timeout,
    description: chart.description,
    description_markeddown: chart.description ?? "",
    certified_by: chart.certified_by,
    certification_details: chart.certification_details,
    is_managed_externally: chart.is_managed_externally,
    external_url: chart.external_url,
    datasource_id: chart.datasource_id,
    datasource_type: chart.datasource_type,
    datasource_name_text: name ?? chart.datasource_name,
    datasource_url: dataset ? `/explore/?datasource_type=table&datasource_id=${dataset.id}` : null,
    table: dataset ? { table_name: dataset.table_name, default_endpoint: dataset.default_endpoint } : null,
    owners: parts.owners.get(chart.id) ?? [],
    tags: parts.tags.get(chart.id) ?? [],
    dashboards: parts.dashboards.get(chart.id) ?? [],
  };
}

function historyOf(app: App, chart: BriefChart, { personOf }: Parts) {
  const now = app.clock.now();
  const changedBy = personOf(chart.changed_by_fk);
  const createdBy = personOf(chart.created_by_fk);
  return {
    changed_by: changedBy,
    changed_by_name: fullName(changedBy),
    changed_on_delta_humanized: agoText(chart.changed_on, now),
    changed_on_dttm: parseTimestamp(chart.changed_on),
    changed_on_utc: utcText(chart.changed_on),
    created_by: createdBy,
    created_by_name: fullName(createdBy),
    created_on_delta_humanized: agoText(chart.created_on, now),
    last_saved_at: chart.last_saved_at,
    last_saved_by: personOf(chart.last_saved_by_fk),
  };
}

export async function presentChart(actor: Actor, chart: ChartRecord) {
  const parts = await partsOf(actor, [chart]);
  const dataset = chart.datasource_id === null ? undefined : parts.datasets.get(chart.datasource_id);
  const { slice_url: _, edit_url: __, table: ___, description_markeddown: ____, ...shown } = presentBrief(chart, parts);
  return {
    ...shown,
    params: chart.params,
    query_context: chart.query_context,
    changed_on_delta_humanized: agoText(chart.changed_on, actor.app.clock.now()),
    datasource_uuid: dataset?.uuid ?? null,
  };
}

export function presentDashboardChart(chart: ChartRecord) {
  return {
    id: chart.id,
    uuid: chart.uuid,
    slice_name: chart.slice_name,
    cache_timeout: chart.cache_timeout,
    changed_on: chart.changed_on,
    description: chart.description,
    description_markeddown: chart.description ?? "",
    form_data: {
      ...formDataOf(chart),
      slice_id: chart.id,
      viz_type: chart.viz_type ?? "",
      datasource: `${chart.datasource_id}__${chart.datasource_type ?? "table"}`,
    },
    slice_url: chartUrl(chart.id),
    certified_by: chart.certified_by,
    certification_details: chart.certification_details,
  };
}
