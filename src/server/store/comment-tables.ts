import type { Generated } from "kysely";

/** Threads on charts and dashboards. Without foreign keys to them, so that comments outlast the trash. */
export interface CommentsTable {
  id: Generated<number>;
  noun: "chart" | "dashboard";
  object_id: number;
  /** Null for the comment that starts the thread. */
  thread_id: number | null;
  /** Of a thread on a dashboard: the chart that it is about. */
  chart_id: number | null;
  text: string;
  /** JSON list of `{id, name}`. */
  mentions: string;
  /** Shown once the account is deleted. */
  author_name: string;
  edited_on: string | null;
  /** Set instead of deleting the row while the thread has replies. */
  deleted_on: string | null;
  resolved_on: string | null;
  resolved_by_fk: number | null;
  created_on: string;
  changed_on: string;
  created_by_fk: number | null;
  changed_by_fk: number | null;
}

/** Mails to send about comments. At most one per comment and user, ever. */
export interface CommentMailsTable {
  id: Generated<number>;
  comment_id: number;
  user_id: number;
  reason: "mention" | "reply" | "owner";
  /** `sending` permanently: the server stopped while it sent, and doesn't know whether the mail left. */
  state: "waiting" | "sending" | "sent" | "failed" | "skipped";
  changed_on: string;
}
