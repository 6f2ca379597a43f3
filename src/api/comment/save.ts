import type { Kysely } from "kysely";
import { t } from "../../i18n/translate.ts";
import { forbidden, invalidFields, notFound, tooManyRequests, unprocessable } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { AttemptSketch } from "../../server/attempt-sketch.ts";
import { accounts } from "../../server/auth/accounts.ts";
import { storeFailureOf } from "../../server/store/failures.ts";
import { insertObject, updateObject } from "../../server/store/objects.ts";
import { type Actor, changedBy, stampOf } from "../../server/store/stamp.ts";
import type { Tables } from "../../server/store/tables.ts";
import type { User } from "../../server/user.ts";
import { addLogEntry } from "../log/index.ts";
import type { CreateComment, UpdateComment } from "./contract.ts";
import { queueMails, startMails } from "./mail.ts";
import {
  type CommentedObject,
  canDelete,
  canEdit,
  canOpen,
  canResolve,
  type FoundComment,
  openComment,
  openObject,
} from "./policy.ts";
import { type Mention, mentionsIn } from "./present.ts";
import { type CommentRow, chartNames, countReplies, deleteComment, findComment, setResolved } from "./store.ts";

const PER_MINUTE = 30;
const MAX_REPLIES = 200;
const commentCounter = () => new AttemptSketch();

export interface Saved {
  comment: CommentRow;
  object: CommentedObject;
  withoutAccess: string[];
}

function assertRate({ app, user }: Actor): void {
  const rate = { allowed: PER_MINUTE, nowMs: app.clock.elapsed() };
  const seconds = app.once(commentCounter).attempt(String(user.id), rate);
  if (seconds === 0) return;
  const message = t(
    "Too many comments: the limit is {limit, number} per minute. Try again in {seconds, plural, one {# second} other {# seconds}}.",
    { limit: PER_MINUTE, seconds },
  );
  throw tooManyRequests(message, seconds);
}

export async function createComment(actor: Actor, body: CreateComment): Promise<Saved> {
  const { app, user } = actor;
  const object = await openObject(actor, body.object_type, body.object_id);
  const thread = await threadFor(actor, object, body);
  const chartId = await chartFor(app, object, body);
  const mentioned = await mentionedIn(app, object, body);
  assertRate(actor);
  const stamp = stampOf(app, user);
  const place = { noun: object.noun, object_id: object.id, thread_id: thread?.id ?? null, chart_id: chartId };
  const texts = { text: body.text, mentions: storedMentions(mentioned.users), author_name: nameOf(user).slice(0, 130) };
  const id = await app.db.transaction().execute(async (trx) => {
    if (thread) await assertRoomForReply(trx, thread.id);
    const added = await insertObject(trx, "comments", { ...place, ...texts }, stamp).catch(orGone);
    await record(actor, trx, { action: "comment_added", object, comment: added });
    const comment = { id: added, thread_id: place.thread_id };
    await queueMails(trx, actor, { object, comment, mentions: mentioned.readers, isNew: true });
    return added;
  });
  return finish(actor, { id, object, mentioned });
}

/** The thread was deleted in the meantime. */
function orGone(error: unknown): never {
  throw storeFailureOf(error) === "reference" ? notFound() : error;
}

async function threadFor(
  actor: Actor,
  object: CommentedObject,
  { thread_id, chart_id }: CreateComment,
): Promise<CommentRow | undefined> {
  if (!thread_id) return undefined;
  if (chart_id) throw invalidFields({ chart_id: [t("Replies are about the chart of their thread.")] }, 422);
  const { comment } = await openComment(actor, thread_id);
  if (comment.noun !== object.noun || comment.object_id !== object.id) throw notFound();
  return comment.thread_id === null ? comment : findComment(actor.app.db, comment.thread_id);
}

async function chartFor({ db }: App, object: CommentedObject, { chart_id }: CreateComment): Promise<number | null> {
  if (!chart_id) return null;
  const names = object.noun === "dashboard" ? await chartNames(db, object.id, [chart_id]) : new Map();
  if (!names.has(chart_id)) throw invalidFields({ chart_id: [t("This chart isn't on the dashboard.")] }, 422);
  return chart_id;
}

async function assertRoomForReply(trx: Kysely<Tables>, thread: number): Promise<void> {
  if ((await countReplies(trx, thread)) < MAX_REPLIES) return;
  throw unprocessable(t("A thread can have up to {limit, number} replies. Start a new one.", { limit: MAX_REPLIES }));
}

const nameOf = ({ firstName, lastName }: User) => `${firstName} ${lastName}`.trim();

/** Throws a 422 for users without an active account, and for those whose name the text doesn't have after an `@`. */
async function mentionedIn(app: App, object: CommentedObject, body: UpdateComment): Promise<Mentioned> {
  const { text, mentions = [] } = body;
  const users = await Promise.all([...new Set(mentions)].map((id) => app.once(accounts).active(id)));
  const found = users.filter((user) => user !== undefined);
  if (found.length < users.length) throw invalidFields({ mentions: [t("A mentioned user doesn't exist.")] }, 422);
  const missing = found.find((user) => !text.includes(`@${nameOf(user)}`));
  if (missing)
    throw invalidFields({ mentions: [t("The text doesn't mention {name}.", { name: `@${nameOf(missing)}` })] }, 422);
  const open = await Promise.all(found.map((user) => canOpen(app, user, object)));
  return { users: found, readers: found.filter((_, i) => open[i]) };
}

interface Mentioned {
  users: readonly User[];
  /** Those who can open the object. */
  readers: readonly User[];
}

const storedMentions = (users: readonly User[]) =>
  JSON.stringify(users.map((user): Mention => ({ id: user.id, name: nameOf(user) })));

interface Finished {
  id: number;
  object: CommentedObject;
  mentioned: Mentioned;
}

async function finish(actor: Actor, { id, object, mentioned: { users, readers } }: Finished): Promise<Saved> {
  const comment = await findComment(actor.app.db, id);
  if (!comment) throw notFound();
  void startMails(actor, id);
  return { comment, object, withoutAccess: users.filter((user) => !readers.includes(user)).map(nameOf) };
}

export async function changeComment(actor: Actor, id: number, body: UpdateComment): Promise<Saved> {
  const { app, user } = actor;
  const { comment, object } = await openComment(actor, id);
  if (comment.deleted_on !== null) throw notFound();
  if (!canEdit(user, comment)) throw forbidden(t("Only its author can edit a comment."));
  const mentioned = await mentionedIn(app, object, body);
  assertRate(actor);
  const before = new Set(mentionsIn(comment).map((mention) => mention.id));
  const added = mentioned.readers.filter((reader) => !before.has(reader.id));
  const stamp = stampOf(app, user);
  await app.db.transaction().execute(async (trx) => {
    const texts = { text: body.text, mentions: storedMentions(mentioned.users) };
    await lockUndeleted(trx, id);
    await updateObject(trx, "comments", id, { ...texts, edited_on: stamp.now, ...changedBy(stamp) });
    await record(actor, trx, { action: "comment_changed", object, comment: id });
    await queueMails(trx, actor, { object, comment, mentions: added, isNew: false });
  });
  return finish(actor, { id, object, mentioned });
}

/** Throws a 404 if it was deleted in the meantime, so that a deleted text doesn't come back. */
async function lockUndeleted(trx: Kysely<Tables>, id: number): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("comments")
    .set((set) => ({ text: set.ref("text") }))
    .where("id", "=", id)
    .where("deleted_on", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound();
}

export async function removeComment(actor: Actor, id: number): Promise<void> {
  const { app, user } = actor;
  const found = await openComment(actor, id);
  if (!canDelete(user, found)) throw forbidden(t("Only its author and owners can delete a comment."));
  await app.db.transaction().execute(async (trx) => {
    await deleteComment(trx, found.comment, stampOf(app, user));
    await record(actor, trx, { action: "comment_deleted", object: found.object, comment: id });
  });
}

/** Returns the thread's first comment. */
export async function changeState(actor: Actor, id: number, isResolved: boolean): Promise<FoundComment> {
  const { app, user } = actor;
  const { comment, object } = await openComment(actor, id);
  if (comment.thread_id !== null) throw unprocessable(t("Only whole threads can be resolved."));
  if (!canResolve(user, { comment, object }))
    throw forbidden(t("Only the author of a thread and owners can resolve or reopen it."));
  await app.db.transaction().execute(async (trx) => {
    const isChanged = await setResolved(trx, id, { isResolved, stamp: stampOf(app, user) });
    const action = isResolved ? "comment_resolved" : "comment_reopened";
    if (isChanged) await record(actor, trx, { action, object, comment: id });
  });
  const changed = await findComment(app.db, id);
  if (!changed) throw notFound();
  return { comment: changed, object };
}

interface Change {
  action: "comment_added" | "comment_changed" | "comment_deleted" | "comment_resolved" | "comment_reopened";
  object: CommentedObject;
  comment: number;
}

/** Without the text: readers of the log may not be able to open the object. */
async function record({ app, user }: Actor, db: Kysely<Tables>, { action, object, comment }: Change): Promise<void> {
  const { now: dttm, userId: user_id } = stampOf(app, user);
  await addLogEntry(
    { db },
    {
      action,
      user_id,
      dashboard_id: object.noun === "dashboard" ? object.id : null,
      slice_id: object.noun === "chart" ? object.id : null,
      json: JSON.stringify({ comment }),
      object_id: String(comment),
      dttm,
      duration_ms: null,
      referrer: null,
    },
  );
}
