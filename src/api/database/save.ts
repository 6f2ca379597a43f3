import { existsSync } from "node:fs";
import { msg, t } from "../../i18n/translate.ts";
import { invalidFields, unprocessable } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { engineOf } from "../../server/engine/app-engine.ts";
import { storeFailureOf } from "../../server/store/failures.ts";
import { assertNotReported } from "../../server/store/reports.ts";
import { saveRow } from "../../server/store/row-saves.ts";
import { type Actor, changedBy, stampOf } from "../../server/store/stamp.ts";
import { connectionConfig, type Target } from "./connection.ts";
import type { CreateDatabase, UpdateDatabase } from "./contract.ts";
import { fileOf } from "./file-place.ts";
import { presentConnection } from "./present.ts";
import { assertAnswers, connectionFailed, requireConnector } from "./probe.ts";
import { assertMayConnect, withNamedRefusals } from "./refusal.ts";
import {
  countDatasets,
  type DatabaseRecord,
  type DatabaseValues,
  deleteDatabase,
  findDatabase,
  findDatabaseByName,
  insertDatabase,
  updateDatabase,
} from "./store.ts";
import { newSecrets, targetAfter } from "./values.ts";

const nameTaken = () => unprocessable({ database_name: [t("A database with the same name already exists.")] });

/** Tests the connection before saving. Throws 422 by field, or with the engine's message. */
export async function createDatabase(actor: Actor, body: CreateDatabase): Promise<DatabaseRecord> {
  const { app, user } = actor;
  await assertNameFree(app, body.database_name);
  const target = targetAfter(app, body, { stored: undefined });
  await testConnection(actor, target);
  const values = { ...settingsOf(body), ...columnsOf(target), database_name: body.database_name };
  const uuid = body.uuid ? { uuid: body.uuid } : {};
  const id = await once(() => insertDatabase(app, { ...values, ...uuid }, stampOf(app, user)));
  app.events.changed("database", id);
  return saved(app, id);
}

/**
 * Doesn't test the connection, so that a database that is down can be corrected. Writes only the given fields, so that
 * concurrent saves of different fields merge. Throws 412 if saved since `basedOn`.
 */
export async function changeDatabase(
  actor: Actor,
  record: DatabaseRecord,
  { body, basedOn }: { body: UpdateDatabase; basedOn: string | undefined },
): Promise<DatabaseRecord> {
  const { app, user } = actor;
  const { id } = record;
  const { database_name: name } = body;
  if (name !== undefined && name !== record.database_name) await assertNameFree(app, name);
  const target = targetAfter(app, body, { stored: record });
  requireConnector(app, target.uri);
  await assertMayConnect(actor, target);
  const named = name === undefined ? {} : { database_name: name };
  const values = { ...settingsOf(body), ...named, ...changedColumns(body, target), ...changedBy(stampOf(app, user)) };
  const secrets = newSecrets(app, body, record);
  const save = {
    table: "databases",
    id,
    basedOn,
    secrets,
    shown: (row: DatabaseRecord) => redactedRecord(app, row),
  } as const;
  await once(() => saveRow(app, save, (db) => updateDatabase({ db, secrets: app.secrets }, id, values)));
  app.events.changed("database", id);
  app.events.changed("role");
  return saved(app, id);
}

function changedColumns(body: UpdateDatabase, target: Target): Partial<ReturnType<typeof columnsOf>> {
  const { sqlalchemy_uri, extra, encrypted_extra, server_cert, ssh_tunnel } = columnsOf(target);
  const isAddress = Boolean(body.sqlalchemy_uri) || Object.keys(body.parameters ?? {}).length > 0;
  return {
    ...(isAddress ? { sqlalchemy_uri } : {}),
    ...(body.extra === undefined ? {} : { extra }),
    ...(body.masked_encrypted_extra === undefined ? {} : { encrypted_extra }),
    ...(body.server_cert === undefined ? {} : { server_cert }),
    ...(body.ssh_tunnel === undefined ? {} : { ssh_tunnel }),
  };
}

function redactedRecord(app: App, row: DatabaseRecord): object {
  const { parameters: _, parameters_schema: __, engine_information: ___, ...redacted } = presentConnection(app, row);
  return redacted;
}

export async function removeDatabase(app: App, record: DatabaseRecord): Promise<void> {
  if ((await countDatasets(app.db, record.id)) > 0) throw unprocessable(t(HAS_DATASETS));
  await assertNotReported(app.db, "database", [record.id]);
  try {
    await app.db.transaction().execute((db) => deleteDatabase(db, record));
  } catch (error) {
    if (storeFailureOf(error) !== "reference") throw error;
    const hasDatasets = (await countDatasets(app.db, record.id)) > 0;
    throw unprocessable(hasDatasets ? t(HAS_DATASETS) : t("There are associated alerts or reports"));
  }
  app.events.changed("database", record.id);
  app.events.changed("role");
}

const HAS_DATASETS = msg("Cannot delete a database that has datasets attached");

async function saved(app: App, id: number): Promise<DatabaseRecord> {
  const record = await findDatabase(app.db, id);
  if (!record) throw unprocessable(t("The database was deleted in the meantime."));
  return record;
}

async function assertNameFree(app: App, name: string): Promise<void> {
  // Permissions are named `[database].[schema]`, so such a name could match another database's.
  if (/\]\s*\.\s*[[(]/.test(name)) throw invalidFields({ database_name: [t("The name can't contain `].[`.")] }, 422);
  if (await findDatabaseByName(app.db, name)) throw nameTaken();
}

async function testConnection(actor: Actor, target: Target): Promise<void> {
  try {
    const { app } = actor;
    await withNamedRefusals(actor, target, async () => {
      const file = await newFileOf(app, target);
      if (file === undefined) await assertAnswers(app, target);
      else await engineOf(app).load({ file, statements: [] });
    });
  } catch (error) {
    throw connectionFailed(error);
  }
}

export async function newFileOf(app: App, target: Target): Promise<string | undefined> {
  const connector = requireConnector(app, target.uri);
  if (connector.engine !== "duckdb") return undefined;
  const file = fileOf((await connectionConfig(app, connector, target)).uri);
  return file === undefined || existsSync(file) ? undefined : file;
}

function columnsOf({ uri, extra, encryptedExtra, serverCert, tunnel }: Target) {
  const ssh_tunnel = tunnel && JSON.stringify(tunnel);
  return { sqlalchemy_uri: uri, extra, encrypted_extra: encryptedExtra, server_cert: serverCert, ssh_tunnel };
}

const FLAGS = [
  "expose_in_sqllab",
  "allow_run_async",
  "allow_file_upload",
  "allow_ctas",
  "allow_cvas",
  "allow_dml",
  "impersonate_user",
  "is_managed_externally",
] as const;
const NULLABLE = ["cache_timeout", "force_ctas_schema", "external_url"] as const;

function settingsOf(body: UpdateDatabase) {
  const flags = FLAGS.flatMap((name) => (typeof body[name] === "boolean" ? [[name, body[name]]] : []));
  const others = NULLABLE.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]]));
  const method = body.configuration_method ? { configuration_method: body.configuration_method } : {};
  return { ...Object.fromEntries([...flags, ...others]), ...method } as Settings;
}

type Settings = Partial<Omit<DatabaseValues, "database_name" | "sqlalchemy_uri" | "uuid">>;

async function once<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw storeFailureOf(error) === "unique" ? nameTaken() : error;
  }
}
