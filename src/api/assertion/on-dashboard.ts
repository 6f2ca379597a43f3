import { sql } from "kysely";
import { assertionMetric } from "../../model/assertion.ts";
import { utcText } from "../../server/clock.ts";
import { onDashboard } from "../../server/rights/charts.ts";
import { datasetRule } from "../../server/rights/datasets.ts";
import { type Owner, ownersOf } from "../../server/rights/owners.ts";
import { grantThroughDashboard } from "../../server/rights/through-dashboard.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { type DatasetRecord, datasetsForQuery } from "../dataset/index.ts";
import type { FailingAssertion } from "./contract.ts";
import { messageOf, stateText } from "./message.ts";
import { type ChartUse, usesMetric } from "./metric-use.ts";
import { namesOfRows } from "./names.ts";
import { visibleValues } from "./policy.ts";
import { type AssertionRecord, checkOf, failingAssertions } from "./store.ts";

type ShownChart = ChartUse & { dataset_id: number };

/** Of the charts that the caller can read, failing assertions about their data. */
export async function failingOnDashboard(actor: Actor, dashboardId: number): Promise<FailingAssertion[]> {
  const { app } = actor;
  const charts = await chartsOf(actor, dashboardId);
  const failing = await failingAssertions(app.db, {
    dashboardId,
    datasetIds: [...new Set(charts.map(({ dataset_id }) => dataset_id))],
  });
  if (failing.length === 0) return [];
  const datasets = await datasetsForQuery(app, [...new Set(failing.map(({ dataset_id }) => dataset_id))]);
  const shown = { dashboardId, charts: await withMetrics(actor, charts, failing), rows: failing };
  const parts: FailingAssertion[][] = [];
  for (const dataset of datasets) parts.push(await ofDataset(actor, dataset, shown));
  return parts.flat().toSorted((a, b) => a.id - b.id);
}

interface Shown {
  dashboardId: number;
  charts: readonly ShownChart[];
  rows: readonly AssertionRecord[];
}

async function ofDataset(actor: Actor, dataset: DatasetRecord, shown: Shown): Promise<FailingAssertion[]> {
  const { app, user } = actor;
  const rows = shown.rows.filter(({ dataset_id }) => dataset_id === dataset.id);
  const charts = shown.charts.filter(({ dataset_id }) => dataset_id === dataset.id);
  const canRead = !user.guest && user.can("can_read", "Dataset") && datasetRule(user, dataset) !== undefined;
  const readable = canRead ? charts : await readableCharts(actor, { dataset, charts, dashboardId: shown.dashboardId });
  const placed = rows.flatMap((row): Placed[] => {
    const chart_ids = readable.filter((chart) => usesMetric(chart, checkOf(row))).map(({ id }) => id);
    // Those of the dashboard itself are in its header, too.
    return chart_ids.length > 0 || (row.dashboard_id !== null && readable.length > 0) ? [{ row, chart_ids }] : [];
  });
  if (!canRead) return withoutFacts(placed);
  const isVisible = await visibleValues(actor, rows);
  const namesIn = await namesOfRows(app, rows);
  const own = await ownersOf(
    app.db,
    "assertion",
    rows.map(({ id }) => id),
  );
  const others = (await ownersOf(app.db, "dataset", [dataset.id])).get(dataset.id) ?? [];
  return placed.map(({ row, chart_ids }) => {
    const { id, name, kind, state, dataset_id, checked_on, failed_since } = row;
    const owners = own.get(id) ?? [];
    const check = checkOf(row);
    const isValueVisible = isVisible(row);
    return {
      ...{ id, name, kind, state, dataset_id, dataset_name: dataset.table_name, metric: assertionMetric(check) },
      value: isValueVisible ? row.value : null,
      message: messageOf(check, isValueVisible ? row : { state }, namesIn(row)),
      checked_at: checked_on && utcText(checked_on),
      failed_since: failed_since && utcText(failed_since),
      chart_ids,
      people: (owners.length > 0 ? owners : others).map(personOf),
    };
  });
}

const personOf = ({ id, first_name, last_name }: Owner) => ({ id, name: `${first_name} ${last_name}`.trim() });

interface Placed {
  row: AssertionRecord;
  chart_ids: number[];
}

/** What viewers without access to the dataset can know: that data of charts fails a check, or couldn't be checked. */
function withoutFacts(placed: readonly Placed[]): FailingAssertion[] {
  return [...Map.groupBy(placed, ({ row }) => row.state)].map(([state, all]) => ({
    ...{
      id: Math.min(...all.map(({ row }) => row.id)),
      state,
      chart_ids: [...new Set(all.flatMap((one) => one.chart_ids))],
    },
    ...{ name: "", kind: null, value: null, checked_at: null, failed_since: null },
    message: stateText(state),
    ...{ dataset_id: null, dataset_name: "", metric: null, people: [] },
  }));
}

async function chartsOf({ app }: Actor, dashboardId: number): Promise<ShownChart[]> {
  const rows = await app.db
    .selectFrom("charts")
    .select(["charts.id", "datasource_id"])
    .where("datasource_type", "=", "table")
    .where(onDashboard(dashboardId))
    .orderBy("charts.id")
    .execute();
  return rows.flatMap(({ id, datasource_id }) =>
    datasource_id === null ? [] : [{ id, dataset_id: datasource_id, params: null, metrics: new Set<string>() }],
  );
}

/** Only read when an assertion about a metric fails. */
async function withMetrics(
  { app }: Actor,
  charts: readonly ShownChart[],
  failing: readonly AssertionRecord[],
): Promise<readonly ShownChart[]> {
  const datasets = new Set(
    failing.filter((row) => assertionMetric(checkOf(row)) !== null).map((row) => row.dataset_id),
  );
  const ids = charts.filter(({ dataset_id }) => datasets.has(dataset_id)).map(({ id }) => id);
  if (ids.length === 0) return charts;
  const rows = await app.db.selectFrom("charts").select(["id", "params"]).where("id", "in", ids).execute();
  const { rows: edges } = await sql<{ object_id: number; target_id: number; target_name: string }>`
    select object_id, target_id, target_name from lineage_edges
    where kind = 'chart' and target_kind = 'metric' and object_id in (${sql.join(ids)})`.execute(app.db);
  const paramsOf = new Map(rows.map(({ id, params }) => [id, params]));
  const byChart = Map.groupBy(edges, ({ object_id }) => object_id);
  return charts.map((chart) => ({
    ...chart,
    params: paramsOf.get(chart.id) ?? null,
    metrics: new Set(
      (byChart.get(chart.id) ?? []).flatMap((edge) => (edge.target_id === chart.dataset_id ? edge.target_name : [])),
    ),
  }));
}

interface ThroughDashboard {
  dataset: DatasetRecord;
  charts: readonly ShownChart[];
  dashboardId: number;
}

async function readableCharts({ app, user }: Actor, { dataset, charts, dashboardId }: ThroughDashboard) {
  const readable: ShownChart[] = [];
  for (const chart of charts) {
    const formData = { slice_id: chart.id, dashboardId };
    if (await grantThroughDashboard(app, user, { dataset, formData })) readable.push(chart);
  }
  return readable;
}
