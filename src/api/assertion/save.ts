import type { Kysely } from "kysely";
import { t } from "../../i18n/translate.ts";
import { AssertionCheck, DEFAULT_CRONTAB } from "../../model/assertion.ts";
import { invalidFields, unprocessable } from "../../model/errors.ts";
import { saveIfMatch } from "../../server/http/etag.ts";
import type { Context } from "../../server/http/route.ts";
import { isCrontab } from "../../server/jobs/schedule.ts";
import { openDashboardRules } from "../../server/rights/dashboards.ts";
import { datasetRules } from "../../server/rights/datasets.ts";
import { ownersOf, resolveOwners, setOwners } from "../../server/rights/owners.ts";
import { allowedAmong } from "../../server/rights/rule.ts";
import { type Actor, stampOf } from "../../server/store/stamp.ts";
import type { RowChanges, Tables } from "../../server/store/tables.ts";
import { assertCanRunSql } from "../sqllab/index.ts";
import type { CreateAssertion, UpdateAssertion } from "./contract.ts";
import { assertEditable } from "./policy.ts";
import { type AssertionRecord, type AssertionValues, insertAssertion, UNCHECKED, updateAssertion } from "./store.ts";

/** Throws a 400 by field for parameters that don't fit the kind, and a 403 for SQL of users who can't run it. */
export function parsedCheck({ user }: Pick<Actor, "user">, kind: unknown, params: unknown): AssertionCheck {
  const parsed = AssertionCheck.safeParse({ kind, params });
  if (parsed.success) {
    if (parsed.data.kind === "sql") assertCanRunSql(user);
    return parsed.data;
  }
  const fields: Record<string, string[]> = {};
  for (const { path, message } of parsed.error.issues) {
    const field = path.join(".") || "params";
    fields[field] = [...(fields[field] ?? []), message];
  }
  throw invalidFields(fields);
}

export async function createAssertion(ctx: Context, body: CreateAssertion): Promise<number> {
  const { app, user } = ctx;
  const values = await newValues(ctx, body);
  const owners = await resolveOwners(app.db, user, body.owners?.length ? body.owners : undefined);
  return app.db.transaction().execute(async (trx) => {
    const id = await insertAssertion(trx, values, stampOf(app, user));
    await setOwners(trx, { noun: "assertion", id }, owners);
    return id;
  });
}

type Draft = Omit<CreateAssertion, "name"> & { name?: string | undefined };

/** Of a new assertion, after checking that the user can create it. */
export async function newValues(ctx: Actor, body: Draft): Promise<AssertionValues> {
  const { dataset_id, dashboard_id = null } = body;
  const check = parsedCheck(ctx, body.kind, body.params);
  assertCrontab(body);
  await assertPlace(ctx, { dataset_id, dashboard_id });
  await assertEditable(ctx, [{ dataset_id, dashboard_id }]);
  return {
    name: body.name ?? "",
    description: body.description ?? null,
    ...{ dataset_id, dashboard_id, kind: check.kind, params: JSON.stringify(check.params) },
    where_clause: body.where?.trim() || null,
    crontab: body.crontab ?? DEFAULT_CRONTAB,
    timezone: body.timezone ?? "UTC",
    active: body.active ?? true,
    external_id: null,
  };
}

/** The latest result is kept if what is checked stays the same. */
export async function changeAssertion(ctx: Context, row: AssertionRecord, body: UpdateAssertion): Promise<void> {
  const { app, user } = ctx;
  const place = {
    dataset_id: row.dataset_id,
    dashboard_id: body.dashboard_id === undefined ? row.dashboard_id : body.dashboard_id,
  };
  assertCrontab(body);
  await assertEditable(ctx, [row]);
  await assertPlace(ctx, place);
  await assertEditable(ctx, [place]);
  const { id } = row;
  const owners = body.owners === undefined ? undefined : await resolveOwners(app.db, user, body.owners);
  const values = { ...changedValues(ctx, row, body), dashboard_id: place.dashboard_id };
  const parts = (db: Kysely<Tables>) => partsOf(db, id);
  await saveIfMatch(ctx, { table: "assertions", id, parts, shown: withoutResult }, async (trx, stamp) => {
    await updateAssertion(trx, row, { values, stamp });
    if (owners) await setOwners(trx, { noun: "assertion", id }, owners);
  });
}

async function partsOf(db: Kysely<Tables>, id: number) {
  return { owners: (await ownersOf(db, "assertion", [id])).get(id)?.map((owner) => owner.id) };
}

const withoutResult = (row: AssertionRecord) => ({ ...row, ...UNCHECKED, last_scheduled_on: null });

function changedValues(actor: Actor, row: AssertionRecord, body: UpdateAssertion): RowChanges<"assertions"> {
  const { kind, params, where, name, description, crontab, timezone, active } = body;
  const isChecked = kind !== undefined || params !== undefined;
  const check = isChecked ? parsedCheck(actor, kind ?? row.kind, params ?? {}) : undefined;
  return given({
    ...{ name, description, crontab, timezone, active },
    kind: check?.kind,
    params: check && JSON.stringify(check.params),
    where_clause: where === undefined ? undefined : where?.trim() || null,
  });
}

const given = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;

function assertCrontab({ crontab }: Pick<UpdateAssertion, "crontab">): void {
  if (crontab !== undefined && !isCrontab(crontab))
    throw invalidFields({ crontab: [t("Cron expression is not valid")] });
}

async function assertPlace(
  { app, user }: Actor,
  { dataset_id, dashboard_id }: Pick<AssertionRecord, "dataset_id" | "dashboard_id">,
): Promise<void> {
  const datasets = await allowedAmong(app.db, { table: "datasets", rules: datasetRules(user) }, [dataset_id]);
  if (!datasets.has(dataset_id)) throw unprocessable({ dataset_id: [t("Dataset does not exist")] });
  if (dashboard_id === null) return;
  const dashboards = await allowedAmong(app.db, { table: "dashboards", rules: openDashboardRules(user) }, [
    dashboard_id,
  ]);
  if (!dashboards.has(dashboard_id)) throw unprocessable({ dashboard_id: [t("Dashboard does not exist")] });
}
