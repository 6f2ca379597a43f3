import { sql } from "kysely";
import { changeRules } from "../../server/rights/changes.ts";
import { chartRules } from "../../server/rights/charts.ts";
import { openDashboardRules } from "../../server/rights/dashboards.ts";
import { canReadAllData, datasetRules } from "../../server/rights/datasets.ts";
import { allowedAmong, type Rule, type RuledTable } from "../../server/rights/rule.ts";
import { chunksOf } from "../../server/store/batches.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { assertionsByIds, visibleAssertions } from "../assertion/index.ts";
import { REPORT_VIEW, visibleReports } from "../report/index.ts";
import { FIELD_MARK } from "./edges.ts";
import type { GraphKind, GraphNode } from "./graph.ts";

export type IsVisible = (node: GraphNode) => boolean;

const OF_DATASET: readonly GraphKind[] = ["dataset", "column", "metric"];
const OF_DASHBOARD: readonly GraphKind[] = ["dashboard", "filter"];

export const tableOf = ({ kind, name }: GraphNode) =>
  kind === "field" ? name.slice(0, Math.max(0, name.indexOf(FIELD_MARK))) : name;

/** Which of the nodes the user may see, by the rules of each kind. */
export async function visibleAmong(actor: Actor, nodes: readonly GraphNode[]): Promise<IsVisible> {
  const { user } = actor;
  const idsOf = (kinds: readonly GraphKind[]) => [
    ...new Set(nodes.flatMap((each) => (kinds.includes(each.kind) ? [each.id] : []))),
  ];
  const datasets = await allowed(actor, "datasets", datasetRules(user), idsOf(OF_DATASET));
  const charts = user.can("can_read", "Chart")
    ? await allowed(actor, "charts", chartRules(user), idsOf(["chart"]))
    : new Set();
  const dashboards = user.can("can_read", "Dashboard")
    ? await allowed(actor, "dashboards", openDashboardRules(user), idsOf(OF_DASHBOARD))
    : new Set();
  const embedded = await allowed(actor, "dashboards", changeRules(user, "dashboard"), idsOf(["embedded"]));
  const reports = await reportsAmong(actor, idsOf(["report"]));
  const links = await linksAmong(actor, idsOf(["link"]));
  const assertions = await assertionsByIds(actor.app.db, idsOf(["assertion"]), visibleAssertions(user));
  const seen = new Set(assertions.map(({ id }) => id));
  const tables = await tablesAmong(actor, nodes);
  const byKind: Readonly<Record<GraphKind, IsVisible>> = {
    table: (each) => tables(each),
    field: (each) => tables(each),
    dataset: ({ id }) => datasets.has(id),
    column: ({ id }) => datasets.has(id),
    metric: ({ id }) => datasets.has(id),
    chart: ({ id }) => charts.has(id),
    filter: ({ id }) => dashboards.has(id),
    dashboard: ({ id }) => dashboards.has(id),
    report: ({ id }) => reports.has(id),
    link: ({ id }) => links.has(id),
    embedded: ({ id }) => embedded.has(id),
    assertion: ({ id }) => seen.has(id),
  };
  return (each) => byKind[each.kind](each);
}

export async function allowed(
  { app }: Actor,
  table: RuledTable,
  rules: readonly Rule[],
  ids: readonly number[],
): Promise<Set<number>> {
  const found = new Set<number>();
  for (const some of chunksOf(ids)) for (const id of await allowedAmong(app.db, { table, rules }, some)) found.add(id);
  return found;
}

async function reportsAmong({ app, user }: Actor, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0 || !user.can("can_read", REPORT_VIEW)) return new Set();
  const visible = visibleReports(user);
  const rows = await app.db
    .selectFrom("reports")
    .select("id")
    .where("id", "in", [...ids])
    .$if(visible !== undefined, (query) => query.where(visible ?? sql<boolean>`(1 = 1)`))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

async function linksAmong({ app, user }: Actor, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await app.db
    .selectFrom("public_links")
    .select("id")
    .where("id", "in", [...ids])
    .$if(!user.isAdmin, (query) => query.where("created_by_fk", "=", user.id))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Tables of the datasets that the user can read. */
async function tablesAmong(actor: Actor, nodes: readonly GraphNode[]): Promise<IsVisible> {
  const { app, user } = actor;
  if (canReadAllData(user)) return () => true;
  const tables = nodes.filter(({ kind }) => kind === "table" || kind === "field");
  if (tables.length === 0) return () => false;
  const names = [...new Set(tables.map(tableOf))];
  const rows = await app.db
    .selectFrom("lineage_edges")
    .select(["object_id", "target_id", "target_name"])
    .where("kind", "=", "dataset")
    .where("target_kind", "=", "table")
    .where("target_id", "in", [...new Set(tables.map(({ id }) => id))])
    .where("target_name", "in", names)
    .execute();
  const ids = rows.map(({ object_id }) => object_id);
  const readable = await allowed(actor, "datasets", datasetRules(user), ids);
  const seen = new Set(
    rows.flatMap(({ object_id, target_id, target_name }) =>
      readable.has(object_id) ? [`${target_id} ${target_name}`] : [],
    ),
  );
  return (each) => seen.has(`${each.id} ${tableOf(each)}`);
}
