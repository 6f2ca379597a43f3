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

/** Stored parameters were checked when they were saved. */
export const checkOf = ({ kind, params }: Pick<AssertionRecord, "kind" | "params">) =>
  ({ kind, params: JSON.parse(params) }) as AssertionCheck;

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
  return insertObject(db, "assertions", { ...values, uuid: randomUUID() }, stamp);
}

export async function updateAssertion(db: Db, id: number, change: { values: RowChanges<"assertions">; stamp: Stamp }) {
  await updateObject(db, "assertions", id, { ...change.values, ...changedBy(change.stamp) });
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
  trigger: AssertionTrigger;
  now: string;
  ms: number;
}

/** False if the assertion was changed or deleted during the check. */
export async function saveResult(
  db: Db,
  { id, changed_on }: Pick<AssertionRecord, "id" | "changed_on">,
  { state, value, compared, error, trigger, now, ms }: Result & CheckedAs,
): Promise<boolean> {
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
        ...{ state, value, compared, error, checked_on: now, failed_since: failedSince },
        ...(trigger === "schedule" ? { last_scheduled_on: now, claimed_until: null } : {}),
      })
      .where("id", "=", id)
      .execute();
    await trx
      .insertInto("assertion_results")
      .values({ assertion_id: id, state, value, compared, checked_on: now, trigger, ms })
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
    .select(["state", "value", "compared", "checked_on", "trigger", "ms"])
    .where("assertion_id", "=", id)
    .orderBy("id", "desc")
    .limit(MAX_RESULTS)
    .execute();
}
