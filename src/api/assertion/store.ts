import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { AssertionCheck, AssertionTrigger } from "../../model/assertion.ts";
import type { Condition } from "../../server/rights/rule.ts";
import { insertObject, updateObject } from "../../server/store/objects.ts";
import { changedBy, type Stamp } from "../../server/store/stamp.ts";
import type { Row, RowChanges, Tables } from "../../server/store/tables.ts";
import { MAX_RESULTS } from "./contract.ts";

type Db = Kysely<Tables>;
export type AssertionRecord = Row<"assertions">;

export async function assertionsByIds(db: Db, ids: readonly number[], visible?: Condition): Promise<AssertionRecord[]> {
  return assertionsWhere(db, "id", ids, visible);
}

export async function assertionsOfDatasets(
  db: Db,
  ids: readonly number[],
  visible?: Condition,
): Promise<AssertionRecord[]> {
  return assertionsWhere(db, "dataset_id", ids, visible);
}

async function assertionsWhere(
  db: Db,
  column: "id" | "dataset_id",
  ids: readonly number[],
  visible: Condition | undefined,
): Promise<AssertionRecord[]> {
  if (ids.length === 0) return [];
  const rows = db
    .selectFrom("assertions")
    .selectAll()
    .where(column, "in", [...ids])
    .orderBy("id");
  return (visible ? rows.where(visible) : rows).execute();
}

interface Dashboard {
  dashboardId: number;
  datasetIds: readonly number[];
}

/** Of these datasets, those that the dashboard shows. */
export async function failingAssertions(db: Db, { dashboardId, datasetIds }: Dashboard): Promise<AssertionRecord[]> {
  if (datasetIds.length === 0) return [];
  return db
    .selectFrom("assertions")
    .selectAll()
    .where("dataset_id", "in", [...datasetIds])
    .where("state", "in", ["failed", "error"])
    .where("active", "=", true)
    .where((e) => e.or([e("dashboard_id", "is", null), e("dashboard_id", "=", dashboardId)]))
    .orderBy("id")
    .execute();
}

/** Stored parameters were checked when they were saved. */
export const checkOf = ({ kind, params }: Pick<AssertionRecord, "kind" | "params">) =>
  ({ kind, params: JSON.parse(params) }) as AssertionCheck;

/** The one that it is about first, and the one that it is compared with. */
export function datasetsOf(row: AssertionRecord): number[] {
  const check = checkOf(row);
  return check.kind === "equals_dataset" ? [row.dataset_id, check.params.other_dataset_id] : [row.dataset_id];
}

export type AssertionValues = Pick<
  AssertionRecord,
  | "name"
  | "description"
  | "dataset_id"
  | "dashboard_id"
  | "kind"
  | "params"
  | "where_clause"
  | "crontab"
  | "timezone"
  | "active"
  | "external_id"
>;

export function insertAssertion(db: Db, values: AssertionValues, stamp: Stamp): Promise<number> {
  return insertObject(db, "assertions", { ...values, uuid: randomUUID(), run_as_fk: stamp.userId }, stamp);
}

/** Whoever changes what is checked lends it their permissions. */
export async function updateAssertion(
  db: Db,
  id: number,
  { values, stamp }: { values: RowChanges<"assertions">; stamp: Stamp },
): Promise<void> {
  const isOther = "params" in values || "where_clause" in values;
  const runAs = isOther ? { run_as_fk: stamp.userId } : {};
  await updateObject(db, "assertions", id, { ...values, ...runAs, ...changedBy(stamp) });
}

export async function deleteAssertions(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom("assertions")
    .where("id", "in", [...ids])
    .execute();
}

export interface Result {
  state: "passed" | "failed" | "error";
  value: string | null;
  compared: string | null;
  error: string | null;
}

export interface CheckedAs {
  checked_as_fk: number | null;
  trigger: AssertionTrigger;
  now: string;
  ms: number;
}

/** False if the assertion was changed or deleted during the check. */
export async function saveResult(
  db: Db,
  { id, changed_on }: Pick<AssertionRecord, "id" | "changed_on">,
  { checked_as_fk, trigger, now, ms, ...result }: Result & CheckedAs,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom("assertions")
      .select("failed_since")
      .where("id", "=", id)
      .where("changed_on", "=", changed_on)
      .executeTakeFirst();
    if (!before) return false;
    const { state, value, compared, error } = result;
    const failedSince = { passed: null, failed: before.failed_since ?? now, error: before.failed_since }[state];
    await trx
      .updateTable("assertions")
      .set({
        ...{ state, value, compared, error, checked_as_fk, checked_on: now, failed_since: failedSince },
        ...(trigger === "schedule" ? { last_scheduled_on: now } : {}),
        ...(trigger === "request" ? {} : { claimed_until: null }),
      })
      .where("id", "=", id)
      .execute();
    await trx
      .insertInto("assertion_results")
      .values({ assertion_id: id, state, value, compared, checked_as_fk, checked_on: now, trigger, ms })
      .execute();
    await pruneResults(trx, id);
    return true;
  });
}

async function pruneResults(db: Db, id: number): Promise<void> {
  const oldest = await db
    .selectFrom("assertion_results")
    .select("id")
    .where("assertion_id", "=", id)
    .orderBy("id", "desc")
    .offset(MAX_RESULTS)
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return;
  await db.deleteFrom("assertion_results").where("assertion_id", "=", id).where("id", "<=", oldest.id).execute();
}

export function resultsOf(db: Db, id: number) {
  return db
    .selectFrom("assertion_results")
    .select(["state", "value", "compared", "checked_as_fk", "checked_on", "trigger", "ms"])
    .where("assertion_id", "=", id)
    .orderBy("id", "desc")
    .limit(MAX_RESULTS)
    .execute();
}

export type Schedule = Pick<
  AssertionRecord,
  "id" | "crontab" | "timezone" | "changed_on" | "checked_on" | "last_scheduled_on" | "run_as_fk"
>;

/** The moment after which the next time of the schedule is due. */
export const scheduleBase = ({ last_scheduled_on, changed_on }: Pick<Schedule, "last_scheduled_on" | "changed_on">) =>
  last_scheduled_on !== null && last_scheduled_on > changed_on ? last_scheduled_on : changed_on;

export function activeSchedules(db: Db): Promise<Schedule[]> {
  return db
    .selectFrom("assertions")
    .select(["id", "crontab", "timezone", "changed_on", "checked_on", "last_scheduled_on", "run_as_fk"])
    .where("active", "=", true)
    .execute();
}

const MOST_OUTDATED = 1000;

/** Those whose dataset or own settings weren't checked yet. */
export function outdatedAssertions(db: Db) {
  return db
    .selectFrom("assertions")
    .innerJoin("datasets", "datasets.id", "assertions.dataset_id")
    .select(["assertions.id", "run_as_fk", "assertions.changed_on", "checked_on"])
    .where("active", "=", true)
    .where((e) => e.or([e("checked_on", "is", null), e("datasets.changed_on", ">", e.ref("checked_on"))]))
    .orderBy("assertions.id")
    .limit(MOST_OUTDATED)
    .execute();
}

interface Claim {
  now: string;
  until: string;
  after: string | null | undefined;
}

/** False while another process checks it, and if it did since the check `after`. */
export async function claimCheck(db: Db, id: number, { now, until, after }: Claim): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("assertions")
    .set({ claimed_until: until })
    .where("id", "=", id)
    .where((e) => e.or([e("claimed_until", "is", null), e("claimed_until", "<", now)]))
    .$if(after !== undefined, (query) => query.where("checked_on", after === null ? "is" : "=", after ?? null))
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

export async function releaseCheck(db: Db, id: number): Promise<void> {
  await db.updateTable("assertions").set({ claimed_until: null }).where("id", "=", id).execute();
}
