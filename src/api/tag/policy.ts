import { forbidden, notFound } from "../../model/errors.ts";
import { type Context, permission } from "../../server/http/route.ts";
import { changeRules } from "../../server/rights/changes.ts";
import { chartRules } from "../../server/rights/charts.ts";
import { listedDashboardRules, openDashboardRules } from "../../server/rights/dashboards.ts";
import { datasetRules } from "../../server/rights/datasets.ts";
import { assertUnmanaged, managedAmong } from "../../server/rights/managed.ts";
import type { Condition } from "../../server/rights/rule.ts";
import { allowedAmong, anyOfInList, type Rule } from "../../server/rights/rule.ts";
import type { User } from "../../server/user.ts";
import { savedQueryRules } from "../saved-query/index.ts";
import type { ObjectType } from "./contract.ts";

export const VIEW = "Tag";
export const READ = permission("can_read", VIEW);
export const WRITE = permission("can_write", VIEW);
export const BULK_CREATE = permission("can_bulk_create", VIEW);

export const TABLES = {
  chart: "charts",
  dashboard: "dashboards",
  dataset: "datasets",
  query: "saved_queries",
} as const;

const OPEN: Readonly<Record<ObjectType, (user: User) => Rule[]>> = {
  chart: chartRules,
  dashboard: openDashboardRules,
  dataset: datasetRules,
  query: savedQueryRules,
};

const listedRules = (user: User, type: ObjectType) =>
  type === "dashboard" ? listedDashboardRules(user) : OPEN[type](user);

export function listedObjects(user: User, type: ObjectType): Condition | undefined {
  return anyOfInList(TABLES[type], listedRules(user, type));
}

export async function isListed(
  { app, user }: Context,
  { type, id }: { type: ObjectType; id: number },
): Promise<boolean> {
  const listed = await allowedAmong(app.db, { table: TABLES[type], rules: listedRules(user, type) }, [id]);
  return listed.has(id);
}

export async function accessOf(
  { app, user }: Context,
  { type, id }: { type: ObjectType; id: number },
): Promise<"absent" | "foreign" | "editable"> {
  if (id < 1 || id >= 2 ** 31) return "absent";
  const table = TABLES[type];
  const isVisible = await allowedAmong(app.db, { table, rules: OPEN[type](user) }, [id]);
  if (!isVisible.has(id)) return "absent";
  const isEditable = await allowedAmong(
    app.db,
    { table, rules: type === "query" ? savedQueryRules(user) : changeRules(user, type) },
    [id],
  );
  return isEditable.has(id) ? "editable" : "foreign";
}

export async function assertEditable(ctx: Context, object: { type: ObjectType; id: number }): Promise<void> {
  const access = await accessOf(ctx, object);
  if (access === "absent") throw notFound();
  if (access === "foreign") throw forbidden();
  await assertDetached(ctx, object);
}

/** Throws a 403 for objects that are edited in files, which have their tags. */
export async function assertDetached({ app }: Context, { type, id }: { type: ObjectType; id: number }): Promise<void> {
  if (type !== "query") await assertUnmanaged(app.db, { noun: type, ids: [id] });
}

export async function isTaggable(ctx: Context, object: { type: ObjectType; id: number }): Promise<boolean> {
  if ((await accessOf(ctx, object)) !== "editable") return false;
  const { type, id } = object;
  return type === "query" || (await managedAmong(ctx.app.db, { noun: type, ids: [id] })).length === 0;
}
