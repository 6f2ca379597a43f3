import { type SqlBool, sql } from "kysely";
import { forbidden } from "../../model/errors.ts";
import { permission } from "../../server/http/route.ts";
import { changeRules } from "../../server/rights/changes.ts";
import { openDashboardRules } from "../../server/rights/dashboards.ts";
import { datasetRules, locationRule, readableDatasets } from "../../server/rights/datasets.ts";
import { allowedAmong, anyOf, type Condition } from "../../server/rights/rule.ts";
import type { Actor } from "../../server/store/stamp.ts";
import type { User } from "../../server/user.ts";
import { datasetsForQuery } from "../dataset/index.ts";
import { hidesRows } from "../row-level-security/index.ts";
import { type AssertionRecord, datasetsOf } from "./store.ts";

export const VIEW = "Assertion";
export const READ = permission("can_read", VIEW);
export const WRITE = permission("can_write", VIEW);

const NONE = sql<SqlBool>`(1 = 0)`;

/** Of datasets that the user can read, and dashboards that they can open. */
export function visibleAssertions(user: User): Condition | undefined {
  if (user.isAdmin) return undefined;
  if (user.guest || !user.can("can_read", "Dataset")) return NONE;
  const readable = readableDatasets(user, "assertions.dataset_id") ?? sql<SqlBool>`(1 = 1)`;
  const open = user.can("can_read", "Dashboard") ? anyOf(openDashboardRules(user)) : NONE;
  const shown = open
    ? sql`exists (select 1 from dashboards where dashboards.id = assertions.dashboard_id and ${open})`
    : sql`(1 = 1)`;
  return sql<SqlBool>`(${readable} and (assertions.dashboard_id is null or ${shown}))`;
}

type Place = Pick<AssertionRecord, "dataset_id" | "dashboard_id">;

/** Users can change those of datasets that they can edit, and of dashboards that they can edit. */
export async function editablePlaces(
  { app, user }: Actor,
  places: readonly Place[],
): Promise<(place: Place) => boolean> {
  if (!user.can("can_write", VIEW)) return () => false;
  if (user.isAdmin) return () => true;
  const datasets = user.can("can_write", "Dataset")
    ? await allowedAmong(
        app.db,
        { table: "datasets", rules: changeRules(user, "dataset") },
        places.map(({ dataset_id }) => dataset_id),
      )
    : new Set<number>();
  const dashboards = user.can("can_write", "Dashboard")
    ? await allowedAmong(
        app.db,
        { table: "dashboards", rules: changeRules(user, "dashboard") },
        places.flatMap(({ dashboard_id }) => dashboard_id ?? []),
      )
    : new Set<number>();
  return ({ dataset_id, dashboard_id }) =>
    datasets.has(dataset_id) || (dashboard_id !== null && dashboards.has(dashboard_id));
}

export async function assertEditable(actor: Actor, places: readonly Place[]): Promise<void> {
  const canEdit = await editablePlaces(actor, places);
  if (!places.every(canEdit)) throw forbidden();
}

type Checked = Pick<AssertionRecord, "checked_as_fk">;

/**
 * Whether the user can see values of a result: if it was read with their own permissions, or if they can read all rows
 * of the datasets. What custom SQL reads isn't known: others have to be able to read the whole database.
 */
export async function visibleValues(
  { app, user }: Actor,
  rows: readonly AssertionRecord[],
): Promise<(row: AssertionRecord, result?: Checked) => boolean> {
  const ids = [...new Set(rows.flatMap(datasetsOf))];
  const readable = await allowedAmong(app.db, { table: "datasets", rules: datasetRules(user) }, ids);
  const whole = new Set<number>();
  const wholeDatabase = new Set<number>();
  for (const dataset of await datasetsForQuery(app, [...readable])) {
    if (await hidesRows(app, user, dataset.databaseId)) continue;
    whole.add(dataset.id);
    if (DATABASE_RULES.has(locationRule(user, dataset) ?? "")) wholeDatabase.add(dataset.id);
  }
  return (row, { checked_as_fk } = row) => {
    if (!readable.has(row.dataset_id)) return false;
    if (checked_as_fk === user.id) return true;
    return row.kind === "sql" ? wholeDatabase.has(row.dataset_id) : datasetsOf(row).every((id) => whole.has(id));
  };
}

const DATABASE_RULES = new Set(["admin", "all_database_access", "database_access"]);
