import type { Actor } from "../../server/store/stamp.ts";
import { type UserName, usersById } from "../../server/store/users.ts";
import type { Comment, Thread } from "./contract.ts";
import { type CommentedObject, canDelete, canEdit, canResolve } from "./policy.ts";
import { allReplies, type CommentRow, chartNames, newestReplies, type Replies } from "./store.ts";

export interface Mention {
  id: number;
  name: string;
}

export const mentionsIn = ({ mentions }: Pick<CommentRow, "mentions">) => JSON.parse(mentions) as Mention[];

type NameOf = (id: number | null) => UserName | null;

function presentOne({ user }: Actor, object: CommentedObject, comment: CommentRow, nameOf: NameOf): Comment {
  const isDeleted = comment.deleted_on !== null;
  const author = nameOf(comment.created_by_fk) ?? { first_name: comment.author_name, last_name: "" };
  return {
    id: comment.id,
    thread_id: comment.thread_id,
    text: comment.text,
    author: isDeleted ? null : author,
    mentions: mentionsIn(comment),
    created_on: comment.created_on,
    edited_on: comment.edited_on,
    is_deleted: isDeleted,
    can_edit: canEdit(user, comment),
    can_delete: canDelete(user, { comment, object }),
  };
}

export async function presentComment(actor: Actor, object: CommentedObject, comment: CommentRow): Promise<Comment> {
  return presentOne(actor, object, comment, await usersById(actor.app.db, [comment.created_by_fk]));
}

export async function presentThreads(
  actor: Actor,
  object: CommentedObject,
  threads: readonly CommentRow[],
): Promise<Thread[]> {
  const ids = threads.map((thread) => thread.id);
  return presented(actor, object, threads, await newestReplies(actor.app.db, ids));
}

export async function presentThread(actor: Actor, object: CommentedObject, thread: CommentRow): Promise<Thread> {
  const shown = await allReplies(actor.app.db, thread.id);
  const [only] = await presented(actor, object, [thread], new Map([[thread.id, { count: shown.length, shown }]]));
  if (!only) throw new Error("a thread is missing");
  return only;
}

async function presented(
  actor: Actor,
  object: CommentedObject,
  threads: readonly CommentRow[],
  replies: ReadonlyMap<number, Replies>,
): Promise<Thread[]> {
  const { db } = actor.app;
  const all = [...threads, ...[...replies.values()].flatMap(({ shown }) => shown)];
  const nameOf = await usersById(
    db,
    all.flatMap((row) => [row.created_by_fk, row.resolved_by_fk]),
  );
  const chartIds = threads.flatMap(({ chart_id }) => chart_id ?? []);
  const charts = await chartNames(db, object.id, chartIds);
  const present = (comment: CommentRow) => presentOne(actor, object, comment, nameOf);
  return threads.map((thread) => ({
    ...present(thread),
    chart: thread.chart_id === null ? null : { id: thread.chart_id, slice_name: charts.get(thread.chart_id) ?? null },
    resolved_on: thread.resolved_on,
    resolved_by: nameOf(thread.resolved_by_fk),
    can_resolve: canResolve(actor.user, { comment: thread, object }),
    reply_count: replies.get(thread.id)?.count ?? 0,
    replies: (replies.get(thread.id)?.shown ?? []).map(present),
  }));
}
