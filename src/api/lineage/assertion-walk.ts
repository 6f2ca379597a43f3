import type { App } from "../../server/app.ts";
import { type AssertionRecord, assertionsByIds } from "../assertion/index.ts";
import { assertionIdsOf } from "../report/index.ts";
import { alertsAbout, assertionNode, assertionsNear, namedUses, sqlOf, usesOf } from "./assertion-uses.ts";
import { FIELD_MARK, node } from "./edges.ts";
import { type GraphNode, keyOf, type Reached, type Step, type Walk, walk } from "./graph.ts";
import { Sources } from "./sources.ts";

const MOST_ASSERTIONS = 2000;
/** Whose SQL is read for an answer. */
const MOST_READ = 100;

const ROLE = "assertion";

/** With assertions about what was reached, and alerts about these. */
export async function withAssertionUsers(app: App, found: Walk): Promise<Walk> {
  const near = await assertionsNear(
    app,
    [...found.reached.values()].map((each) => each.node),
  );
  const rows = near.slice(0, MOST_ASSERTIONS);
  const { steps, isTruncated } = await stepsFrom(app, rows, found.reached);
  const ids = new Set(steps.map(({ from }) => from.id));
  for (const { id, about } of await alertsAbout(app, ids))
    for (const each of about)
      if (ids.has(each)) steps.push({ from: node("report", id), role: ROLE, to: assertionNode(each) });
  const reached = new Map(found.reached);
  for (const { from, to } of steps) reach(reached, from, (reached.get(keyOf(to))?.distance ?? 0) + 1);
  return {
    reached,
    steps: [...found.steps, ...steps],
    isTruncated: found.isTruncated || isTruncated || rows.length < near.length,
  };
}

function reach(reached: Map<string, Reached>, to: GraphNode, distance: number): void {
  const known = reached.get(keyOf(to));
  if (!known || known.distance > distance) reached.set(keyOf(to), { node: to, distance });
}

/** Reads SQL only of those whose settings name nothing that was reached, where it may name something. */
async function stepsFrom(app: App, rows: readonly AssertionRecord[], reached: ReadonlyMap<string, Reached>) {
  const sources = new Sources(app);
  const isReached = (each: GraphNode) => reached.has(keyOf(each));
  const canName = canNameAny([...reached.values()].map((each) => each.node));
  const usesByRow = rows.map((row) => ({ row, uses: namedUses(row) }));
  const unread = usesByRow.filter(({ row, uses }) => !uses.some(isReached) && canName(sqlOf(row)));
  await Promise.all(
    unread.slice(0, MOST_READ).map(async (each) => {
      each.uses = await usesOf(each.row, sources);
    }),
  );
  const steps = usesByRow.flatMap(({ row, uses }) => {
    const distinct = new Map(uses.filter(isReached).map((each) => [keyOf(each), each]));
    return [...distinct.values()].map((to): Step => ({ from: assertionNode(row.id), role: ROLE, to }));
  });
  return { steps, isTruncated: unread.length > MOST_READ };
}

/** Whether SQL can name one of them: by its name, by all columns, or by a template. */
function canNameAny(nodes: readonly GraphNode[]): (sql: string) => boolean {
  const names = new Set(nodes.flatMap((each) => (each.name === "" ? [] : [plainName(each).toLowerCase()])));
  return (sql) => {
    if (sql === "") return false;
    if (sql.includes("*") || sql.includes("{")) return true;
    const text = sql.toLowerCase();
    return [...names].some((name) => text.includes(name));
  };
}

function plainName({ kind, name }: GraphNode): string {
  if (kind === "field") return name.slice(name.indexOf(FIELD_MARK) + 1);
  return kind === "table" ? name.slice(name.lastIndexOf(".") + 1) : name;
}

/** With the assertions that an alert is about, and what these use. */
export async function withUsedAssertions(app: App, alertId: number, found: Walk): Promise<Walk> {
  const alert = await app.reads
    .selectFrom("reports")
    .select(["type", "extra_json"])
    .where("id", "=", alertId)
    .executeTakeFirst();
  const rows = await assertionsByIds(app.reads, alert ? assertionIdsOf(alert) : []);
  const sources = new Sources(app);
  const reached = new Map(found.reached);
  const steps = [...found.steps];
  const used = new Map<string, GraphNode>();
  for (const row of rows) {
    const own = assertionNode(row.id);
    steps.push({ from: node("report", alertId), role: ROLE, to: own });
    reach(reached, own, 1);
    for (const to of await usesOf(row, sources)) {
      steps.push({ from: own, role: ROLE, to });
      used.set(keyOf(to), to);
    }
  }
  const further = await walk(app.reads, [...used.values()], "uses");
  for (const each of further.reached.values()) reach(reached, each.node, each.distance + 2);
  return {
    reached,
    steps: [...steps, ...further.steps],
    isTruncated: found.isTruncated || further.isTruncated,
  };
}
