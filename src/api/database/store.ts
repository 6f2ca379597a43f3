import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { nameDatabase } from "../../server/rights/object-pairs.ts";
import type { Secrets } from "../../server/secrets.ts";
import { createdBy, type Stamp } from "../../server/store/stamp.ts";
import type { NewRow, Row, RowChanges, Tables } from "../../server/store/tables.ts";

export type DatabaseRecord = Row<"databases">;

/** What a save sets; the address is given in the clear and stored sealed when it holds a secret. */
export type DatabaseValues = Omit<NewRow<"databases">, "id" | "uuid" | Stamps> & { uuid?: string };
type Stamps = "created_on" | "changed_on" | "created_by_fk" | "changed_by_fk";

/** A store, and the keys that seal the secrets in it. */
export interface SealedStore {
  db: Kysely<Tables>;
  secrets: Secrets;
}

const SEALED = "sealed:";

export function findDatabase(db: Kysely<Tables>, id: number): Promise<DatabaseRecord | undefined> {
  return db.selectFrom("databases").selectAll().where("id", "=", id).executeTakeFirst();
}

export function findDatabaseByUuid(db: Kysely<Tables>, uuid: string): Promise<DatabaseRecord | undefined> {
  return db.selectFrom("databases").selectAll().where("uuid", "=", uuid).executeTakeFirst();
}

export function databasesByIds(db: Kysely<Tables>, ids: readonly number[]): Promise<DatabaseRecord[]> {
  return db
    .selectFrom("databases")
    .selectAll()
    .where("id", "in", [...ids])
    .orderBy("id")
    .execute();
}

export function allDatabases(db: Kysely<Tables>): Promise<DatabaseRecord[]> {
  return db.selectFrom("databases").selectAll().orderBy("id").execute();
}

export async function insertDatabase(
  { db, secrets }: SealedStore,
  values: DatabaseValues,
  stamp: Stamp,
): Promise<number> {
  const { id } = await db
    .insertInto("databases")
    .values({
      ...values,
      uuid: values.uuid ?? randomUUID(),
      sqlalchemy_uri: sealAddress(secrets, values.sqlalchemy_uri),
      ...createdBy(stamp),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await nameDatabase(db, id);
  return id;
}

export async function updateDatabase(
  { db, secrets }: SealedStore,
  id: number,
  values: RowChanges<"databases">,
): Promise<void> {
  const { sqlalchemy_uri, ...rest } = values;
  const address = sqlalchemy_uri === undefined ? {} : { sqlalchemy_uri: sealAddress(secrets, sqlalchemy_uri) };
  await db
    .updateTable("databases")
    .set({ ...rest, ...address })
    .where("id", "=", id)
    .execute();
  if (rest.database_name !== undefined) await nameDatabase(db, id);
}

/** The address in the clear. */
export function addressOf(secrets: Secrets, record: Pick<DatabaseRecord, "sqlalchemy_uri">): string {
  const { sqlalchemy_uri } = record;
  return sqlalchemy_uri.startsWith(SEALED) ? secrets.open(sqlalchemy_uri.slice(SEALED.length)) : sqlalchemy_uri;
}

/** The address as it may be shown: the password is a row of Xs. */
export function maskedAddress(secrets: Secrets, record: Pick<DatabaseRecord, "sqlalchemy_uri">): string {
  return addressOf(secrets, record).replace(/^(\w[\w+.-]*:\/\/[^:/@]*):[^@]*@/, "$1:XXXXXXXXXX@");
}

/** Engine of an address: `postgresql+psycopg2://...` is `postgresql`. */
export function engineNameOf(address: string): string {
  return /^(\w+)/.exec(address)?.[1] ?? "";
}

function sealAddress(secrets: Secrets, address: string): string {
  return /^\w[\w+.-]*:\/\/[^/]*:[^/]*@/.test(address) || address.includes("?")
    ? SEALED + secrets.seal(address)
    : address;
}
