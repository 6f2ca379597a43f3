import type { QueryMetric } from "../../model/adhoc.ts";
import type { App } from "../../server/app.ts";
import { chunksOf } from "../../server/store/batches.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { type AssertionRecord, checkOf } from "../assertion/index.ts";
import { assertionIdsOf } from "../report/index.ts";
import type { ProposedChange } from "./contract.ts";
import { node, reportEdges } from "./edges.ts";
import { type GraphNode, keyOf, type Step } from "./graph.ts";
import { Sources } from "./sources.ts";

type Effect = "deleted" | "breaks" | "changes";

/** What a change makes of assertions, and of the alerts about them. */
export interface AssertionImpact {
  nodes: Readonly<Record<Effect, GraphNode[]>>;
  steps: Step[];
}

interface Reached {
  breaks: readonly GraphNode[];
  changes: readonly GraphNode[];
  /** Keys of assertions that a rename rewrites. */
  rewritten: ReadonlySet<string>;
}

export const assertionNode = (id: number): GraphNode => ({ kind: "assertion", id, name: "" });

export async function assertionImpact(
  { app }: Actor,
  change: ProposedChange,
  { breaks, changes, rewritten }: Reached,
): Promise<AssertionImpact> {
  const own = new Set(change.deleted ? change.ids.map((id) => keyOf(node(change.kind, id))) : []);
  const effectOf = new Map<string, Effect>();
  for (const each of changes) effectOf.set(keyOf(each), "changes");
  for (const each of breaks) effectOf.set(keyOf(each), "breaks");
  const nodes: Record<Effect, GraphNode[]> = { deleted: [], breaks: [], changes: [] };
  const steps: Step[] = [];
  const sources = new Sources(app);
  for (const row of await candidates(app, change, [...breaks, ...changes])) {
    const from = assertionNode(row.id);
    if (rewritten.has(keyOf(from))) continue;
    const owner = ownersIn(row).find((each) => own.has(keyOf(each)));
    const used = owner ? [owner] : (await usesOf(sources, row)).filter((each) => effectOf.has(keyOf(each)));
    if (used.length === 0) continue;
    const isBroken = used.some((each) => effectOf.get(keyOf(each)) === "breaks");
    nodes[owner ? "deleted" : isBroken ? "breaks" : "changes"].push(from);
    steps.push(...used.map((to) => ({ from, role: "assertion", to })));
  }
  const alerts = await alertsAbout(app, nodes);
  return {
    nodes: {
      deleted: nodes.deleted,
      breaks: [...nodes.breaks, ...alerts.breaks],
      changes: [...nodes.changes, ...alerts.changes],
    },
    steps: [...steps, ...alerts.steps],
  };
}

/** It is deleted with these. */
const ownersIn = ({ dataset_id, dashboard_id }: AssertionRecord) => [
  node("dataset", dataset_id),
  ...(dashboard_id === null ? [] : [node("dashboard", dashboard_id)]),
];

const OF_DATASET: readonly string[] = ["dataset", "column", "metric"];
const OF_TABLE: readonly string[] = ["table", "field"];

async function candidates({ db }: App, { kind, ids }: ProposedChange, reached: readonly GraphNode[]) {
  const rows = new Map<number, AssertionRecord>();
  const datasets = [...new Set(reached.flatMap((each) => (OF_DATASET.includes(each.kind) ? [each.id] : [])))];
  const add = (found: AssertionRecord[]) => {
    for (const row of found) rows.set(row.id, row);
  };
  const all = db.selectFrom("assertions").selectAll();
  for (const some of chunksOf(datasets)) add(await all.where("dataset_id", "in", some).execute());
  if (datasets.length > 0) add(await all.where("kind", "=", "equals_dataset").execute());
  if (reached.some((each) => OF_TABLE.includes(each.kind))) add(await all.where("kind", "=", "sql").execute());
  if (kind === "dashboard") add(await all.where("dashboard_id", "in", [...ids]).execute());
  return rows.values();
}

async function usesOf(sources: Sources, row: AssertionRecord): Promise<GraphNode[]> {
  const check = checkOf(row);
  const { params } = check;
  const id = row.dataset_id;
  const columns = [
    ...("column" in params ? [params.column] : []),
    ...("by" in params ? [params.by] : []),
    ...("columns" in params ? params.columns : []),
  ];
  const uses = [node("dataset", id), ...columns.map((name) => node("column", id, name))];
  if ("metric" in params) uses.push(...(await metricUses(sources, id, params.metric)));
  if ("total" in params && params.total) uses.push(...(await metricUses(sources, id, params.total)));
  if (row.where_clause) uses.push(...(await namedIn(sources, id, row.where_clause)));
  if (check.kind === "equals_dataset") {
    const { other_dataset_id, other_metric } = check.params;
    uses.push(node("dataset", other_dataset_id), ...(await metricUses(sources, other_dataset_id, other_metric)));
  }
  if (check.kind === "sql") uses.push(...(await statementUses(sources, id, check.params.sql)));
  return uses;
}

async function metricUses(sources: Sources, id: number, metric: QueryMetric) {
  if (typeof metric === "string") return [node("metric", id, metric)];
  if (metric.expressionType === "SQL") return namedIn(sources, id, metric.sqlExpression);
  return metric.column ? [node("column", id, metric.column.column_name)] : [];
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

/** An alert that keeps some of its assertions goes on with them. */
async function alertsAbout({ db }: App, nodes: Readonly<Record<Effect, readonly GraphNode[]>>) {
  const found = { breaks: [] as GraphNode[], changes: [] as GraphNode[], steps: [] as Step[] };
  const failing = new Set([...nodes.deleted, ...nodes.breaks].map(({ id }) => id));
  const affected = new Set([...failing, ...nodes.changes.map(({ id }) => id)]);
  if (affected.size === 0) return found;
  const rows = await db
    .selectFrom("reports")
    .select(["id", "type", "extra_json"])
    .where("type", "=", "Alert")
    .where("extra_json", "like", "%assertion_ids%")
    .execute();
  for (const row of rows) {
    const ids = assertionIdsOf(row);
    const used = ids.filter((id) => affected.has(id));
    if (used.length === 0) continue;
    const from = node("report", row.id);
    found[ids.every((id) => failing.has(id)) ? "breaks" : "changes"].push(from);
    found.steps.push(...used.map((id) => ({ from, role: "assertion", to: assertionNode(id) })));
  }
  return found;
}
