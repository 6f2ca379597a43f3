import type { Transaction } from "kysely";
import { t } from "../../i18n/translate.ts";
import { notFound, unprocessable } from "../../model/errors.ts";
import { readJson } from "../../model/json-text.ts";
import { changeRules } from "../../server/rights/changes.ts";
import { assertUnmanaged } from "../../server/rights/managed.ts";
import { assertOwner } from "../../server/rights/owners.ts";
import type { VersionedNoun } from "../../server/store/history-tables.ts";
import { type Actor, changedBy, type Stamp, stampOf } from "../../server/store/stamp.ts";
import type { Row, Tables } from "../../server/store/tables.ts";
import { saveVersionWithin } from "../../server/store/versions.ts";
import { type ChartRecord, chartsByIds, formDataOf, updateChart } from "../chart/index.ts";
import { updateDashboard } from "../dashboard/index.ts";
import {
  assertDatasetAccess,
  columnsOf,
  type DatasetRow,
  datasetForQuery,
  findDataset,
  metricsOf,
  sourceColumns,
  updateDataset,
} from "../dataset/index.ts";
import { assertionNode } from "./assertion-uses.ts";
import { chartReferences } from "./chart-references.ts";
import type { Counts, Renamed, RenameRequest } from "./contract.ts";
import { metadataOf } from "./dashboard-references.ts";
import { node } from "./edges.ts";
import { type GraphNode, keyOf, type Step, walk } from "./graph.ts";
import { updateLineage } from "./index-keeper.ts";
import { presentNodes } from "./present.ts";
import { renamedAssertions, saveRenamed } from "./rename-assertions.ts";
import { renamedMetadata } from "./rename-dashboard.ts";
import { renamedContext, renamedForm } from "./rename-form.ts";
import { type Rename, renamedInTemplates, type SqlRenamer, sqlRenamer, UnreadableSqlError } from "./rename-sql.ts";
import { Sources } from "./sources.ts";
import { allowed, visibleAmong } from "./visible.ts";

type Trx = Transaction<Tables>;
type Reason = Renamed["left"][number]["reason"];

const UPDATE_MS = 10_000;
/** More are refused: all are rewritten in one transaction. */
const MOST_ITEMS = 5000;

/** A change that has been worked out and can't fail for its content any more. */
interface Rewrite {
  noun: VersionedNoun;
  id: number;
  write(trx: Trx): Promise<void>;
}

interface Plan {
  rewrites: Rewrite[];
  /** About the dataset: rewritten with it. */
  assertions: number[];
  left: { node: GraphNode; reason: Reason }[];
}

/**
 * Renames in the dataset and in everything of the caller that names it, with a version of each: all of it or nothing.
 * What the caller can't edit, and queries that name the column, are left and listed.
 */
export async function renameInAll(actor: Actor, request: RenameRequest): Promise<Renamed> {
  const { app, user } = actor;
  const rename: Rename = { datasetId: request.dataset_id, kind: request.kind, from: request.from, to: request.to };
  const row = await findDataset(app.db, rename.datasetId);
  if (!row) throw notFound();
  assertDatasetAccess(user, await datasetForQuery(app, row.id));
  await assertOwner(app.db, user, { noun: "dataset", ids: [row.id] });
  await assertUnmanaged(app.db, { noun: "dataset", ids: [row.id] });
  await assertNames(actor, row, rename);
  if ((await updateLineage(app, UPDATE_MS)) > 0)
    throw unprocessable({ from: [t("Recent changes are still being read. Try again in a minute.")] });
  const stamp = stampOf(app, user);
  const plan = await planOf(actor, row, { rename, stamp });
  await app.db.transaction().execute(async (trx) => {
    for (const { noun, id, write } of plan.rewrites)
      await saveVersionWithin(app, trx, { object: { noun, id }, stamp }, () => write(trx));
  });
  for (const { noun, id } of plan.rewrites) app.events.changed(noun, id);
  await updateLineage(app, UPDATE_MS);
  return present(actor, plan);
}

async function assertNames({ app, user }: Actor, row: DatasetRow, { kind, from, to }: Rename): Promise<void> {
  if (kind === "metric") {
    const metrics = new Set((await metricsOf(app.db, row.id)).map(({ metric_name }) => metric_name));
    if (!metrics.has(from)) throw unprocessable({ from: [t("The dataset has no metric “{name}”", { name: from })] });
    if (metrics.has(to)) throw unprocessable({ to: [t("The dataset already has a metric “{name}”", { name: to })] });
    return;
  }
  const columns = await columnsOf(app.db, row.id);
  const [own, other] = [from, to].map((name) => columns.find(({ column_name }) => column_name === name));
  if (!own) throw unprocessable({ from: [t("The dataset has no column “{name}”", { name: from })] });
  if (other && (other.expression || own.expression))
    throw unprocessable({ to: [t("The dataset already has a column “{name}”", { name: to })] });
  if (own.expression || other) return;
  const found = await sourceColumns(app, user, { ...row, databaseId: row.database_id });
  if (!found.some(({ name }) => name === to))
    throw unprocessable({ to: [t("The table or query of the dataset has no column “{name}”", { name: to })] });
}

const NOUNS: Partial<Record<GraphNode["kind"], VersionedNoun>> = {
  ...{ chart: "chart", filter: "dashboard" },
  ...{ dataset: "dataset", column: "dataset", metric: "dataset" },
};

/** How items that the rename would rewrite name the column or metric: none if the caller can't rename it. */
export async function stepsRewritten(actor: Actor, rename: Rename): Promise<Step[]> {
  const { app, user } = actor;
  const row = await findDataset(app.db, rename.datasetId);
  const editable = await editableAmong(actor, "dataset", [rename.datasetId]);
  if (!row || row.is_managed_externally || !editable.has(row.id)) return [];
  const { rewrites, assertions } = await planOf(actor, row, { rename, stamp: stampOf(app, user) });
  const rewritten = new Set(rewrites.map(({ noun, id }) => `${noun} ${id}`));
  const start = node(rename.kind, rename.datasetId, rename.from);
  const { steps } = await walk(app.db, [start], "used_by");
  return [
    ...steps.filter(({ from, to }) => keyOf(to) === keyOf(start) && rewritten.has(`${NOUNS[from.kind]} ${from.id}`)),
    ...assertions.map((id) => ({ from: assertionNode(id), role: "assertion", to: start })),
  ];
}

interface Planning {
  rename: Rename;
  stamp: Stamp;
}

async function planOf(actor: Actor, row: DatasetRow, { rename, stamp }: Planning): Promise<Plan> {
  const { app } = actor;
  const start = node(rename.kind, rename.datasetId, rename.from);
  const { steps } = await walk(app.db, [start], "used_by");
  const direct = steps.filter(({ to }) => keyOf(to) === keyOf(start)).map(({ from }) => from);
  const sources = new Sources(app);
  const database = await sources.database(row.database_id);
  if (!database) throw notFound();
  const sql = sqlRenamer(app, database.dialect, rename);
  const plan: Plan = { rewrites: [], assertions: [], left: [] };
  const idsOf = (...kinds: string[]) => [
    ...new Set(direct.flatMap((each) => (kinds.includes(each.kind) ? [each.id] : []))),
  ];
  const charts = idsOf("chart");
  const dashboards = idsOf("filter");
  if (charts.length + dashboards.length > MOST_ITEMS)
    throw unprocessable({
      from: [t("Too many items use it: at most {count, number} can be changed", { count: MOST_ITEMS })],
    });
  await planDataset(actor, plan, { row, rename, sql, stamp });
  await planOtherDatasets(actor, plan, { ids: idsOf("dataset", "column", "metric"), rename, stamp });
  await planCharts(actor, plan, { ids: charts, rename, sql, stamp });
  await planDashboards(actor, plan, { ids: dashboards, rename, sql, stamp });
  for (const each of direct) if (each.kind === "report") plan.left.push({ node: each, reason: "query" });
  return plan;
}

interface Planned extends Planning {
  sql: SqlRenamer;
}

async function planDataset(
  { app }: Actor,
  plan: Plan,
  { row, rename, sql, stamp }: Planned & { row: DatasetRow },
): Promise<void> {
  const { kind, from, to } = rename;
  const [columns, metrics] = [await columnsOf(app.db, row.id), await metricsOf(app.db, row.id)];
  const renamedExpressions = async (items: readonly { id: number; expression: string | null }[]) => {
    const changed: { id: number; expression: string }[] = [];
    for (const { id, expression } of items) {
      if (!expression) continue;
      const after = await sql.expression(expression).catch((error: unknown) => {
        if (error instanceof UnreadableSqlError) return expression;
        throw error;
      });
      if (after !== expression) changed.push({ id, expression: after });
    }
    return changed;
  };
  const expressions = { columns: await renamedExpressions(columns), metrics: await renamedExpressions(metrics) };
  const assertions = await renamedAssertions(app.db, rename, sql);
  const name = (value: string | null) => (kind === "column" && value === from ? to : value);
  const own = columns.find(({ column_name }) => column_name === from);
  const found = columns.find(({ column_name }) => column_name === to);
  const write = async (trx: Trx) => {
    for (const { id, expression } of expressions.columns)
      await trx.updateTable("dataset_columns").set({ expression }).where("id", "=", id).execute();
    for (const { id, expression } of expressions.metrics)
      await trx.updateTable("dataset_metrics").set({ expression }).where("id", "=", id).execute();
    if (kind === "metric")
      await trx
        .updateTable("dataset_metrics")
        .set({ metric_name: to })
        .where("dataset_id", "=", row.id)
        .where("metric_name", "=", from)
        .execute();
    else if (own) {
      // A sync has added the column by its new name already: the old one keeps its settings.
      if (found) await trx.deleteFrom("dataset_columns").where("id", "=", found.id).execute();
      const type = found ? { type: found.type, type_generic: found.type_generic } : {};
      await trx
        .updateTable("dataset_columns")
        .set({ column_name: to, ...type })
        .where("id", "=", own.id)
        .execute();
    }
    await renameLost(trx, rename);
    await saveRenamed(trx, assertions, stamp);
    const values = {
      sql: row.sql ? renamedInTemplates(row.sql, rename) : row.sql,
      main_dttm_col: name(row.main_dttm_col),
      currency_code_column: name(row.currency_code_column),
    };
    await updateDataset(trx, row.id, { ...values, ...changedBy(stamp) });
  };
  plan.rewrites.push({ noun: "dataset", id: row.id, write });
  plan.assertions.push(...assertions.map(({ id }) => id));
}

/** What a lost column took along works again under the new name. */
async function renameLost(trx: Trx, { datasetId, kind, from, to }: Rename): Promise<void> {
  if (kind === "column")
    await trx.deleteFrom("lineage_lost").where("source_id", "=", datasetId).where("cause", "=", from).execute();
  else
    await trx
      .updateTable("lineage_lost")
      .set({ name: to })
      .where("kind", "=", "metric")
      .where("dataset_id", "=", datasetId)
      .where("name", "=", from)
      .execute();
}

interface Ids extends Planning {
  ids: readonly number[];
}

/** Macros name metrics of other datasets; other queries can only be changed by hand. */
async function planOtherDatasets(actor: Actor, plan: Plan, { ids, rename, stamp }: Ids): Promise<void> {
  const others = ids.filter((id) => id !== rename.datasetId);
  const editable = await editableAmong(actor, "dataset", others);
  for (const id of others) {
    const row = await findDataset(actor.app.db, id);
    if (!row) continue;
    const self = node("dataset", id);
    if (rename.kind === "column") plan.left.push({ node: self, reason: "query" });
    else if (!editable.has(id) || row.is_managed_externally) plan.left.push({ node: self, reason: "not_editable" });
    else plan.rewrites.push({ noun: "dataset", id, write: (trx) => writeMacros(trx, row, { rename, stamp }) });
  }
}

async function writeMacros(trx: Trx, row: DatasetRow, { rename, stamp }: Planning): Promise<void> {
  const renamed = (text: string) => renamedInTemplates(text, rename, row.id);
  await updateDataset(trx, row.id, { sql: row.sql && renamed(row.sql), ...changedBy(stamp) });
  for (const { id, expression } of await columnsOf(trx, row.id))
    if (expression)
      await trx
        .updateTable("dataset_columns")
        .set({ expression: renamed(expression) })
        .where("id", "=", id)
        .execute();
  for (const { id, expression } of await metricsOf(trx, row.id))
    await trx
      .updateTable("dataset_metrics")
      .set({ expression: renamed(expression) })
      .where("id", "=", id)
      .execute();
}

async function planCharts(
  actor: Actor,
  plan: Plan,
  { ids, rename, sql, stamp }: Planned & { ids: readonly number[] },
): Promise<void> {
  const editable = await editableAmong(actor, "chart", ids);
  for (const chart of await chartsByIds(actor.app.db, ids)) {
    const self = node("chart", chart.id);
    if (!editable.has(chart.id) || chart.is_managed_externally) {
      plan.left.push({ node: self, reason: "not_editable" });
      continue;
    }
    const values = await renamedChart(chart, { rename, sql, stamp }).catch((error: unknown) => {
      if (error instanceof UnreadableSqlError || error instanceof SyntaxError) return undefined;
      throw error;
    });
    if (!values || (await stillNames({ ...chart, ...values }, rename))) {
      plan.left.push({ node: self, reason: "unreadable" });
      continue;
    }
    const saved = { last_saved_at: stamp.now, last_saved_by_fk: stamp.userId, ...changedBy(stamp) };
    plan.rewrites.push({
      noun: "chart",
      id: chart.id,
      write: (trx) => updateChart(trx, chart.id, { ...values, ...saved }),
    });
  }
}

async function renamedChart(chart: ChartRecord, { rename, sql }: Planned) {
  const form = readJson(chart.params || "{}") as Record<string, unknown>;
  // The type and dataset of the columns decide how the settings are read.
  const { viz_type, datasource } = formDataOf(chart);
  const renamed = await renamedForm({ ...form, viz_type, datasource }, rename, sql);
  const context = chart.query_context
    ? await renamedContext(readJson(chart.query_context) as Record<string, unknown>, rename, sql)
    : null;
  const own = Object.fromEntries(Object.entries(renamed).filter(([key]) => key in form));
  return { params: JSON.stringify(own), query_context: context && JSON.stringify(context) };
}

async function stillNames(chart: ChartRecord, { kind, from }: Rename): Promise<boolean> {
  const references = await chartReferences(chart);
  return references.some((each) => each.kind === kind && each.name === from);
}

async function planDashboards(
  actor: Actor,
  plan: Plan,
  { ids, rename, sql, stamp }: Planned & { ids: readonly number[] },
): Promise<void> {
  const editable = await editableAmong(actor, "dashboard", ids);
  for (const id of ids) {
    const row = await actor.app.db.selectFrom("dashboards").selectAll().where("id", "=", id).executeTakeFirst();
    if (!row) continue;
    if (!editable.has(id) || row.is_managed_externally) {
      plan.left.push({ node: node("dashboard", id), reason: "not_editable" });
      continue;
    }
    const json_metadata = await renamedDashboard(row, { rename, sql, stamp });
    if (json_metadata === undefined) plan.left.push({ node: node("dashboard", id), reason: "unreadable" });
    else
      plan.rewrites.push({
        noun: "dashboard",
        id,
        write: (trx) => updateDashboard(trx, id, { json_metadata, ...changedBy(stamp) }),
      });
  }
}

async function renamedDashboard(row: Row<"dashboards">, { rename, sql }: Planned): Promise<string | undefined> {
  try {
    return JSON.stringify(await renamedMetadata(metadataOf(row.json_metadata), rename, sql));
  } catch (error) {
    if (error instanceof UnreadableSqlError) return undefined;
    throw error;
  }
}

const VIEWS = { chart: "Chart", dashboard: "Dashboard", dataset: "Dataset" } as const;

function editableAmong(actor: Actor, noun: VersionedNoun, ids: readonly number[]): Promise<Set<number>> {
  if (!actor.user.can("can_write", VIEWS[noun])) return Promise.resolve(new Set());
  return allowed(actor, `${noun}s`, changeRules(actor.user, noun), ids);
}

async function present(actor: Actor, { rewrites, left }: Plan): Promise<Renamed> {
  const nodes = left.map((each) => each.node);
  const isVisible = await visibleAmong(actor, nodes);
  const named = await presentNodes(actor, nodes.filter(isVisible));
  const renamed: Counts = {};
  for (const { noun } of rewrites) renamed[noun] = (renamed[noun] ?? 0) + 1;
  const hidden: Counts = {};
  for (const each of nodes) if (!isVisible(each)) hidden[each.kind] = (hidden[each.kind] ?? 0) + 1;
  return {
    renamed,
    left: left.flatMap((each) => {
      const presented = isVisible(each.node) ? named.get(keyOf(each.node)) : undefined;
      return presented ? [{ ...presented, reason: each.reason }] : [];
    }),
    hidden,
  };
}
