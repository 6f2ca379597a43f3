import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { AssertionCheck, AssertionTrigger } from "../../model/assertion.ts";
import type { Condition } from "../../server/rights/rule.ts";
import { chunksOf } from "../../server/store/batches.ts";
import { insertObject, insertObjects, updateObject } from "../../server/store/objects.ts";
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

/** With how many there are. Failing ones come before others if there are more than `limit`, then in order of `id`. */
export async function listAssertions(
  db: Db,
  datasetId: number,
  { visible, limit }: { visible: Condition | undefined; limit: number },
): Promise<{ count: number; rows: AssertionRecord[] }> {
  const all = db.selectFrom("assertions").where("dataset_id", "=", datasetId);
  const shown = visible ? all.where(visible) : all;
  const { count } = await shown.select((e) => e.fn.countAll().as("count")).executeTakeFirstOrThrow();
  const isFailing = sql`case when state in ('failed', 'error') then 0 else 1 end`;
  const rows = await shown.selectAll().orderBy(isFailing).orderBy("id").limit(limit).execute();
  return { count: Number(count), rows: rows.toSorted((a, b) => a.id - b.id) };
}

/** Those that were checked the longest time ago, or never. */
export async function outdatedOfDataset(
  db: Db,
  datasetId: number,
  { visible, limit }: { visible: Condition | undefined; limit: number },
): Promise<AssertionRecord[]> {
  const all = db.selectFrom("assertions").selectAll().where("dataset_id", "=", datasetId);
  const age = sql`coalesce(checked_on, '')`;
  return (visible ? all.where(visible) : all).orderBy(age).orderBy("id").limit(limit).execute();
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

/** Without a result. */
export const UNCHECKED: RowChanges<"assertions"> = {
  ...{ state: "unchecked", value: null, compared: null, error: null, failed_since: null },
  ...{ checked_as_fk: null, checked_on: null, claimed_until: null },
};

const CHECKED = ["kind", "params", "where_clause"] as const;

/** A change of what is checked drops the latest result, and makes checks read with the permissions of its user. */
export async function updateAssertion(
  db: Db,
  row: AssertionRecord,
  { values, stamp }: { values: RowChanges<"assertions">; stamp: Stamp },
): Promise<void> {
  const isOther = CHECKED.some((field) => values[field] !== undefined && values[field] !== row[field]);
  const reset = isOther ? { ...UNCHECKED, run_as_fk: stamp.userId } : { claimed_until: null };
  await updateObject(db, "assertions", row.id, { ...values, ...reset, ...changedBy(stamp) });
}

/** In the order of the values. Throws a 422 over the author's quota. */
export async function insertAssertions(
  db: Db,
  all: readonly AssertionValues[],
  { stamp, ownerIds }: { stamp: Stamp; ownerIds: readonly number[] },
): Promise<number[]> {
  const rows = all.map((values) => ({ ...values, uuid: randomUUID(), run_as_fk: stamp.userId }));
  await insertObjects(db, "assertions", rows, stamp);
  const ids = new Map<string, number>();
  for (const some of chunksOf(rows)) {
    const uuids = some.map(({ uuid }) => uuid);
    const stored = await db.selectFrom("assertions").select(["id", "uuid"]).where("uuid", "in", uuids).execute();
    for (const { id, uuid } of stored) ids.set(uuid, id);
    const owners = stored.flatMap(({ id }) => ownerIds.map((user_id) => ({ assertion_id: id, user_id })));
    if (owners.length > 0) await db.insertInto("assertion_owners").values(owners).execute();
  }
  return rows.flatMap(({ uuid }) => ids.get(uuid) ?? []);
}

/** Of a dataset, those that were imported from these. */
export async function importedAssertions(
  db: Db,
  datasetId: number,
  externalIds: readonly string[],
): Promise<AssertionRecord[]> {
  const found: AssertionRecord[] = [];
  for (const some of chunksOf(externalIds)) {
    const rows = db.selectFrom("assertions").selectAll().where("dataset_id", "=", datasetId);
    found.push(...(await rows.where("external_id", "in", some).execute()));
  }
  return found;
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

/** In characters, of each value. */
export const MAX_VALUE = 200;
/** Of all that a value is compared with. */
const MAX_COMPARED = 2000;

/** False if the assertion was changed or deleted during the check. */
export async function saveResult(
  db: Db,
  { id, kind, changed_on }: Pick<AssertionRecord, "id" | "kind" | "changed_on">,
  { state, error, checked_as_fk, trigger, now, ms, ...result }: Result & CheckedAs,
): Promise<boolean> {
  const value = result.value?.slice(0, MAX_VALUE) ?? null;
  const compared = result.compared?.slice(0, MAX_COMPARED) ?? null;
  return db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom("assertions")
      .select("failed_since")
      .where("id", "=", id)
      .where("changed_on", "=", changed_on)
      .executeTakeFirst();
    if (!before) return false;
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
      .values({
        assertion_id: id,
        state,
        value,
        compared: kind === "accepted_values" ? null : compared,
        checked_as_fk,
        checked_on: now,
        trigger,
        ms,
      })
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

export function resultsOf(db: Db, id: number, { page, size }: { page: number; size: number }) {
  return db
    .selectFrom("assertion_results")
    .select(["state", "value", "compared", "checked_as_fk", "checked_on", "trigger", "ms"])
    .where("assertion_id", "=", id)
    .orderBy("id", "desc")
    .limit(size)
    .offset(page * size)
    .execute();
}

export async function countResults(db: Db, id: number): Promise<number> {
  const { count } = await db
    .selectFrom("assertion_results")
    .select((e) => e.fn.countAll().as("count"))
    .where("assertion_id", "=", id)
    .executeTakeFirstOrThrow();
  return Number(count);
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
