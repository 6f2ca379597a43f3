import { forbidden, notFound, TesseraError } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { changeRules } from "../../server/rights/changes.ts";
import { chartRules } from "../../server/rights/charts.ts";
import { openDashboardRules } from "../../server/rights/dashboards.ts";
import { allowedAmong } from "../../server/rights/rule.ts";
import type { Actor } from "../../server/store/stamp.ts";
import type { User } from "../../server/user.ts";
import { visibleChart } from "../chart/index.ts";
import { openDashboard } from "../dashboard/index.ts";
import type { CommentedType } from "./contract.ts";
import { type CommentRow, findComment } from "./store.ts";

/**
 * Accounts that can open a chart or dashboard read and write its comments. Guests and visitors don't, because comments
 * name users.
 */

export interface CommentedObject {
  noun: CommentedType;
  id: number;
  name: string;
  /** The caller owns it or is an administrator. */
  isOwn: boolean;
}

const VIEWS = { chart: "Chart", dashboard: "Dashboard" } as const;

/** Throws what opening the object would. */
export async function openObject({ app, user }: Actor, noun: CommentedType, id: number): Promise<CommentedObject> {
  if (user.isAnonymous || !user.can("can_read", VIEWS[noun])) throw forbidden();
  const name =
    noun === "chart"
      ? (await visibleChart(app, user, id)).slice_name
      : ((await openDashboard(app, user, id)).dashboard_title ?? "");
  const own = await allowedAmong(app.db, { table: `${noun}s`, rules: changeRules(user, noun) }, [id]);
  return { noun, id, name, isOwn: own.has(id) };
}

export interface FoundComment {
  comment: CommentRow;
  object: CommentedObject;
}

/** Throws a 404 also for comments on what the user can't open. */
export async function openComment(actor: Actor, id: number): Promise<FoundComment> {
  const comment = await findComment(actor.app.db, id);
  if (!comment) throw notFound();
  try {
    return { comment, object: await openObject(actor, comment.noun, comment.object_id) };
  } catch (error) {
    throw error instanceof TesseraError ? notFound() : error;
  }
}

export async function canOpen(
  { db }: App,
  user: User,
  { noun, id }: Pick<CommentedObject, "noun" | "id">,
): Promise<boolean> {
  if (!user.can("can_read", VIEWS[noun])) return false;
  const rules = noun === "chart" ? chartRules(user) : openDashboardRules(user);
  return (await allowedAmong(db, { table: `${noun}s`, rules }, [id])).has(id);
}

export const isAuthor = (user: User, comment: Pick<CommentRow, "created_by_fk">) => comment.created_by_fk === user.id;

export const canEdit = (user: User, comment: CommentRow) => comment.deleted_on === null && isAuthor(user, comment);

export const canDelete = (user: User, { comment, object }: FoundComment) =>
  comment.deleted_on === null && (object.isOwn || isAuthor(user, comment));

export const canResolve = (user: User, { comment, object }: FoundComment) =>
  comment.thread_id === null && (object.isOwn || isAuthor(user, comment));
