import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import type { App } from "../../server/app.ts";
import { yieldToEventLoop } from "../../server/event-loop.ts";
import type { LineageOwnerKind } from "../../server/store/lineage-tables.ts";
import { chartsByIds } from "../chart/index.ts";
import { chartEdges, dashboardEdges, datasetEdges, type Edge, reportEdges } from "./edges.ts";
import { removedColumns } from "./removed-columns.ts";
import { Sources } from "./sources.ts";

/** Increase it when edges are derived in another way: all are derived again. */
const VERSION = "1";
const SETTING = "lineage_version";
const BATCH = 100;
/** For answers that wait for it. */
const HASTY_BATCH = 20;
const INSERT_ROWS = 500;

interface Change {
  kind: LineageOwnerKind;
  object_id: number;
  mark: number;
}

/**
 * Derives the edges of changed objects. With `forMs`, no batch begins after that time, so that answers don't wait for a
 * large backlog, nor for another update of it. Returns how many objects are left.
 */
export async function updateLineage(app: App, forMs?: number): Promise<number> {
  const turns = app.once(createTurns);
  if (forMs !== undefined) {
    const isFree = turns.last.then(() => true);
    if (!(await Promise.race([isFree, setTimeout(forMs, false, { ref: false })]))) return countChanges(app);
  }
  const update = turns.last.then(() => updateAll(app, forMs));
  turns.last = update.then(
    () => undefined,
    () => undefined,
  );
  return update;
}

const createTurns = () => ({ last: Promise.resolve() as Promise<void> });

async function updateAll(app: App, forMs: number | undefined): Promise<number> {
  const started = performance.now();
  await checkVersion(app);
  const batch = forMs === undefined ? BATCH : HASTY_BATCH;
  do {
    const changes = (await app.db.selectFrom("lineage_changes").selectAll().limit(batch).execute()) as Change[];
    if (changes.length === 0) return 0;
    await updateSome(app, changes);
    await yieldToEventLoop();
  } while (forMs === undefined || performance.now() - started < forMs);
  return countChanges(app);
}

async function countChanges({ db }: App): Promise<number> {
  const count = db.selectFrom("lineage_changes").select((e) => e.fn.countAll<number>().as("n"));
  return Number((await count.executeTakeFirstOrThrow()).n);
}

/** Notes everything as changed if no edges were derived yet, or by another version. */
async function checkVersion({ db }: App): Promise<void> {
  const stored = await db.selectFrom("settings").select("value").where("name", "=", SETTING).executeTakeFirst();
  const edge = await db.selectFrom("lineage_edges").select("kind").limit(1).executeTakeFirst();
  const dataset = edge ?? (await db.selectFrom("datasets").select("id").limit(1).executeTakeFirst());
  if (stored?.value === VERSION && (edge || !dataset)) return;
  await db.transaction().execute(async (trx) => {
    for (const kind of ["dataset", "chart", "dashboard", "report"] as const) {
      await sql`insert into lineage_changes (kind, object_id, mark)
        select ${sql.lit(kind)}, id, 0 from ${sql.table(`${kind}s`)} where true on conflict do nothing`.execute(trx);
    }
    await trx
      .insertInto("settings")
      .values({ name: SETTING, value: VERSION })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: VERSION }))
      .execute();
  });
}

async function updateSome(app: App, changes: readonly Change[]): Promise<void> {
  const edges = await edgesOf(app, changes);
  await noteRemovedColumns(app, edges);
  await app.db.transaction().execute(async (trx) => {
    for (const { kind, object_id, mark } of changes) {
      const { numDeletedRows } = await trx
        .deleteFrom("lineage_changes")
        .where("kind", "=", kind)
        .where("object_id", "=", object_id)
        .where("mark", "=", mark)
        .executeTakeFirst();
      // Changed since: another round derives them.
      if (Number(numDeletedRows) === 0) continue;
      await trx.deleteFrom("lineage_edges").where("owner_kind", "=", kind).where("owner_id", "=", object_id).execute();
      const own = distinct(edges.get(`${kind} ${object_id}`) ?? []);
      for (let start = 0; start < own.length; start += INSERT_ROWS) {
        const rows = own.slice(start, start + INSERT_ROWS);
        await trx
          .insertInto("lineage_edges")
          .values(rows.map((row) => ({ owner_kind: kind, owner_id: object_id, ...row })))
          .execute();
      }
    }
  });
}

/** Their tables are to be checked: a column that was removed may be gone from the table, too. */
async function noteRemovedColumns(app: App, edges: ReadonlyMap<string, readonly Edge[]>): Promise<void> {
  const removed = app.once(removedColumns);
  for (const [key, own] of edges) {
    const [kind, id] = key.split(" ");
    if (kind !== "dataset") continue;
    const before = await app.db
      .selectFrom("lineage_edges")
      .select("name")
      .where("kind", "=", "column")
      .where("object_id", "=", Number(id))
      .where("role", "=", "dataset")
      .execute();
    const now = new Set(own.map(({ name }) => name));
    const gone = before.filter(({ name }) => !now.has(name)).map(({ name }) => name);
    if (gone.length > 0) removed.set(Number(id), new Set([...(removed.get(Number(id)) ?? []), ...gone]));
  }
}

function distinct(edges: readonly Edge[]): Edge[] {
  return [...new Map(edges.map((each) => [JSON.stringify(Object.values(each)), each])).values()];
}

/** None for objects that don't exist any more. */
async function edgesOf(app: App, changes: readonly Change[]): Promise<Map<string, Edge[]>> {
  const sources = new Sources(app);
  const idsOf = (kind: LineageOwnerKind) =>
    changes.flatMap((change) => (change.kind === kind ? [change.object_id] : []));
  const found = new Map<string, Edge[]>();
  const derive = async (key: string, edges: Promise<Edge[]>) => {
    const failed = (error: unknown) => {
      app.log.warn("lineage not derived", { object: key, error });
      return [];
    };
    found.set(key, await edges.catch(failed));
  };
  for (const id of idsOf("dataset")) {
    const dataset = await sources.dataset(id);
    if (dataset) await derive(`dataset ${id}`, datasetEdges(sources, dataset));
  }
  for (const chart of await chartsByIds(app.db, idsOf("chart")))
    await derive(`chart ${chart.id}`, chartEdges(sources, chart));
  const dashboards = app.db.selectFrom("dashboards").select(["id", "json_metadata"]);
  for (const dashboard of await dashboards.where("id", "in", [...idsOf("dashboard"), -1]).execute())
    await derive(`dashboard ${dashboard.id}`, dashboardEdges(sources, dashboard));
  const reports = app.db.selectFrom("reports").select(["id", "sql", "database_id"]);
  for (const report of await reports.where("id", "in", [...idsOf("report"), -1]).execute())
    await derive(`report ${report.id}`, reportEdges(sources, report));
  return found;
}
