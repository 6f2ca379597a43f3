import { type Kysely, sql } from "kysely";
import { t } from "../../i18n/translate.ts";
import { forbidden, unprocessable } from "../../model/errors.ts";
import { byIds } from "../store/by-ids.ts";
import type { Tables } from "../store/tables.ts";
import { syncTags } from "../store/tags.ts";
import type { User } from "../user.ts";
import { changeRules } from "./changes.ts";
import { allowedAmong, type RuledNoun } from "./rule.ts";

export type OwnedNoun = RuledNoun | "assertion";

export type Owner = {
  id: number;
  first_name: string;
  last_name: string;
};

const ownersQuery = (noun: OwnedNoun) =>
  byIds((db, ids) =>
    sql<Owner & { object_id: number }>`
      select o.${sql.ref(`${noun}_id`)} as object_id, u.id, u.first_name, u.last_name
      from ${sql.table(`${noun}_owners`)} o join users u on u.id = o.user_id
      where o.${sql.ref(`${noun}_id`)} in (${sql.join([...ids])}) order by u.id`.compile(db),
  );
const OWNERS_QUERIES = {
  dataset: ownersQuery("dataset"),
  chart: ownersQuery("chart"),
  dashboard: ownersQuery("dashboard"),
  report: ownersQuery("report"),
  folder: ownersQuery("folder"),
  assertion: ownersQuery("assertion"),
} satisfies Record<OwnedNoun, unknown>;

export async function ownersOf(
  db: Kysely<Tables>,
  noun: OwnedNoun,
  ids: readonly number[],
): Promise<Map<number, Owner[]>> {
  const owners = new Map<number, Owner[]>(ids.map((id) => [id, []]));
  for (const { object_id, ...owner } of await OWNERS_QUERIES[noun](db, ids)) owners.get(object_id)?.push(owner);
  return owners;
}

/** Includes email addresses, so only for users who contact the owners. */
export async function ownersWithEmail(
  db: Kysely<Tables>,
  noun: OwnedNoun,
  id: number,
): Promise<(Owner & { email: string })[]> {
  const owners = (await ownersOf(db, noun, [id])).get(id) ?? [];
  if (owners.length === 0) return [];
  const ids = owners.map((owner) => owner.id);
  const rows = await db.selectFrom("users").select(["id", "email"]).where("id", "in", ids).execute();
  const emails = new Map(rows.map((row) => [row.id, row.email]));
  return owners.map((owner) => ({ ...owner, email: emails.get(owner.id) ?? "" }));
}

/**
 * Also updates owner tags. Rows of remaining owners aren't rewritten, because every change to them may change who sees
 * what.
 */
export async function setOwners(
  db: Kysely<Tables>,
  { noun, id }: { noun: OwnedNoun; id: number },
  users: readonly number[],
): Promise<void> {
  const table = sql.table(`${noun}_owners`);
  const object = sql.ref(`${noun}_id`);
  const ownerIds = [...new Set(users)];
  await sql`delete from ${table} where ${object} = ${id} and user_id not in (${sql.join([...ownerIds, -1])})`.execute(
    db,
  );
  for (const user of ownerIds) {
    await sql`insert into ${table} (${object}, user_id) values (${id}, ${user}) on conflict do nothing`.execute(db);
  }
  if (noun !== "report" && noun !== "folder" && noun !== "assertion") await syncTags(db, { type: noun, id });
}

/** Adds the user unless they are an administrator who chose owners. Throws a 422 for unknown users. */
export async function resolveOwners(
  db: Kysely<Tables>,
  user: User,
  requested: readonly (number | null)[] | null | undefined,
): Promise<number[]> {
  const requestedIds = (requested ?? []).filter((id) => id !== null);
  const found =
    requestedIds.length > 0 ? await db.selectFrom("users").select("id").where("id", "in", requestedIds).execute() : [];
  if (found.length < new Set(requestedIds).size) throw unprocessable({ owners: [t("Owners are invalid")] });
  const isAdded = !user.isAdmin || requested === undefined || requested === null;
  return [...new Set(isAdded && user.id > 0 ? [...requestedIds, user.id] : requestedIds)];
}

/**
 * The owners after a change; undefined = unchanged. Throws a 403 when a user who can change the object only because of
 * its folder changes them, as owners keep their rights after they lose those of the folder.
 */
export async function resolveChangedOwners(
  db: Kysely<Tables>,
  user: User,
  { noun, id }: { noun: OwnedNoun; id: number },
  requested: readonly (number | null)[] | null | undefined,
): Promise<number[] | undefined> {
  if (requested === undefined) return undefined;
  const current = ((await ownersOf(db, noun, [id])).get(id) ?? []).map((owner) => owner.id);
  if (user.isAdmin || current.includes(user.id)) return resolveOwners(db, user, requested);
  const wanted = new Set(requested ?? []);
  if (wanted.size === current.length && current.every((owner) => wanted.has(owner))) return undefined;
  throw forbidden(t("Only owners and administrators can change the owners."));
}

export async function canChange(
  db: Kysely<Tables>,
  user: User,
  { noun, id }: { noun: RuledNoun; id: number },
): Promise<boolean> {
  return user.isAdmin || (await allowedAmong(db, { table: `${noun}s`, rules: changeRules(user, noun) }, [id])).has(id);
}

/** Throws a 403 unless the user is an administrator or can change all objects, as an owner or because of a folder. */
export async function assertOwner(
  db: Kysely<Tables>,
  user: User,
  { noun, ids }: { noun: RuledNoun; ids: readonly number[] },
): Promise<void> {
  if (user.isAdmin) return;
  const own = await allowedAmong(db, { table: `${noun}s`, rules: changeRules(user, noun) }, ids);
  if (ids.some((id) => !own.has(id))) throw forbidden();
}
