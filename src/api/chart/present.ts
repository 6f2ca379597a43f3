import type { App } from "../../server/app.ts";
import { agoText, parseTimestamp, utcText } from "../../server/clock.ts";
import type { WireRow } from "../../server/http/resource-list.ts";
import { thumbnailUrl } from "../../server/pictures/thumbnail.ts";
import { openDashboardRules } from "../../server/rights/dashboards.ts";
import { ownersOf } from "../../server/store/owners.ts";
import { fullName, peopleOf } from "../../server/store/people.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { tagsOf } from "../../server/store/tags.ts";
import { datasetsByIds } from "../dataset/index.ts";
import { type ChartRecord, chartsByIds, dashboardsOfCharts } from "./store.ts";

/** The form data of a chart, with what its row knows better than the stored text. */
export function formDataOf(chart: ChartRecord): Record<string, unknown> {
  return {
    ...readParams(chart),
    slice_id: chart.id,
    viz_type: chart.viz_type,
    datasource: `${chart.datasource_id}__${chart.datasource_type ?? "table"}`,
  };
}

function readParams(chart: ChartRecord): Record<string, unknown> {
  try {
    return JSON.parse(chart.params || "{}") as Record<string, unknown>;
  } catch {
    return {};
  }
}

export function chartUrl(id: number): string {
  return `/explore/?slice_id=${id}`;
}

/** Rows of the list of charts. */
export async function presentCharts(actor: Actor, ids: readonly number[]): Promise<WireRow[]> {
  const { app } = actor;
  const charts = await chartsByIds(app.db, ids);
  const parts = await partsOf(actor, charts);
  return charts.map((chart) => ({ ...presentOne(chart, parts), ...historyOf(app, chart, parts) }));
}

type Parts = Awaited<ReturnType<typeof partsOf>>;

async function partsOf({ app, user }: Actor, charts: readonly ChartRecord[]) {
  const ids = charts.map((chart) => chart.id);
  const datasets = await datasetsByIds(
    app.db,
    charts.flatMap((chart) => chart.datasource_id ?? []),
  );
  return {
    thumbnailOf: (chart: ChartRecord) => thumbnailUrl({ app, user }, "chart", chart),
    datasets: new Map(datasets.map((dataset) => [dataset.id, dataset])),
    owners: await ownersOf(app.db, "chart", ids),
    tags: await tagsOf(app.db, "chart", ids),
    dashboards: await dashboardsOfCharts(app.db, ids, openDashboardRules(user)),
    personOf: await peopleOf(
      app.db,
      charts.flatMap((chart) => [chart.changed_by_fk, chart.created_by_fk, chart.last_saved_by_fk]),
    ),
  };
}

function presentOne(chart: ChartRecord, parts: Parts) {
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
    form_data: formDataOf(chart),
    params: chart.params,
    cache_timeout: chart.cache_timeout,
    description: chart.description,
    description_markeddown: chart.description ?? "",
    certified_by: chart.certified_by,
    certification_details: chart.certification_details,
    is_managed_externally: chart.is_managed_externally,
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

function historyOf(app: App, chart: ChartRecord, { personOf }: Parts) {
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

/** One chart in full. */
export async function presentChart(actor: Actor, chart: ChartRecord) {
  const parts = await partsOf(actor, [chart]);
  const dataset = chart.datasource_id === null ? undefined : parts.datasets.get(chart.datasource_id);
  const {
    form_data: _,
    slice_url: __,
    edit_url: ___,
    table: ____,
    description_markeddown: _____,
    ...shown
  } = presentOne(chart, parts);
  return {
    ...shown,
    query_context: chart.query_context,
    changed_on_delta_humanized: agoText(chart.changed_on, actor.app.clock.now()),
    datasource_uuid: dataset?.uuid ?? null,
  };
}

/** A chart as a dashboard loads it. */
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
