import { missingSetting } from "../../server/delivery/deliver.ts";
import { relatedResponse } from "../../server/http/related.ts";
import { audited, type Resource, route, SIGNED_IN } from "../../server/http/route.ts";
import type { Actor } from "../../server/store/stamp.ts";
import * as contract from "./contract.ts";
import { commentMailJob, MAIL_WORK } from "./mail.ts";
import { openComment, openObject } from "./policy.ts";
import { presentComment, presentThread, presentThreads } from "./present.ts";
import { changeComment, changeState, createComment, removeComment, type Saved } from "./save.ts";
import { countThreads, findComment, listThreads } from "./store.ts";

const PAGE_SIZE = 20;
const MAX_PAGE_SIZE = 50;
const MAX_PAGE = 100_000;
const SUGGESTED_PEOPLE = 20;

const list = route(contract.list, SIGNED_IN, async (ctx, { q }) => {
  const object = await openObject(ctx, q.object_type, q.object_id);
  const { state = "open" } = q;
  const counts = await countThreads(ctx.app.reads, object);
  const rows = await listThreads(ctx.app.reads, object, { state, ...windowOf(q) });
  return {
    count: state === "all" ? counts.open + counts.resolved : counts[state],
    ...counts,
    sends_mail: missingSetting(ctx.app.config, "Email") === undefined,
    result: await presentThreads(ctx, object, rows),
  };
});

function windowOf({ page = 0, page_size = PAGE_SIZE }: { page?: number | undefined; page_size?: number | undefined }) {
  const size = Math.trunc(page_size);
  return {
    page: Math.min(Math.max(0, Math.trunc(page)), MAX_PAGE),
    size: size < 1 || size > MAX_PAGE_SIZE ? MAX_PAGE_SIZE : size,
  };
}

const count = route(contract.count, SIGNED_IN, async (ctx, { q }) => {
  const { open } = await countThreads(ctx.app.reads, await openObject(ctx, q.object_type, q.object_id));
  return { result: { open } };
});

/** Like the lists of users in the selects of owners. */
const people = route(contract.people, SIGNED_IN, async (ctx, { q }) => {
  await openObject(ctx, q.object_type, q.object_id);
  const request = { page_size: SUGGESTED_PEOPLE, ...(q.filter ? { filter: q.filter } : {}) };
  const { result } = (await relatedResponse(ctx, { kind: "users", withEmail: true }, request)) as {
    result: { value: number; text: string; extra: { active: boolean } }[];
  };
  const active = result.filter(({ extra }) => extra.active);
  return { result: active.map(({ value, text }) => ({ id: value, name: text.trim() })) };
});

const show = route(contract.show, SIGNED_IN, async (ctx, { params }) => {
  const { comment, object } = await openComment(ctx, params.id);
  const thread = comment.thread_id === null ? comment : await findComment(ctx.app.db, comment.thread_id);
  return { result: await presentThread(ctx, object, thread ?? comment) };
});

const create = route(
  contract.create,
  audited(SIGNED_IN, { action: "comment_added", verb: "create", kind: "comment", recorded: "by-handler" }),
  async (ctx, { body }) => written(ctx, await createComment(ctx, body)),
);

const update = route(
  contract.update,
  audited(SIGNED_IN, { action: "comment_changed", verb: "change", kind: "comment", recorded: "by-handler" }),
  async (ctx, { params, body }) => written(ctx, await changeComment(ctx, params.id, body)),
);

async function written(actor: Actor, { comment, object, withoutAccess }: Saved): Promise<contract.Written> {
  const result = await presentComment(actor, object, comment);
  return { id: comment.id, result, without_access: withoutAccess };
}

const remove = route(
  contract.remove,
  audited(SIGNED_IN, { action: "comment_deleted", verb: "delete", kind: "comment", recorded: "by-handler" }),
  async (ctx, { params }) => {
    await removeComment(ctx, params.id);
    return { message: "OK" };
  },
);

const stateRoute = (operation: typeof contract.resolve, isResolved: boolean) =>
  route(
    operation,
    audited(SIGNED_IN, {
      action: isResolved ? "comment_resolved" : "comment_reopened",
      verb: "change",
      kind: "comment",
      recorded: "by-handler",
    }),
    async (ctx, { params }) => {
      const { comment, object } = await changeState(ctx, params.id, isResolved);
      return { result: await presentThread(ctx, object, comment) };
    },
  );

export const commentResource: Resource = {
  name: "comment",
  routes: [
    list,
    count,
    people,
    show,
    create,
    update,
    remove,
    stateRoute(contract.resolve, true),
    stateRoute(contract.reopen, false),
  ],
  jobs: [commentMailJob],
  periodic: MAIL_WORK,
};
