import { randomUUID } from "node:crypto";
import { type Kysely, type SqlBool, sql } from "kysely";
import { maskedUri } from "../../connectors/address/secrets.ts";
import type { Secrets } from "../../server/config/secrets.ts";
import { chartRules } from "../../server/rights/charts.ts";
import { listedDashboardRules } from "../../server/rights/dashboards.ts";
import { datasetRules } from "../../server/rights/datasets.ts";
import type { Condition } from "../../server/rights/rule.ts";
import { anyOfInList } from "../../server/rights/rule.ts";
import { deleteMarksOf } from "../../server/store/bundle-marks.ts";
import { deleteObjectPairs, syncDatabasePairs } from "../../server/store/object-pairs.ts";
import { insertObject, updateObject } from "../../server/store/objects.ts";
import type { Stamp } from "../../server/store/stamp.ts";
import type { NewRow, Row, RowChanges, Tables } from "../../server/store/tables.ts";
import type { User } from "../../server/user.ts";
import type { Tunnel } from "./tunnel.ts";

export type DatabaseRecord = Row<"databases">;

/** Unencrypted; the address is encrypted in the store if it may contain a secret, other secrets always. */
export type DatabaseValues = Omit<NewRow<"databases">, "id" | "uuid" | Stamps> & { uuid?: string };
type Stamps = "created_on" | "changed_on" | "created_by_fk" | "changed_by_fk";

export interface EncryptedStore {
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

export function findDatabaseByName(db: Kysely<Tables>, name: string): Promise<DatabaseRecord | undefined> {
  return db.selectFrom("databases").selectAll().where("database_name", "=", name).executeTakeFirst();
}

export function databasesByIds(db: Kysely<Tables>, ids: readonly number[]): Promise<DatabaseRecord[]> {
  if (ids.length === 0) return Promise.resolve([]);
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
  { db, secrets }: EncryptedStore,
  values: DatabaseValues,
  stamp: Stamp,
): Promise<number> {
  const row = { ...values, ...encryptSecrets(secrets, values) };
  const id = await insertObject(db, "databases", { ...row, uuid: values.uuid ?? randomUUID() }, stamp);
  await syncDatabasePairs(db, id);
  return id;
}

export async function updateDatabase(
  { db, secrets }: EncryptedStore,
  id: number,
  values: RowChanges<"databases">,
): Promise<void> {
  const row = { ...values, ...encryptSecrets(secrets, values) };
  await updateObject(db, "databases", id, row);
  if (values.database_name !== undefined) await syncDatabasePairs(db, id);
}

/** Deletes its permissions too, so that a later database of the same name doesn't inherit them. */
export async function deleteDatabase(db: Kysely<Tables>, record: DatabaseRecord): Promise<void> {
  await deleteMarksOf(db, "databases", [record.id]);
  await db.deleteFrom("databases").where("id", "=", record.id).execute();
  await deleteObjectPairs(db, "database_access", [record.id]);
  const within = `[${record.database_name}].[`;
  for (const table of ["role_permissions", "permission_pairs"] as const) {
    await sql`delete from ${sql.table(table)} where permission in ('catalog_access', 'schema_access', 'datasource_access')
      and substr(view, 1, ${within.length}) = ${within}`.execute(db);
  }
}

export async function dependentsOf(db: Kysely<Tables>, user: User, id: number) {
  const among = (condition: Condition | undefined) => condition ?? sql<SqlBool>`(1 = 1)`;
  const datasets = await db
    .selectFrom("datasets")
    .select(["id", "table_name", "schema"])
    .where("database_id", "=", id)
    .where(among(anyOfInList("datasets", datasetRules(user))))
    .orderBy("id")
    .execute();
  const charts = await db
    .selectFrom("charts")
    .innerJoin("datasets", "datasets.id", "charts.datasource_id")
    .select(["charts.id", "charts.slice_name", "charts.viz_type"])
    .where("charts.datasource_type", "=", "table")
    .where("datasets.database_id", "=", id)
    .where(among(anyOfInList("charts", chartRules(user))))
    .orderBy("charts.id")
    .execute();
  const dashboards = await db
    .selectFrom("dashboards")
    .innerJoin("dashboard_charts", "dashboard_charts.dashboard_id", "dashboards.id")
    .innerJoin("charts", "charts.id", "dashboard_charts.chart_id")
    .innerJoin("datasets", "datasets.id", "charts.datasource_id")
    .select(["dashboards.id", "dashboards.json_metadata", "dashboards.slug", "dashboards.dashboard_title as title"])
    .distinct()
    .where("charts.datasource_type", "=", "table")
    .where("datasets.database_id", "=", id)
    .where(among(anyOfInList("dashboards", listedDashboardRules(user))))
    .orderBy("dashboards.id")
    .execute();
  return { datasets, charts, dashboards };
}

export async function countDatasets(db: Kysely<Tables>, id: number): Promise<number> {
  const { count } = await db
    .selectFrom("datasets")
    .select((of) => of.fn.countAll().as("count"))
    .where("database_id", "=", id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function addressOf(secrets: Secrets, record: Pick<DatabaseRecord, "sqlalchemy_uri">): string {
  return opened(secrets, record.sqlalchemy_uri);
}

export function maskedAddress(secrets: Secrets, record: Pick<DatabaseRecord, "sqlalchemy_uri">): string {
  return maskedUri(addressOf(secrets, record));
}

export function secretPartsOf(
  secrets: Secrets,
  record: Pick<DatabaseRecord, "encrypted_extra" | "server_cert" | "ssh_tunnel">,
): { encryptedExtra: string | null; serverCert: string | null; tunnel: Tunnel | null } {
  const { encrypted_extra, server_cert, ssh_tunnel } = record;
  return {
    encryptedExtra: encrypted_extra ? opened(secrets, encrypted_extra) : null,
    serverCert: server_cert ? opened(secrets, server_cert) : null,
    tunnel: ssh_tunnel ? (JSON.parse(opened(secrets, ssh_tunnel)) as Tunnel) : null,
  };
}

/** Pins the host key first seen, unless the tunnel has changed since. */
export async function pinHostKey({ db, secrets }: EncryptedStore, record: DatabaseRecord, key: string): Promise<void> {
  const { tunnel } = secretPartsOf(secrets, record);
  const ssh_tunnel = SEALED + secrets.seal(JSON.stringify({ ...tunnel, host_key: key }));
  await db
    .updateTable("databases")
    .set({ ssh_tunnel })
    .where("id", "=", record.id)
    .where("ssh_tunnel", "=", record.ssh_tunnel)
    .execute();
}

export function engineNameOf(address: string): string {
  return /^(\w+)/.exec(address)?.[1] ?? "";
}

const opened = (secrets: Secrets, text: string) =>
  text.startsWith(SEALED) ? secrets.open(text.slice(SEALED.length)) : text;

const hasSecret = (address: string) => /^\w[\w+.-]*:\/\/.*[:?]/s.test(address);

function encryptSecrets(secrets: Secrets, values: SecretColumns): SecretColumns {
  const { sqlalchemy_uri: address, encrypted_extra: extra, server_cert: certificate, ssh_tunnel: tunnel } = values;
  const sealed = (text: string) => SEALED + secrets.seal(text);
  return {
    ...(address === undefined ? {} : { sqlalchemy_uri: hasSecret(address) ? sealed(address) : address }),
    ...(extra === undefined ? {} : { encrypted_extra: extra === null ? null : sealed(extra) }),
    ...(certificate === undefined ? {} : { server_cert: certificate === null ? null : sealed(certificate) }),
    ...(tunnel === undefined ? {} : { ssh_tunnel: tunnel === null ? null : sealed(tunnel) }),
  };
}

export function reencryptDatabases({ db, secrets }: EncryptedStore): Promise<number> {
  return db.transaction().execute(async (trx) => {
    let count = 0;
    for (const record of await allDatabases(trx)) {
      const { id, sqlalchemy_uri, encrypted_extra, server_cert, ssh_tunnel } = record;
      const stored = { sqlalchemy_uri, encrypted_extra, server_cert, ssh_tunnel };
      const sealed = Object.entries(stored).filter(([, text]) => text?.startsWith(SEALED));
      if (sealed.length === 0) continue;
      const resealed = sealed.map(([column, text]) => [column, SEALED + secrets.seal(opened(secrets, text ?? ""))]);
      await trx.updateTable("databases").set(Object.fromEntries(resealed)).where("id", "=", id).execute();
      count += 1;
    }
    return count;
  });
}

type SecretColumns = Partial<Pick<DatabaseRecord, "sqlalchemy_uri" | "encrypted_extra" | "server_cert" | "ssh_tunnel">>;
