import type { App } from "../../server/app.ts";
import type { Actor } from "../../server/store/stamp.ts";
import type { AssertionRecord } from "../assertion/index.ts";
import { alertsAbout, assertionNode, assertionsNear, usesOf } from "./assertion-uses.ts";
import type { ProposedChange } from "./contract.ts";
import { node } from "./edges.ts";
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
    const used = owner ? [owner] : (await usesOf(row, sources)).filter((each) => effectOf.has(keyOf(each)));
    if (used.length === 0) continue;
    const isBroken = used.some((each) => effectOf.get(keyOf(each)) === "breaks");
    nodes[owner ? "deleted" : isBroken ? "breaks" : "changes"].push(from);
    steps.push(...used.map((to) => ({ from, role: "assertion", to })));
  }
  const alerts = await affectedAlerts(app, nodes);
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

async function candidates(app: App, { kind, ids }: ProposedChange, reached: readonly GraphNode[]) {
  const rows = await assertionsNear(app, reached);
  if (kind !== "dashboard") return rows;
  const own = await app.db
    .selectFrom("assertions")
    .selectAll()
    .where("dashboard_id", "in", [...ids])
    .execute();
  return new Map([...rows, ...own].map((row) => [row.id, row])).values();
}

/** An alert that keeps some of its assertions goes on with them. */
async function affectedAlerts(app: App, nodes: Readonly<Record<Effect, readonly GraphNode[]>>) {
  const found = { breaks: [] as GraphNode[], changes: [] as GraphNode[], steps: [] as Step[] };
  const failing = new Set([...nodes.deleted, ...nodes.breaks].map(({ id }) => id));
  const affected = new Set([...failing, ...nodes.changes.map(({ id }) => id)]);
  for (const { id, about } of await alertsAbout(app, affected)) {
    const from = node("report", id);
    found[about.every((each) => failing.has(each)) ? "breaks" : "changes"].push(from);
    const used = about.filter((each) => affected.has(each));
    found.steps.push(...used.map((each) => ({ from, role: "assertion", to: assertionNode(each) })));
  }
  return found;
}
