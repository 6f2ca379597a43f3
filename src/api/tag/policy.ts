import { forbidden, notFound } from "../../model/errors.ts";
import { type Context, permission } from "../../server/http/route.ts";
import { chartRules } from "../../server/rights/charts.ts";
import { listedDashboardRules, openDashboardRules } from "../../server/rights/dashboards.ts";
import { datasetRules } from "../../server/rights/datasets.ts";
import type { Condition } from "../../server/rights/rule.ts";
import { allowedAmong, anyOfInList, changeRules, type Rule } from "../../server/rights/rule.ts";
import type { User } from "../../server/user.ts";
import { savedQueryRules } from "../saved-query/index.ts";
import type { ObjectType } from "./contract.ts";

export const VIEW = "Tag";
export const READ = permission("can_read", VIEW);
export const WRITE = permission("can_write", VIEW);
export const BULK_CREATE = permission("can_bulk_create", VIEW);

/** The table of each kind of object that can have tags. */
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

/** The condition on the rows of a kind that lists show the user; undefined for all of them. */
export function listedObjects(user: User, type: ObjectType): Condition | undefined {
  return anyOfInList(TABLES[type], listedRules(user, type));
}

/** Whether lists show the object to the caller. */
export async function isListed(
  { app, user }: Context,
  { type, id }: { type: ObjectType; id: number },
): Promise<boolean> {
  const listed = await allowedAmong(app.db, { table: TABLES[type], rules: listedRules(user, type) }, [id]);
  return listed.has(id);
}

/** Whether the object is there for the caller, and theirs to edit. */
export async function standingOf(
  { app, user }: Context,
  { type, id }: { type: ObjectType; id: number },
): Promise<"absent" | "foreign" | "editable"> {
  if (id < 1 || id >= 2 ** 31) return "absent";
  const table = TABLES[type];
  const isThere = await allowedAmong(app.db, { table, rules: OPEN[type](user) }, [id]);
  if (!isThere.has(id)) return "absent";
  const isTheirs = await allowedAmong(
    app.db,
    { table, rules: type === "query" ? savedQueryRules(user) : changeRules(user, type) },
    [id],
  );
  return isTheirs.has(id) ? "editable" : "foreign";
}

/** Throws 404 for an object that is not there for the caller, 403 for one that is not theirs to edit. */
export async function assertEditable(ctx: Context, object: { type: ObjectType; id: number }): Promise<void> {
  const standing = await standingOf(ctx, object);
  if (standing === "absent") throw notFound();
  if (standing === "foreign") throw forbidden();
}
