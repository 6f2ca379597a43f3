import { type Kysely, sql } from "kysely";
import { changedBy, type Stamp } from "../../server/store/stamp.ts";
import type { Row, Tables } from "../../server/store/tables.ts";
import { type CommentedType, SHOWN_REPLIES } from "./contract.ts";

type Db = Kysely<Tables>;

export type CommentRow = Row<"comments">;

interface ObjectKey {
  noun: CommentedType;
  id: number;
}

export type ThreadState = "open" | "resolved" | "all";

export async function findComment(db: Db, id: number): Promise<CommentRow | undefined> {
  if (id < 1 || id >= 2 ** 31) return undefined;
  return db.selectFrom("comments").selectAll().where("id", "=", id).executeTakeFirst();
}

function threadsOf(db: Db, { noun, id }: ObjectKey) {
  return db.selectFrom("comments").where("noun", "=", noun).where("object_id", "=", id).where("thread_id", "is", null);
}

export async function countThreads(db: Db, object: ObjectKey): Promise<{ open: number; resolved: number }> {
  const row = await threadsOf(db, object)
    .select((e) => [e.fn.countAll<number>().as("all"), e.fn.count<number>("resolved_on").as("resolved")])
    .executeTakeFirstOrThrow();
  const resolved = Number(row.resolved);
  return { open: Number(row.all) - resolved, resolved };
}

export function listThreads(
  db: Db,
  object: ObjectKey,
  { state, page, size }: { state: ThreadState; page: number; size: number },
): Promise<CommentRow[]> {
  return threadsOf(db, object)
    .selectAll()
    .$if(state === "open", (query) => query.where("resolved_on", "is", null))
    .$if(state === "resolved", (query) => query.where("resolved_on", "is not", null))
    .orderBy("id", "desc")
    .limit(size)
    .offset(page * size)
    .execute();
}

export interface Replies {
  count: number;
  shown: CommentRow[];
}

/** The newest replies of each thread, oldest first. */
export async function newestReplies(db: Db, threads: readonly number[]): Promise<Map<number, Replies>> {
  if (threads.length === 0) return new Map();
  const { rows } = await sql<CommentRow & { nth: number; total: number }>`
    select * from (
      select comments.*, row_number() over (partition by thread_id order by id desc) as nth,
        count(*) over (partition by thread_id) as total
      from comments where thread_id in (${sql.join([...threads])})
    ) as ranked where nth <= ${SHOWN_REPLIES} order by id`.execute(db);
  const byThread = Map.groupBy(rows, (row) => row.thread_id ?? 0);
  return new Map([...byThread].map(([id, shown]) => [id, { count: Number(shown[0]?.total), shown }]));
}

export function allReplies(db: Db, thread: number): Promise<CommentRow[]> {
  return db.selectFrom("comments").selectAll().where("thread_id", "=", thread).orderBy("id").execute();
}

export async function countReplies(db: Db, thread: number): Promise<number> {
  const row = await db
    .selectFrom("comments")
    .select((e) => e.fn.countAll<number>().as("n"))
    .where("thread_id", "=", thread)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** By chart, of those that are on the dashboard. */
export async function chartNames(
  db: Db,
  dashboardId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("dashboard_charts")
    .innerJoin("charts", "charts.id", "dashboard_charts.chart_id")
    .select(["charts.id", "charts.slice_name"])
    .where("dashboard_charts.dashboard_id", "=", dashboardId)
    .where("charts.id", "in", [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row.slice_name]));
}

/** Keeps the thread as long as it has replies. Deletes it with the last reply of a deleted first comment. */
export async function deleteComment(trx: Db, { id, thread_id }: CommentRow, stamp: Stamp): Promise<void> {
  const hasReplies = thread_id === null && (await countReplies(trx, id)) > 0;
  if (hasReplies) {
    const gone = { text: "", mentions: "[]", deleted_on: stamp.now, ...changedBy(stamp) };
    await trx.updateTable("comments").set(gone).where("id", "=", id).execute();
    return;
  }
  await trx.deleteFrom("comments").where("id", "=", id).execute();
  if (thread_id === null || (await countReplies(trx, thread_id)) > 0) return;
  await trx.deleteFrom("comments").where("id", "=", thread_id).where("deleted_on", "is not", null).execute();
}

/** False if the thread already was in that state. */
export async function setResolved(db: Db, id: number, { isResolved, stamp }: { isResolved: boolean; stamp: Stamp }) {
  const { numUpdatedRows } = await db
    .updateTable("comments")
    .set({
      resolved_on: isResolved ? stamp.now : null,
      resolved_by_fk: isResolved ? stamp.userId : null,
      ...changedBy(stamp),
    })
    .where("id", "=", id)
    .where("resolved_on", isResolved ? "is" : "is not", null)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

const MAX_AUTHORS = 50;

/** Authors of the thread's comments, latest first. */
export async function authorsOfThread(db: Db, thread: number): Promise<number[]> {
  const rows = await db
    .selectFrom("comments")
    .select("created_by_fk")
    .where((e) => e.or([e("id", "=", thread), e("thread_id", "=", thread)]))
    .where("created_by_fk", "is not", null)
    .where("deleted_on", "is", null)
    .groupBy("created_by_fk")
    .orderBy((e) => e.fn.max("id"), "desc")
    .limit(MAX_AUTHORS)
    .execute();
  return rows.flatMap(({ created_by_fk }) => created_by_fk ?? []);
}
