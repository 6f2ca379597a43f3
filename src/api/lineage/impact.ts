import { sql } from "kysely";
import { notFound } from "../../model/errors.ts";
import { changeRules } from "../../server/rights/changes.ts";
import { ownersOf } from "../../server/rights/owners.ts";
import { chunksOf } from "../../server/store/batches.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { viewsSince } from "../../server/store/views.ts";
import { assertionsByIds, editablePlaces } from "../assertion/index.ts";
import { findDatabase } from "../database/index.ts";
import { assertSourceReadable, columnsOf, findDataset, metricsOf, sourceColumns } from "../dataset/index.ts";
import { assertionImpact } from "./assertion-impact.ts";
import { walkBreaks } from "./break-walk.ts";
import { filtersLost } from "./chart-swap.ts";
import { type Affected, type Counts, type Impact, MOST_AFFECTED, type ProposedChange } from "./contract.ts";
import { node } from "./edges.ts";
import { fieldsOf, type GraphKind, type GraphNode, keyOf, type Step, type Walk, walk } from "./graph.ts";
import { updateLineage } from "./index-keeper.ts";
import { presentNodes } from "./present.ts";
import { stepsRewritten } from "./rename.ts";
import type { Rename } from "./rename-sql.ts";
import { UPDATE_MS } from "./show.ts";
import { allowed, visibleAmong } from "./visible.ts";

/** Listed as affected; columns, metrics and tables only say why. */
const LISTED: readonly GraphKind[] = [
  "chart",
  "dashboard",
  "filter",
  "report",
  "dataset",
  "assertion",
  "link",
  "embedded",
];

/** What stops working, and what only shows something else. */
interface Starts {
  breaks: GraphNode[];
  changes: GraphNode[];
  /** What has new names. */
  renamed?: { nodes: GraphNode[]; rewritten: Step[] };
  /** What changes along with the starts, without using them. */
  alsoChanged?: Step[];
  /** Only the charts and filters on it, not what else the dataset has. */
  isDirect?: boolean;
}

/** 404 unless the caller can see all of the items. */
export async function impactOf(actor: Actor, change: ProposedChange): Promise<Impact> {
  const { app } = actor;
  const pending = await updateLineage(app, UPDATE_MS);
  const items = change.ids.map((id) => node(change.kind, id));
  const canSee = await visibleAmong(actor, items);
  if (!items.every(canSee)) throw notFound();
  const starts = await startsOf(actor, change);
  const { nodes: renamed, rewritten } = starts.renamed ?? { nodes: [], rewritten: [] };
  const { alsoChanged = [] } = starts;
  const isOwn = new Set([...items, ...starts.breaks, ...starts.changes, ...renamed].map(keyOf));
  const breaks = starts.isDirect
    ? await walk(app.reads, starts.breaks, "used_by", ({ kind }) => !["column", "metric", "dataset"].includes(kind))
    : await walkBreaks(app.reads, starts.breaks);
  const left = await walkBreaks(app.reads, renamed, new Set(rewritten.map(({ from }) => keyOf(from))));
  const changes = await walk(app.reads, starts.changes, "used_by");
  const assertions = await assertionImpact(actor, change, {
    // Assertions stay with the dataset that charts no longer use.
    breaks: starts.isDirect ? [] : [...nodesOf(breaks), ...nodesOf(left)],
    changes: nodesOf(changes),
    rewritten: new Set(rewritten.map(({ from }) => keyOf(from))),
  });
  const reached = {
    deleted: assertions.nodes.deleted,
    breaks: [...nodesOf(breaks), ...nodesOf(left), ...assertions.nodes.breaks],
    changes: [...nodesOf(changes), ...alsoChanged.map(({ from }) => from), ...assertions.nodes.changes],
    updates: rewritten.map(({ from }) => from),
  };
  const effects = effectsOf(reached, isOwn, change.deleted === true ? change.kind : undefined);
  const steps = [
    ...[...breaks.steps, ...left.steps, ...changes.steps, ...alsoChanged, ...rewritten],
    ...assertions.steps,
  ];
  return presentImpact(actor, { effects, steps, pending });
}

async function startsOf(actor: Actor, change: ProposedChange): Promise<Starts> {
  if (change.deleted) return { breaks: change.ids.map((id) => node(change.kind, id)), changes: [] };
  const [id = 0] = change.ids;
  if (change.swapped_to !== undefined) {
    const to = node("dataset", change.swapped_to);
    if (!(await visibleAmong(actor, [to]))(to)) throw notFound();
    if (change.kind === "chart") return chartSwapStarts(actor, change.ids, change.swapped_to);
    if (change.kind === "dataset") return swapStarts(actor, id, change.swapped_to);
  }
  return change.kind === "dataset" ? editStarts(actor, id, change) : { breaks: [], changes: [] };
}

async function editStarts(actor: Actor, id: number, change: ProposedChange): Promise<Starts> {
  const query = change.sql === undefined ? { removed: [], retyped: [] } : await queryChanges(actor, id, change.sql);
  const renames = renamesIn(change);
  const renamed = renames.map(({ kind, from }) => node(kind, id, from));
  const removed = [
    ...(change.columns_removed ?? []),
    ...query.removed.filter((name) => !change.columns_renamed?.some(({ from }) => from === name)),
  ];
  const retyped = [...(change.columns_retyped ?? []).map(({ name }) => name), ...query.retyped];
  const gone = [...removed, ...(change.columns_renamed ?? []).map(({ from }) => from)];
  return {
    breaks: [
      ...removed.map((name) => node("column", id, name)),
      ...(change.metrics_removed ?? []).map((name) => node("metric", id, name)),
      ...(change.is_lost ? await fieldsOf(actor.app.reads, id, gone) : []),
    ],
    changes: retyped.map((name) => node("column", id, name)),
    renamed: { nodes: renamed, rewritten: change.uses_new_names ? await rewrittenBy(actor, renames) : [] },
  };
}

function renamesIn({ ids: [datasetId = 0], columns_renamed = [], metrics_renamed = [] }: ProposedChange): Rename[] {
  return [
    ...columns_renamed.map((each) => ({ ...each, datasetId, kind: "column" as const })),
    ...metrics_renamed.map((each) => ({ ...each, datasetId, kind: "metric" as const })),
  ];
}

/** More aren't worked out, and counted as breaking what uses them. */
const MOST_RENAMES = 20;

async function rewrittenBy(actor: Actor, renames: readonly Rename[]): Promise<Step[]> {
  const steps: Step[] = [];
  for (const rename of renames.slice(0, MOST_RENAMES)) steps.push(...(await stepsRewritten(actor, rename)));
  return steps;
}

async function chartSwapStarts(actor: Actor, ids: readonly number[], swappedTo: number): Promise<Starts> {
  const alsoChanged = await filtersLost(actor, ids, swappedTo);
  return { breaks: [], changes: ids.map((id) => node("chart", id)), alsoChanged };
}

/** Names that the charts and filters of one dataset use, and the other doesn't have. */
async function swapStarts({ app: { db } }: Actor, id: number, swappedTo: number): Promise<Starts> {
  const columns = new Set((await columnsOf(db, swappedTo)).map(({ column_name }) => column_name));
  const metrics = new Set((await metricsOf(db, swappedTo)).map(({ metric_name }) => metric_name));
  const used = await db
    .selectFrom("lineage_edges")
    .select(["target_kind", "target_name"])
    .distinct()
    .where("target_id", "=", id)
    .where("target_kind", "in", ["column", "metric"])
    .where("kind", "in", ["chart", "filter"])
    .execute();
  const gone = used.filter(({ target_kind, target_name }) =>
    target_kind === "column" ? !columns.has(target_name) : !metrics.has(target_name),
  );
  return {
    breaks: gone.map(({ target_kind, target_name }) => node(target_kind, id, target_name)),
    changes: [],
    isDirect: true,
  };
}

async function queryChanges({ app, user }: Actor, id: number, text: string) {
  const row = await findDataset(app.db, id);
  const database = row && (await findDatabase(app.db, row.database_id));
  if (!row || !database) throw notFound();
  const source = { ...row, databaseId: row.database_id, sql: text };
  await assertSourceReadable(app, user, { database, source });
  const found = new Map((await sourceColumns(app, user, source)).map(({ name, type }) => [name, type]));
  const stored = (await columnsOf(app.db, id)).filter(({ expression }) => !expression);
  return {
    removed: stored.flatMap(({ column_name }) => (found.has(column_name) ? [] : [column_name])),
    retyped: stored.flatMap(({ column_name, type }) => {
      const now = found.get(column_name);
      return now !== undefined && now !== type ? [column_name] : [];
    }),
  };
}

const nodesOf = ({ reached }: Walk) => [...reached.values()].map((each) => each.node);

type Effects = Map<string, { node: GraphNode; effect: Affected["effect"] }>;

/** A dashboard that loses a deleted chart changes; one that shows a failing chart breaks. */
function effectsOf(
  reached: Readonly<Record<Affected["effect"], readonly GraphNode[]>>,
  isOwn: ReadonlySet<string>,
  deleted?: GraphKind,
): Effects {
  const effects: Effects = new Map();
  for (const effect of ["deleted", "breaks", "changes", "updates"] as const) {
    for (const each of reached[effect]) {
      const key = keyOf(each);
      if (isOwn.has(key) || effects.has(key) || !LISTED.includes(each.kind)) continue;
      const isSpared = deleted === "chart" && ["dashboard", "link", "embedded"].includes(each.kind);
      effects.set(key, { node: each, effect: isSpared ? "changes" : effect });
    }
  }
  return effects;
}

interface Found {
  effects: Effects;
  steps: readonly Step[];
  pending: number;
}

async function presentImpact(actor: Actor, { effects, steps, pending }: Found): Promise<Impact> {
  const nodes = [...effects.values()].map((each) => each.node);
  const isVisible = await visibleAmong(actor, [...nodes, ...steps.map(({ to }) => to)]);
  const visible = nodes.filter(isVisible);
  const usage = await usageOf(actor, visible);
  const viewsOf = (each: GraphNode) => usage.get(keyOf(each))?.views ?? -1;
  const listed = visible.toSorted((a, b) => viewsOf(b) - viewsOf(a)).slice(0, MOST_AFFECTED);
  const named = await presentNodes(actor, [...listed, ...steps.map(({ to }) => to).filter(isVisible)]);
  const causes = causesOf(steps, (each) => (isVisible(each) ? named.get(keyOf(each))?.label : undefined));
  const people = await peopleOf(actor, listed);
  const affected = listed.flatMap((each): Affected[] => {
    const presented = named.get(keyOf(each));
    const entry = effects.get(keyOf(each));
    if (!presented || !entry) return [];
    const viewed = usage.get(keyOf(each));
    return [
      {
        ...presented,
        effect: entry.effect,
        because: causes.get(keyOf(each)) ?? [],
        ...people(each),
        views: viewed?.views ?? null,
        viewers: viewed?.viewers ?? null,
        last_viewed: viewed?.last_viewed ?? null,
      },
    ];
  });
  const count = (effect?: Affected["effect"], hidden = false): Counts => {
    const counts: Counts = {};
    for (const entry of effects.values()) {
      if ((effect && entry.effect !== effect) || (hidden && isVisible(entry.node))) continue;
      counts[entry.node.kind] = (counts[entry.node.kind] ?? 0) + 1;
    }
    return counts;
  };
  return {
    affected,
    deleted: count("deleted"),
    breaks: count("breaks"),
    changes: count("changes"),
    updates: count("updates"),
    hidden: count(undefined, true),
    pending,
  };
}

const MOST_CAUSES = 10;

function causesOf(steps: readonly Step[], labelOf: (each: GraphNode) => string | undefined): Map<string, string[]> {
  const causes = new Map<string, Set<string>>();
  // Filters are listed themselves.
  const withCharts = new Set(steps.flatMap(({ from, to }) => (to.kind === "chart" ? [keyOf(from)] : [])));
  for (const { from, to } of steps) {
    const label = labelOf(to);
    if (from.kind === "dashboard" && to.kind !== "chart" && withCharts.has(keyOf(from))) continue;
    const own = causes.get(keyOf(from)) ?? new Set<string>();
    if (label !== undefined && own.size < MOST_CAUSES) causes.set(keyOf(from), own.add(label));
  }
  return new Map([...causes].map(([key, labels]) => [key, [...labels]]));
}

const OWNED = {
  chart: "chart",
  dashboard: "dashboard",
  filter: "dashboard",
  dataset: "dataset",
  report: "report",
  assertion: "assertion",
} as const;
const ownedNoun = (kind: GraphKind) => (kind in OWNED ? OWNED[kind as keyof typeof OWNED] : undefined);

async function peopleOf(actor: Actor, nodes: readonly GraphNode[]) {
  const owners = new Map<string, Affected["owners"]>();
  const editable = new Set<string>();
  for (const noun of ["chart", "dashboard", "dataset", "report"] as const) {
    const ids = [...new Set(nodes.flatMap((each) => (ownedNoun(each.kind) === noun ? [each.id] : [])))];
    if (ids.length === 0) continue;
    for (const [id, people] of await ownersOf(actor.app.db, noun, ids)) owners.set(`${noun} ${id}`, people);
    for (const id of await allowed(actor, `${noun}s`, changeRules(actor.user, noun), ids))
      editable.add(`${noun} ${id}`);
  }
  const assertions = nodes.flatMap(({ kind, id }) => (kind === "assertion" ? [id] : []));
  for (const [id, people] of await ownersOf(actor.app.db, "assertion", assertions))
    owners.set(`assertion ${id}`, people);
  const rows = await assertionsByIds(actor.app.db, assertions);
  const isEditable = await editablePlaces(actor, rows);
  for (const row of rows) if (isEditable(row)) editable.add(`assertion ${row.id}`);
  return ({ kind, id }: GraphNode) => {
    const key = `${ownedNoun(kind)} ${id}`;
    return { owners: owners.get(key) ?? [], can_edit: editable.has(key) };
  };
}

interface Viewed {
  views: number;
  viewers: number;
  last_viewed: string | null;
}

const VIEWS = { chart: sql.ref("slice_id"), dashboard: sql.ref("dashboard_id") } as const;
const ACTIONS = { chart: sql`action = 'mount_explorer'`, dashboard: sql`action = 'mount_dashboard'` } as const;

/** Views in the last 30 days. */
async function usageOf({ app }: Actor, nodes: readonly GraphNode[]): Promise<Map<string, Viewed>> {
  const usage = new Map<string, Viewed>();
  const since = viewsSince(app.clock);
  for (const noun of ["chart", "dashboard"] as const) {
    const ids = nodes.flatMap((each) => (each.kind === noun ? [each.id] : []));
    for (const id of ids) usage.set(keyOf(node(noun, id)), { views: 0, viewers: 0, last_viewed: null });
    for (const some of chunksOf(ids)) {
      const { rows } = await sql<Viewed & { id: number }>`select ${VIEWS[noun]} as id, count(*) as views,
        count(distinct user_id) as viewers, max(dttm) as last_viewed from logs
        where ${ACTIONS[noun]} and dttm >= ${since} and ${VIEWS[noun]} in (${sql.join(some)})
        group by ${VIEWS[noun]}`.execute(app.reads);
      for (const { id, views, viewers, last_viewed } of rows)
        usage.set(keyOf(node(noun, Number(id))), { views: Number(views), viewers: Number(viewers), last_viewed });
    }
  }
  return usage;
}
