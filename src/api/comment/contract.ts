import { z } from "zod";
import { t } from "../../i18n/translate.ts";
import { operation } from "../../model/operation.ts";
import { IdParams, MessageResponse, Person } from "../../model/resource.ts";

export const CommentedType = z.enum(["chart", "dashboard"]);
export type CommentedType = z.infer<typeof CommentedType>;

export const MAX_TEXT = 4000;
export const MAX_MENTIONS = 10;
/** The newest replies, which come with the list; `show` has all of a thread. */
export const SHOWN_REPLIES = 3;
const MAX_ID = 2 ** 31 - 1;

const id = z.number().int().min(1).max(MAX_ID);

const Comment = z.object({
  id: z.number(),
  /** Null when the comment starts a thread. */
  thread_id: z.number().nullable(),
  /** Empty when deleted. */
  text: z.string(),
  /** Without `id` when the account was deleted; null when the comment was. */
  author: Person.nullable(),
  /** The text has `@` and the name. */
  mentions: z.array(z.object({ id: z.number(), name: z.string() })),
  created_on: z.string(),
  edited_on: z.string().nullable(),
  is_deleted: z.boolean(),
  can_edit: z.boolean(),
  can_delete: z.boolean(),
});
export type Comment = z.infer<typeof Comment>;

const Thread = Comment.extend({
  /** The chart of the dashboard that the thread is about. Without a name when it is no longer on the dashboard. */
  chart: z.object({ id: z.number(), slice_name: z.string().nullable() }).nullable(),
  resolved_on: z.string().nullable(),
  resolved_by: Person.nullable(),
  can_resolve: z.boolean(),
  reply_count: z.number(),
  /** Oldest first. */
  replies: z.array(Comment),
});
export type Thread = z.infer<typeof Thread>;

const Text = z
  .string()
  .transform((text) => text.replace(/[^\P{Cc}\n\t]/gu, "").trim())
  .refine((text) => text !== "", { error: () => t("Enter a comment.") })
  .refine((text) => text.length <= MAX_TEXT, {
    error: () => t("Comments can have up to {limit, number} characters.", { limit: MAX_TEXT }),
  });
const Mentions = z.array(id).max(MAX_MENTIONS);

const ObjectQuery = { object_type: CommentedType, object_id: id };

export const list = operation({
  id: "comment.list",
  method: "GET",
  path: "/api/v1/comment/",
  summary: "Threads of a chart or dashboard, newest first, each with its newest replies",
  q: z.looseObject({
    ...ObjectQuery,
    state: z.enum(["open", "resolved", "all"]).optional(),
    page: z.number().optional(),
    page_size: z.number().optional(),
  }),
  response: z.object({
    count: z.number(),
    open: z.number(),
    resolved: z.number(),
    /** False when the server has no mail server. */
    sends_mail: z.boolean(),
    result: z.array(Thread),
  }),
});
export const count = operation({
  id: "comment.count",
  method: "GET",
  path: "/api/v1/comment/count/",
  summary: "Number of open threads of a chart or dashboard",
  q: z.looseObject(ObjectQuery),
  response: z.object({ result: z.object({ open: z.number() }) }),
});
export const people = operation({
  id: "comment.people",
  method: "GET",
  path: "/api/v1/comment/people/",
  summary: "Active users whose name contains a text, to mention them",
  q: z.looseObject({ ...ObjectQuery, filter: z.string().max(100).optional() }),
  response: z.object({ result: z.array(z.object({ id: z.number(), name: z.string() })) }),
});
export const show = operation({
  id: "comment.show",
  method: "GET",
  path: "/api/v1/comment/:id",
  summary: "The thread of a comment, with all replies",
  params: IdParams,
  response: z.object({ result: Thread }),
});

const Written = z.object({
  id: z.number(),
  result: Comment,
  /** Names of mentioned users who can't open the chart or dashboard; they get no mail. */
  without_access: z.array(z.string()),
});
export type Written = z.infer<typeof Written>;

export const CreateComment = z.strictObject({
  ...ObjectQuery,
  /** Of a dashboard: the chart that a new thread is about. */
  chart_id: id.nullable().optional(),
  /** For replies, a comment of the thread. */
  thread_id: id.nullable().optional(),
  text: Text,
  mentions: Mentions.optional(),
});
export type CreateComment = z.infer<typeof CreateComment>;

export const create = operation({
  id: "comment.create",
  method: "POST",
  path: "/api/v1/comment/",
  summary: "Start a thread, or reply to one; mails mentioned users, the thread's authors and the owners",
  body: CreateComment,
  response: Written,
  status: 201,
});
export const UpdateComment = z.strictObject({ text: Text, mentions: Mentions.optional() });
export type UpdateComment = z.infer<typeof UpdateComment>;

export const update = operation({
  id: "comment.update",
  method: "PUT",
  path: "/api/v1/comment/:id",
  summary: "Change your own comment; mails users who are newly mentioned",
  params: IdParams,
  body: UpdateComment,
  response: Written,
});
export const remove = operation({
  id: "comment.remove",
  method: "DELETE",
  path: "/api/v1/comment/:id",
  summary: "Delete a comment: your own, or one on a chart or dashboard that you own. Its replies stay",
  params: IdParams,
  response: MessageResponse,
});

const stateOperation = (name: "resolve" | "reopen", summary: string) =>
  operation({
    id: `comment.${name}`,
    method: "POST",
    path: `/api/v1/comment/:id/${name}/`,
    summary,
    params: IdParams,
    response: z.object({ result: Thread }),
  });
export const resolve = stateOperation("resolve", "Resolve a thread that you started, or any on what you own");
export const reopen = stateOperation("reopen", "Reopen a resolved thread");
