import { type Kysely, type SqlBool, sql } from "kysely";
import { chunksOf } from "../../server/store/batches.ts";
import type { LineageKind } from "../../server/store/lineage-tables.ts";
import type { Tables } from "../../server/store/tables.ts";
import { type Node, node } from "./edges.ts";

/** Also what has no edges: public links and embedding belong to dashboards, and assertions are read on request. */
export type GraphKind = LineageKind | "link" | "embedded" | "assertion";

export interface GraphNode {
  kind: GraphKind;
  id: number;
  name: string;
}

export interface Step {
  from: GraphNode;
  role: string;
  to: GraphNode;
}

export interface Reached {
  node: GraphNode;
  /** Steps from the start; 0 = a start. */
  distance: number;
}

export interface Walk {
  reached: Map<string, Reached>;
  /** `from` uses `to`. */
  steps: Step[];
  isTruncated: boolean;
}

export const keyOf = ({ kind, id, name }: GraphNode) => `${kind}:${id}:${name}`;

const MAX_NODES = 20_000;
const MAX_STEPS = 60_000;

export type Direction = "uses" | "used_by";

/** Everything that the starts use, or that uses them, nearest first. */
export async function walk(
  db: Kysely<Tables>,
  starts: readonly GraphNode[],
  direction: Direction,
  isPassed: (to: GraphNode) => boolean = () => true,
): Promise<Walk> {
  const reached = new Map(starts.map((start) => [keyOf(start), { node: start, distance: 0 }]));
  const steps: Step[] = [];
  let isTruncated = false;
  let front: GraphNode[] = [...starts];
  for (let distance = 1; front.length > 0 && !isTruncated; distance++) {
    const found = direction === "uses" ? await usedBy(db, front) : await usersOf(db, front);
    front = [];
    for (const step of found) {
      const next = direction === "uses" ? step.to : step.from;
      if (!isPassed(next)) continue;
      steps.push(step);
      const key = keyOf(next);
      if (reached.has(key)) continue;
      reached.set(key, { node: next, distance });
      front.push(next);
    }
    isTruncated = reached.size >= MAX_NODES || steps.length >= MAX_STEPS;
  }
  return { reached, steps, isTruncated };
}

const NAMED: ReadonlySet<GraphKind> = new Set(["table", "field", "column", "metric", "filter"]);

interface EdgeRow {
  kind: LineageKind;
  object_id: number;
  name: string;
  role: string;
  target_kind: LineageKind;
  target_id: number;
  target_name: string;
}

async function edgesAt(db: Kysely<Tables>, front: readonly GraphNode[], end: "source" | "target"): Promise<Step[]> {
  const steps: Step[] = [];
  for (const condition of conditionsOf(front, end)) {
    const { rows } = await sql<EdgeRow>`select kind, object_id, name, role, target_kind, target_id, target_name
      from lineage_edges where ${condition}`.execute(db);
    for (const row of rows)
      steps.push({
        from: node(row.kind, row.object_id, row.name),
        role: row.role,
        to: node(row.target_kind, row.target_id, row.target_name),
      });
  }
  return steps;
}

function conditionsOf(front: readonly GraphNode[], end: "source" | "target") {
  const [kindColumn, idColumn, nameColumn] =
    end === "source" ? ["kind", "object_id", "name"] : ["target_kind", "target_id", "target_name"];
  const groups = new Map<string, GraphNode[]>();
  for (const each of front) {
    const key = NAMED.has(each.kind) ? `${each.kind} ${each.id}` : each.kind;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()].flatMap((nodes) =>
    chunksOf(nodes).map((some) => {
      const { kind, id } = some[0] ?? node("chart", 0);
      const names = sql.join(some.map((each) => each.name));
      const ids = sql.join(some.map((each) => each.id));
      return NAMED.has(kind)
        ? sql<SqlBool>`${sql.ref(kindColumn ?? "")} = ${kind} and ${sql.ref(idColumn ?? "")} = ${id}
          and ${sql.ref(nameColumn ?? "")} in (${names})`
        : sql<SqlBool>`${sql.ref(kindColumn ?? "")} = ${kind} and ${sql.ref(idColumn ?? "")} in (${ids})`;
    }),
  );
}

const idsOf = (front: readonly GraphNode[], kind: GraphKind) =>
  chunksOf(front.flatMap((each) => (each.kind === kind ? [each.id] : [])));

/** The steps from each of these to what uses it. */
async function usersOf(db: Kysely<Tables>, front: readonly GraphNode[]): Promise<Step[]> {
  const steps = await edgesAt(db, front, "target");
  for (const ids of idsOf(front, "chart")) {
    steps.push(...(await placements(db, "chart_id", ids)), ...(await reports(db, "chart", ids)));
  }
  for (const ids of idsOf(front, "dashboard")) {
    steps.push(...(await reports(db, "dashboard", ids)), ...(await openings(db, ids)));
  }
  return steps;
}

/** The steps from each of these to what it uses. */
async function usedBy(db: Kysely<Tables>, front: readonly GraphNode[]): Promise<Step[]> {
  const steps = await edgesAt(db, front, "source");
  for (const ids of idsOf(front, "dashboard")) steps.push(...(await placements(db, "dashboard_id", ids)));
  for (const ids of idsOf(front, "report")) steps.push(...(await reports(db, "id", ids)));
  return steps;
}

async function placements(db: Kysely<Tables>, by: "chart_id" | "dashboard_id", ids: number[]): Promise<Step[]> {
  const rows = await db.selectFrom("dashboard_charts").selectAll().where(by, "in", ids).execute();
  return rows.map(({ dashboard_id, chart_id }) => ({
    from: node("dashboard", dashboard_id),
    role: "chart",
    to: node("chart", chart_id),
  }));
}

async function reports(db: Kysely<Tables>, by: "id" | "chart" | "dashboard", ids: number[]): Promise<Step[]> {
  const rows = await db
    .selectFrom("reports")
    .select(["id", "chart_id", "dashboard_id"])
    .where(by === "id" ? "id" : by === "chart" ? "chart_id" : "dashboard_id", "in", ids)
    .execute();
  return rows.flatMap(({ id, chart_id, dashboard_id }) => {
    const from = node("report", id);
    const to =
      chart_id !== null ? node("chart", chart_id) : dashboard_id !== null ? node("dashboard", dashboard_id) : undefined;
    return to ? [{ from, role: "sends", to }] : [];
  });
}

/** How people without an account open the dashboards. */
async function openings(db: Kysely<Tables>, ids: number[]): Promise<Step[]> {
  const links = await db
    .selectFrom("public_links")
    .select(["id", "dashboard_id"])
    .where("dashboard_id", "in", ids)
    .where("revoked_on", "is", null)
    .execute();
  const embedded = await db
    .selectFrom("embedded_dashboards")
    .select("dashboard_id")
    .where("dashboard_id", "in", ids)
    .execute();
  const dashboard = (id: number) => node("dashboard", id);
  return [
    ...links.map(({ id, dashboard_id }) => ({
      from: { kind: "link" as const, id, name: "" },
      role: "shows",
      to: dashboard(dashboard_id),
    })),
    ...embedded.map(({ dashboard_id }) => ({
      from: { kind: "embedded" as const, id: dashboard_id, name: "" },
      role: "shows",
      to: dashboard(dashboard_id),
    })),
  ];
}

/** The columns of the dataset's tables that the columns are, so that other queries on the table are found, too. */
export async function fieldsOf(db: Kysely<Tables>, datasetId: number, columns: readonly string[]): Promise<Node[]> {
  if (columns.length === 0) return [];
  const dataset = await db.selectFrom("datasets").select("sql").where("id", "=", datasetId).executeTakeFirst();
  if (!dataset || dataset.sql?.trim()) return [];
  const rows = await db
    .selectFrom("lineage_edges")
    .select(["target_id", "target_name"])
    .where("kind", "=", "column")
    .where("object_id", "=", datasetId)
    .where("name", "in", [...columns])
    .where("target_kind", "=", "field")
    .execute();
  return rows.map(({ target_id, target_name }) => node("field", target_id, target_name));
}
