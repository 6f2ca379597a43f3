import { isOtherServer } from "../../connectors/address/secrets.ts";
import { msg, t } from "../../i18n/translate.ts";
import { type WireError, wireErrorsOf } from "../../model/errors.ts";
import { changedBy } from "../../server/store/stamp.ts";
import {
  assertMayConnect,
  type Connecting,
  type DatabaseRecord,
  type DatabaseValues,
  findDatabaseByName,
  findDatabaseByUuid,
  insertDatabase,
  leadSame,
  maskedAddress,
  secretPartsOf,
  type Tunnel,
  tunnelAfter,
  updateDatabase,
} from "../database/index.ts";
import { DatabaseFile, type DatabaseFile as File, type SshTunnelFile } from "./files.ts";
import { planned, written } from "./import-plan.ts";
import type { ImportSecrets } from "./import-run.ts";
import { assertCanImport, type Import, importError, isReplaced } from "./import-run.ts";
import { isObject, type Json, objectOf } from "./json-values.ts";
import { unknownKeys } from "./marks.ts";
import { databaseValues } from "./values.ts";

/** Secrets are never exported: the import requires them, unless the database exists. */

const MASK = "XXXXXXXXXX";
const isMasked = (value: unknown) => value === MASK;

export function missingSecrets(path: string, file: File, secrets: ImportSecrets): string[] {
  const needsPassword = /X{10}/.test(file.sqlalchemy_uri) && !file.password && !secrets.passwords[path];
  const newSecrets = secrets.encrypted_extra_secrets[path] ?? {};
  const fields = maskedFields(file).filter((field) => !Object.hasOwn(newSecrets, field));
  return [
    ...(needsPassword ? [t("Must provide a password for the database")] : []),
    ...TUNNEL_SECRETS.filter(({ part, field }) => file.ssh_tunnel?.[part] === MASK && !secrets[field][path]).map(
      ({ text }) => t(text),
    ),
    ...fields.map((field) => t("Must provide value for masked_encrypted_extra field: {field}", { field })),
  ];
}

const TUNNEL_SECRETS = [
  { part: "password", field: "ssh_tunnel_passwords", text: msg("Must provide a password for the ssh tunnel") },
  { part: "private_key", field: "ssh_tunnel_private_keys", text: msg("Must provide a private key for the ssh tunnel") },
  {
    part: "private_key_password",
    field: "ssh_tunnel_private_key_passwords",
    text: msg("Must provide a private key password for the ssh tunnel"),
  },
] as const;

function maskedFields({ masked_encrypted_extra: extra }: File): string[] {
  const fields: string[] = [];
  const look = (value: unknown, path: string) => {
    if (isMasked(value)) fields.push(path);
    else for (const [name, inner] of partsOf(value)) look(inner, `${path}${name}`);
  };
  look(jsonOf(extra), "$");
  return fields;
}

function partsOf(value: unknown): [string, unknown][] {
  if (Array.isArray(value)) return value.map((inner, i) => [`[${i}]`, inner]);
  return isObject(value) ? Object.entries(value).map(([name, inner]) => [`.${name}`, inner]) : [];
}

function jsonOf(value: string | Json | null | undefined): Json {
  return typeof value === "string" ? objectOf(value) : (value ?? {});
}

function encryptedExtra(path: string, file: File, { encrypted_extra_secrets }: ImportSecrets): string | undefined {
  const newSecrets = encrypted_extra_secrets[path] ?? {};
  const filled = (value: unknown, at: string): unknown => {
    if (isMasked(value)) return Object.hasOwn(newSecrets, at) ? newSecrets[at] : value;
    if (Array.isArray(value)) return value.map((inner, i) => filled(inner, `${at}[${i}]`));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, filled(inner, `${at}.${name}`)]));
  };
  const extra = { ...jsonOf(file.encrypted_extra), ...jsonOf(file.masked_encrypted_extra) };
  return Object.keys(extra).length > 0 ? JSON.stringify(filled(extra, "$")) : undefined;
}

export async function addressErrorsOf(
  importer: Connecting,
  [path, file]: readonly [string, File],
  secrets: ImportSecrets,
): Promise<readonly WireError[]> {
  const { sqlalchemy_uri, extra } = databaseValues(file, secrets.passwords[path]);
  const target = {
    uri: sqlalchemy_uri,
    extra: JSON.stringify(objectOf(extra)),
    encryptedExtra: encryptedExtra(path, file, secrets) ?? null,
    serverCert: null,
    tunnel: file.ssh_tunnel ? serverOf(file.ssh_tunnel) : null,
  };
  try {
    await assertMayConnect(importer, target);
    return [];
  } catch (error) {
    const errors = wireErrorsOf(error);
    if (errors.length === 0) throw error;
    return errors;
  }
}

const serverOf = ({ server_address, server_port, username }: SshTunnelFile): Tunnel => ({
  server_address,
  server_port: server_port ?? 22,
  username: username ?? "",
});

function tunnelOf([path, file]: readonly [string, File], secrets: ImportSecrets, stored: Tunnel | null): Tunnel | null {
  if (!file.ssh_tunnel) return stored;
  const own = TUNNEL_SECRETS.map(({ part, field }) => {
    const value = file.ssh_tunnel?.[part];
    return [part, isMasked(value) ? (secrets[field][path] ?? value) : value] as const;
  });
  return tunnelAfter({ ...serverOf(file.ssh_tunnel), ...Object.fromEntries(own) }, stored);
}

export async function importDatabase(run: Import, path: string, file: File): Promise<void> {
  const { app, db, stamp, options, databases } = run;
  const existing = await findDatabaseByUuid(db, file.uuid);
  const secrets = encryptedExtra(path, file, options.secrets);
  const values = {
    ...databaseValues(file, options.secrets.passwords[path]),
    ...(secrets === undefined || (existing && maskedFields(file).length > 0) ? {} : { encrypted_extra: secrets }),
  };
  if (existing) databases.set(file.uuid, existing.id);
  await planned(run, "database", { path, name: file.database_name, uuid: file.uuid, existing });
  if (existing && !isReplaced(run, "database", file.uuid)) return;
  await assertCanImport(run, "database", { path, existing: existing?.id });
  written(run, path, { object: undefined, uuid: file.uuid, extra: unknownKeys(file, DatabaseFile) });
  // Permissions are named `[database].[schema]`, so such a name could match another database's.
  if (/\]\s*\.\s*[[(]/.test(file.database_name))
    throw importError(options.noun, { [path]: { database_name: [t("The name can't contain `].[`.")] } });
  const sameName = await db
    .selectFrom("databases")
    .select("id")
    .where("database_name", "=", file.database_name)
    .where("uuid", "<>", file.uuid)
    .executeTakeFirst();
  if (sameName) {
    const problems = { [path]: { database_name: [t("A database with the same name already exists.")] } };
    if (!options.dryRun) throw importError(options.noun, problems);
    Object.assign(run.needs, problems);
    values.database_name = await freeName(db, file.database_name);
  }
  if (existing) return replaceDatabase(run, existing, { path, file, values, secrets });
  const tunnel = tunnelOf([path, file], options.secrets, null);
  const ssh_tunnel = tunnel && JSON.stringify(tunnel);
  const row = { ...values, ssh_tunnel, uuid: file.uuid };
  databases.set(file.uuid, await insertDatabase({ db, secrets: app.secrets }, row, stamp));
}

async function freeName(db: Import["db"], name: string): Promise<string> {
  for (let number = 2; ; number++) {
    const numbered = `${name} ${number}`;
    if (!(await findDatabaseByName(db, numbered))) return numbered;
  }
}

interface Replacing {
  path: string;
  file: File;
  values: DatabaseValues;
  secrets: string | undefined;
}

async function replaceDatabase(
  { app, db, options, stamp, needs }: Import,
  existing: DatabaseRecord,
  { path, file, values, secrets }: Replacing,
): Promise<void> {
  const { sqlalchemy_uri, ...rest } = values;
  const address = /X{10}/.test(sqlalchemy_uri) ? {} : { sqlalchemy_uri };
  const { tunnel: stored } = secretPartsOf(app.secrets, existing);
  const isTunnelChanged = file.ssh_tunnel && !leadSame(serverOf(file.ssh_tunnel), stored);
  const isServerChanged = address.sqlalchemy_uri && isOtherServer(sqlalchemy_uri, maskedAddress(app.secrets, existing));
  const isMoved = isTunnelChanged || isServerChanged;
  const missing = isMoved ? missingSecrets(path, file, options.secrets) : [];
  if (missing.length > 0 && !options.dryRun) throw importError(options.noun, { [path]: { _schema: missing } });
  if (missing.length > 0) Object.assign(needs, { [path]: { _schema: missing } });
  const moved = isMoved ? { encrypted_extra: secrets ?? null } : {};
  const tunnel = tunnelOf([path, file], options.secrets, stored);
  const ssh_tunnel = tunnel && JSON.stringify(tunnel);
  const changes = { ...rest, ...address, ...moved, ssh_tunnel, ...changedBy(stamp) };
  await updateDatabase({ db, secrets: app.secrets }, existing.id, changes);
}
