import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { inLocale } from "../../i18n/node.ts";
import { msg, t } from "../../i18n/translate.ts";
import type { App } from "../../server/app.ts";
import { accounts } from "../../server/auth/accounts.ts";
import { formatTimestamp } from "../../server/clock.ts";
import { missingSetting } from "../../server/delivery/deliver.ts";
import { escapeHtml, type Notification } from "../../server/delivery/notification.ts";
import { type JobKind, jobQueue } from "../../server/jobs/jobs.ts";
import type { PeriodicWork } from "../../server/jobs/periodic.ts";
import { publicUrl } from "../../server/pictures/own-pages.ts";
import { ownersOf } from "../../server/rights/owners.ts";
import type { Actor } from "../../server/store/stamp.ts";
import type { Row, Tables } from "../../server/store/tables.ts";
import type { User } from "../../server/user.ts";
import type { CommentedType } from "./contract.ts";
import { type CommentedObject, canOpen } from "./policy.ts";
import { authorsOfThread, type CommentRow, findComment } from "./store.ts";

/**
 * Who gets a mail is stored with the comment, and sent by a job. A mail is claimed before it is sent, so that it is
 * never sent twice. What no job has sent, because the server stopped, is sent by the periodic work.
 */

type Mail = Row<"comment_mails">;
type Reason = Mail["reason"];

const MAX_MAILS = 50;

interface NewMails {
  object: CommentedObject;
  comment: Pick<CommentRow, "id" | "thread_id">;
  mentions: readonly User[];
  /** An edited comment is mailed to newly mentioned users only. */
  isNew: boolean;
}

export async function queueMails(
  db: Kysely<Tables>,
  { app, user }: Actor,
  { object: { noun, id }, comment, mentions, isNew }: NewMails,
): Promise<void> {
  if (missingSetting(app.config, "Email") !== undefined) return;
  const authors = isNew && comment.thread_id !== null ? await authorsOfThread(db, comment.thread_id) : [];
  const owners = isNew ? ((await ownersOf(db, noun, [id])).get(id) ?? []) : [];
  const reasons = new Map<number, Reason>([
    ...owners.map((owner): [number, Reason] => [owner.id, "owner"]),
    ...authors.map((author): [number, Reason] => [author, "reply"]),
    ...mentions.map((mentioned): [number, Reason] => [mentioned.id, "mention"]),
  ]);
  reasons.delete(user.id);
  const mails = [...reasons].reverse().slice(0, MAX_MAILS);
  if (mails.length === 0) return;
  const now = app.clock.timestamp();
  const rows = mails.map(([user_id, reason]) => ({
    comment_id: comment.id,
    user_id,
    reason,
    state: "waiting" as const,
    changed_on: now,
  }));
  await db
    .insertInto("comment_mails")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const MAIL_JOBS = "comment-mail";

interface MailJob {
  commentId: number;
  person: string;
  key: string;
}

export const commentMailJob: JobKind = {
  name: MAIL_JOBS,
  perUser: 2,
  idOf: (data) => `comment-${(data as MailJob).commentId}-${(data as MailJob).key}`,
  userOf: (data) => (data as MailJob).person,
  run: (app, data, signal) => sendMails(app, (data as MailJob).commentId, signal),
  failed: async (app, data, error) => {
    app.log.error("mails about a comment were not sent", { comment: (data as MailJob).commentId, error });
  },
};

/** Never rejects: the comment is saved, and the periodic work sends what isn't queued. */
export async function startMails({ app, user }: Actor, commentId: number): Promise<void> {
  const job: MailJob = { commentId, person: String(user.id), key: randomUUID() };
  await app
    .once(jobQueue)
    .add(MAIL_JOBS, job)
    .catch((error) => app.log.error("mails about a comment were not queued", { comment: commentId, error }));
}

export async function sendMails(app: App, commentId: number, signal: AbortSignal): Promise<void> {
  const waiting = await app.db
    .selectFrom("comment_mails")
    .selectAll()
    .where("comment_id", "=", commentId)
    .where("state", "=", "waiting")
    .orderBy("id")
    .execute();
  const comment = waiting.length > 0 ? await findComment(app.db, commentId) : undefined;
  if (!comment) return;
  for (const mail of waiting) {
    signal.throwIfAborted();
    if (await changeMail(app, mail, "waiting", "sending")) await sendClaimed(app, { comment, mail, signal });
  }
}

interface Sending {
  comment: CommentRow;
  mail: Mail;
  signal: AbortSignal;
}

async function sendClaimed(app: App, sending: Sending): Promise<void> {
  const { comment, mail } = sending;
  try {
    const isSent = await sendOne(app, sending);
    await changeMail(app, mail, "sending", isSent ? "sent" : "skipped");
  } catch (error) {
    app.log.error("could not mail a comment", { comment: comment.id, user: mail.user_id, error });
    await changeMail(app, mail, "sending", "failed");
  }
}

async function changeMail({ db, clock }: App, { id }: Mail, from: Mail["state"], to: Mail["state"]): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("comment_mails")
    .set({ state: to, changed_on: clock.timestamp() })
    .where("id", "=", id)
    .where("state", "=", from)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

/** Checks again what may have changed since the comment was written. */
async function sendOne(app: App, { comment, mail, signal }: Sending): Promise<boolean> {
  const reader = await app.once(accounts).active(mail.user_id);
  const isWanted = reader?.email && reader.commentMail !== false && comment.deleted_on === null;
  if (!isWanted) return false;
  const { noun, object_id: id } = comment;
  if (!(await canOpen(app, reader, { noun, id }))) return false;
  const name = await nameOfObject(app.db, noun, id);
  const locale = { language: reader.language ?? ("en" as const), zone: reader.timeZone };
  const notification = inLocale(locale, () => letterOf(app, { comment, name, reason: mail.reason }));
  const { sendMail } = await import("../../server/delivery/mail.ts");
  await sendMail({ app, notification, signal }, { to: [reader.email] });
  return true;
}

async function nameOfObject(db: Kysely<Tables>, noun: CommentedType, id: number): Promise<string> {
  if (noun === "chart") {
    const chart = await db.selectFrom("charts").select("slice_name").where("id", "=", id).executeTakeFirst();
    return chart?.slice_name ?? "";
  }
  const board = await db.selectFrom("dashboards").select("dashboard_title").where("id", "=", id).executeTakeFirst();
  return board?.dashboard_title ?? "";
}

interface Letter {
  comment: CommentRow;
  name: string;
  reason: Reason;
}

function letterOf(app: App, { comment, name, reason }: Letter): Notification {
  const { noun, object_id: id, text, author_name: author } = comment;
  const path = noun === "chart" ? `/explore/?slice_id=${id}` : `/superset/dashboard/${id}/`;
  const url = publicUrl(app.config) + path;
  const title = name || t("[ untitled dashboard ]");
  const subject = subjectOf(reason, { author, name: title });
  const quote = escapeHtml(text).replaceAll("\n", "<br>");
  const note = t("To stop these emails, turn off “Emails about comments” in your account.");
  return {
    subject,
    name: title,
    description: subject,
    text: `${text}\n\n${title}: ${url}\n\n${note}`,
    html: `<blockquote style="margin:0;padding:0 12px;border-inline-start:3px solid #c9c9c4">${quote}</blockquote>
      <p><a href="${escapeHtml(url)}">${escapeHtml(title)}</a></p><p style="color:#656973">${escapeHtml(note)}</p>`,
    url: `${url}${path.includes("?") ? "&" : "?"}comment=${comment.id}`,
    linkText: msg("Open the thread"),
    pictures: [],
    attachments: [],
    about: {
      format: "TEXT",
      type: "Comment",
      source: noun,
      chartId: noun === "chart" ? id : null,
      dashboardId: noun === "dashboard" ? id : null,
    },
  };
}

function subjectOf(reason: Reason, values: { author: string; name: string }): string {
  switch (reason) {
    case "mention":
      return t("{author} mentioned you on {name}", values);
    case "reply":
      return t("{author} replied on {name}", values);
    case "owner":
      return t("{author} commented on {name}", values);
  }
}

const MINUTE_MS = 60_000;
const MAX_LATE_COMMENTS = 100;
const KEPT_DAYS = 90;

async function sendLate(app: App): Promise<void> {
  const before = formatTimestamp(app.clock.now() - MINUTE_MS);
  const rows = await app.db
    .selectFrom("comment_mails")
    .select("comment_id")
    .distinct()
    .where("state", "=", "waiting")
    .where("changed_on", "<", before)
    .limit(MAX_LATE_COMMENTS)
    .execute();
  const stopped = new AbortController();
  for (const { comment_id } of rows) await sendMails(app, comment_id, stopped.signal);
}

async function dropOld(app: App): Promise<void> {
  const before = formatTimestamp(app.clock.now() - KEPT_DAYS * 24 * 60 * MINUTE_MS);
  await app.db.deleteFrom("comment_mails").where("state", "<>", "waiting").where("changed_on", "<", before).execute();
}

export const MAIL_WORK: readonly PeriodicWork[] = [
  { name: "send-late-comment-mails", everyMs: MINUTE_MS, run: sendLate },
  { name: "drop-old-comment-mails", everyMs: 60 * MINUTE_MS, isRetention: true, run: dropOld },
];
