import type { QueryMetric } from "../../model/adhoc.ts";
import type { App } from "../../server/app.ts";
import { chunksOf } from "../../server/store/batches.ts";
import { type AssertionRecord, checkOf } from "../assertion/index.ts";
import { assertionIdsOf } from "../report/index.ts";
import { node, reportEdges } from "./edges.ts";
import type { GraphKind, GraphNode } from "./graph.ts";
import type { Sources } from "./sources.ts";

export const assertionNode = (id: number): GraphNode => ({ kind: "assertion", id, name: "" });

const OF_DATASET: readonly GraphKind[] = ["dataset", "column", "metric"];
const OF_TABLE: readonly GraphKind[] = ["table", "field"];

/** Those that can use one of the nodes, in order of their datasets. */
export async function assertionsNear({ reads: db }: App, nodes: readonly GraphNode[]): Promise<AssertionRecord[]> {
  const rows = new Map<number, AssertionRecord>();
  const idsOf = (kinds: readonly GraphKind[]) => [
    ...new Set(nodes.flatMap((each) => (kinds.includes(each.kind) ? [each.id] : []))),
  ];
  const datasets = idsOf(OF_DATASET);
  const add = (found: AssertionRecord[]) => {
    for (const row of found) rows.set(row.id, row);
  };
  const all = db.selectFrom("assertions").selectAll().orderBy("id");
  for (const some of chunksOf(datasets)) add(await all.where("dataset_id", "in", some).execute());
  if (datasets.length > 0) add(await all.where("kind", "=", "equals_dataset").execute());
  const databases = idsOf(OF_TABLE);
  if (databases.length > 0) {
    const inThese = db.selectFrom("datasets").select("id").where("database_id", "in", databases);
    add(await all.where("kind", "=", "sql").where("dataset_id", "in", inThese).execute());
  }
  return [...rows.values()];
}

/** What its settings and its SQL name. */
export async function usesOf(row: AssertionRecord, sources: Sources): Promise<GraphNode[]> {
  const id = row.dataset_id;
  const uses = namedUses(row);
  for (const { datasetId, sql } of expressionsOf(row)) uses.push(...(await namedIn(sources, datasetId, sql)));
  const { kind, params } = checkOf(row);
  if (kind === "sql") uses.push(...(await statementUses(sources, id, params.sql)));
  return uses;
}

/** Without reading SQL. */
export function namedUses(row: AssertionRecord): GraphNode[] {
  const { params } = checkOf(row);
  const id = row.dataset_id;
  const columns = [
    ...("column" in params ? [params.column] : []),
    ...("by" in params ? [params.by] : []),
    ...("columns" in params ? params.columns : []),
  ];
  return [
    node("dataset", id),
    ...columns.map((name) => node("column", id, name)),
    ...("other_dataset_id" in params ? [node("dataset", params.other_dataset_id)] : []),
    ...metricsOf(row).flatMap(({ datasetId, metric }) => {
      if (typeof metric === "string") return [node("metric", datasetId, metric)];
      return metric.expressionType === "SIMPLE" && metric.column
        ? [node("column", datasetId, metric.column.column_name)]
        : [];
    }),
  ];
}

function metricsOf(row: AssertionRecord): { datasetId: number; metric: QueryMetric }[] {
  const { params } = checkOf(row);
  const datasetId = row.dataset_id;
  return [
    ...("metric" in params ? [{ datasetId, metric: params.metric }] : []),
    ...("total" in params && params.total ? [{ datasetId, metric: params.total }] : []),
    ...("other_metric" in params ? [{ datasetId: params.other_dataset_id, metric: params.other_metric }] : []),
  ];
}

/** SQL over the columns of a dataset. */
function expressionsOf(row: AssertionRecord): { datasetId: number; sql: string }[] {
  return [
    ...(row.where_clause ? [{ datasetId: row.dataset_id, sql: row.where_clause }] : []),
    ...metricsOf(row).flatMap(({ datasetId, metric }) =>
      typeof metric !== "string" && metric.expressionType === "SQL" ? [{ datasetId, sql: metric.sqlExpression }] : [],
    ),
  ];
}

/** All SQL of it. */
export function sqlOf(row: AssertionRecord): string {
  const { kind, params } = checkOf(row);
  return [...expressionsOf(row).map(({ sql }) => sql), ...(kind === "sql" ? [params.sql] : [])].join("\n");
}

async function namedIn(sources: Sources, id: number, sql: string) {
  const dataset = await sources.dataset(id);
  if (!dataset) return [];
  const { columns, metrics } = await sources.columnsIn(dataset, sql);
  return [
    ...columns.map((name) => node("column", id, name)),
    ...metrics.map(({ datasetId, name }) => node("metric", datasetId, name)),
  ];
}

async function statementUses(sources: Sources, id: number, sql: string) {
  const dataset = await sources.dataset(id);
  if (!dataset) return [];
  const edges = await reportEdges(sources, { id, sql, database_id: dataset.databaseId });
  return edges.map(({ target_kind, target_id, target_name }) => node(target_kind, target_id, target_name));
}

/** Alerts about any of the assertions, with all that each is about. */
export async function alertsAbout(
  { reads: db }: App,
  ids: ReadonlySet<number>,
): Promise<{ id: number; about: number[] }[]> {
  if (ids.size === 0) return [];
  const rows = await db
    .selectFrom("reports")
    .select(["id", "type", "extra_json"])
    .where("type", "=", "Alert")
    .where("extra_json", "like", "%assertion_ids%")
    .execute();
  return rows
    .map((row) => ({ id: row.id, about: assertionIdsOf(row) }))
    .filter(({ about }) => about.some((id) => ids.has(id)));
}
