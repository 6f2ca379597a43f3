import { existsSync, statSync } from "node:fs";
import { basename } from "node:path";
import { parseServerAddress } from "../../connectors/address/address.ts";
import { assertSafeAddress } from "../../connectors/address/unsafe.ts";
import type { Connection, ConnectionConfig, Connector } from "../../connectors/connector.ts";
import { createConnectors, maybeConnector } from "../../connectors/index.ts";
import { t } from "../../i18n/translate.ts";
import { TesseraError, typedError } from "../../model/errors.ts";
import type { QueueStatus } from "../../model/fair-queue.ts";
import { withGrainsAdded, withoutGrains } from "../../query/grains.ts";
import { allowedLocations } from "../../server/allowed-locations.ts";
import type { App } from "../../server/app.ts";
import { isFresh } from "../../server/app.ts";
import type { Secrets } from "../../server/config/secrets.ts";
import { driversOf } from "../../server/drivers/drivers.ts";
import { egressPolicyOf } from "../../server/egress-policy.ts";
import { engineOf } from "../../server/engine/app-engine.ts";
import { currentUserKey } from "../../server/fair-share.ts";
import { enterQueue } from "../../server/running-query.ts";
import { traceHeaders } from "../../server/span.ts";
import { type FailureLog, failureLog } from "./failures.ts";
import { assertDatabaseFile, fileOf, withinHome } from "./file-place.ts";
import { beginQuery } from "./queries.ts";
import { sqlThreadsOf } from "./sql-threads.ts";
import { addressOf, type DatabaseRecord, engineNameOf, findDatabase, pinHostKey, secretPartsOf } from "./store.ts";
import { assertSupportsTunnel, type Tunnel, tunnelSettings } from "./tunnel.ts";
import { watched } from "./watched.ts";

export interface OpenDatabase {
  connection: Connection;
  connector: Connector;
}

export function connectionOf(app: App, databaseId: number): Promise<OpenDatabase> {
  return app.once(createConnections).open(databaseId);
}

export function connectorOf(app: App, record: DatabaseRecord): Connector | undefined {
  return connectorFor(app, addressOf(app.secrets, record));
}

export function connectorFor(app: App, uri: string): Connector | undefined {
  return maybeConnector(app.once(connectorsOf), uri);
}

export function connectorsOf(app: App): readonly Connector[] {
  const connectors = createConnectors({ duckdb: engineOf(app) });
  const { timeGrainsOff: off, timeGrainsAdded: added } = app.config;
  if (off.length === 0 && Object.keys(added).length === 0) return connectors;
  return connectors.map((connector) => ({
    ...connector,
    dialect: withoutGrains(withGrainsAdded(connector.dialect, connector.engine, added), off),
  }));
}

export function currentUserQueries(app: App): QueueStatus {
  const all = app
    .once(createConnections)
    .opened()
    .map(({ connection }) => connection.queueStatus?.() ?? NO_QUERIES);
  return {
    running: all.reduce((sum, { running }) => sum + running, 0),
    waiting: all.reduce((sum, { waiting }) => sum + waiting, 0),
    ahead: Math.max(0, ...all.map(({ ahead }) => ahead)),
  };
}

const NO_QUERIES: QueueStatus = { running: 0, waiting: 0, ahead: 0 };

interface CachedConnection {
  opened?: OpenDatabase;
  pending: Promise<OpenDatabase & OpenedWith>;
  checkedMs: number;
  /** Checked whatever the time of the last check. */
  isStale?: boolean;
}

interface OpenedWith {
  changedOn: string;
  file?: OpenFile | undefined;
  /** The allowed hosts and folders at the last check; undefined before the first. */
  allowed?: string;
}

interface Connections {
  open(databaseId: number): Promise<OpenDatabase>;
  opened(): OpenDatabase[];
}

function createConnections(app: App): Connections {
  const open = new Map<number, CachedConnection>();
  const close = (id: number) => {
    const cached = open.get(id);
    open.delete(id);
    void cached?.pending.then(({ connection }) => connection.close()).catch(() => undefined);
  };
  app.events.onChanged("database", (id) => {
    if (id !== undefined) close(id);
    // Any may have changed, but most have running queries: the next caller checks.
    else for (const cached of open.values()) cached.checkedMs = Number.NEGATIVE_INFINITY;
  });
  app.events.onChanged("allowed-location", () => {
    for (const cached of open.values()) cached.isStale = true;
  });
  app.onClose(() => {
    for (const id of [...open.keys()]) close(id);
  });
  const failures = app.once(failureLog);

  async function isUnchanged(id: number, cached: CachedConnection): Promise<boolean> {
    if (!isSameFile((await cached.pending).file)) return false;
    if (!cached.isStale && isFresh(app, cached.checkedMs)) return true;
    cached.checkedMs = app.clock.elapsed();
    cached.isStale = false;
    const [record, opened, allowed] = await Promise.all([findDatabase(app.db, id), cached.pending, allowedText(app)]);
    if (record?.changed_on !== opened.changedOn) return false;
    if (opened.allowed !== allowed && !(await isStillAllowed(app, record))) return false;
    opened.allowed = allowed;
    return true;
  }

  async function openDatabase(id: number): Promise<OpenDatabase> {
    const cached = open.get(id);
    if (cached && (await isUnchanged(id, cached))) return cached.pending;
    if (cached && open.get(id) === cached) close(id);
    const current: CachedConnection = open.get(id) ?? {
      pending: connect(app, id, failures),
      checkedMs: app.clock.elapsed(),
    };
    open.set(id, current);
    current.pending.then(
      (opened) => {
        current.opened = opened;
      },
      () => undefined,
    );
    current.pending.catch(() => {
      if (open.get(id) === current) open.delete(id);
    });
    return current.pending;
  }

  return { open: openDatabase, opened: () => [...open.values()].flatMap(({ opened }) => opened ?? []) };
}

async function connect(app: App, id: number, failures: FailureLog): CachedConnection["pending"] {
  const record = await findDatabase(app.db, id);
  if (!record) throw typedError("DATABASE_NOT_FOUND_ERROR", t("The database was not found."), { status: 404 });
  try {
    const { connection, connector, file } = await connectTo(app, record);
    const database = { id, name: record.database_name, connection, dialect: connector.dialect };
    const begin = (sql: string, kind: "read" | "change") => beginQuery(app, database, { sql, kind });
    const counted = watched(connection, { database, failures, begin });
    return { connection: counted, connector, file, changedOn: record.changed_on };
  } catch (error) {
    failures.failed(id, error);
    throw error;
  }
}

const allowedText = async (app: App) => JSON.stringify(await allowedLocations(app));

async function isStillAllowed(app: App, record: DatabaseRecord): Promise<boolean> {
  const connector = connectorOf(app, record);
  if (!connector) return false;
  return connectionConfig(app, connector, targetOf(app.secrets, record)).then(
    () => true,
    () => false,
  );
}

async function connectTo(app: App, record: DatabaseRecord): Promise<OpenDatabase & { file?: OpenFile | undefined }> {
  const connector = connectorOf(app, record);
  if (!connector) {
    const engine = engineNameOf(addressOf(app.secrets, record));
    const message = t(
      'Could not load database driver for: {engine}. This server can\'t install drivers for it. Copy the tables of "{database}" to a database with a supported engine.',
      { engine, database: record.database_name },
    );
    throw typedError("GENERIC_DB_ENGINE_ERROR", message, { status: 422, extra: { missing_driver: engine } });
  }
  const config = await connectionConfig(app, connector, targetOf(app.secrets, record));
  const path = connector.place === "file" ? fileOf(config.uri) : undefined;
  assertFileExists(app, record, path);
  const file = path === undefined ? undefined : { path, identity: identityOf(path) };
  if (config.tunnel && config.tunnel.hostKey === undefined) {
    config.tunnel.onHostKey = (key) => {
      pinHostKey(app, record, key).catch((error: unknown) =>
        app.log.error("the host key of an SSH server could not be saved", { error }),
      );
    };
  }
  config.driver = await driversOf(app).ready(connector.engine);
  return { connection: await connector.connect(config), connector, file };
}

interface OpenFile {
  path: string;
  identity: string | undefined;
}

/** A deleted or replaced file would otherwise be read until the connection is closed. */
const isSameFile = (file: OpenFile | undefined) => file === undefined || identityOf(file.path) === file.identity;

function identityOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}

/** Each is logged once. */
const missingFiles = () => new Set<string>();

/** Connecting would create the file, as an empty database, on a server or worker that doesn't share it. */
function assertFileExists(app: App, { database_name: database }: DatabaseRecord, file: string | undefined): void {
  if (file === undefined) return;
  const missing = app.once(missingFiles);
  if (existsSync(file)) return void missing.delete(file);
  if (!missing.has(file)) app.log.error("the file of a database is missing", { database, file });
  missing.add(file);
  const message = t(
    'The file "{file}" of the database "{database}" is missing on this server. Restore it, or share it with all servers and workers at the same path.',
    { database, file: basename(file) },
  );
  throw typedError("CONNECTION_UNKNOWN_DATABASE_ERROR", message);
}

export interface Target {
  uri: string;
  extra: string | null;
  encryptedExtra: string | null;
  serverCert: string | null;
  tunnel: Tunnel | null;
}

export function targetOf(secrets: Secrets, record: DatabaseRecord): Target {
  return { uri: addressOf(secrets, record), extra: record.extra, ...secretPartsOf(secrets, record) };
}

/**
 * Every connection goes through here: files must be allowed database files, options can't redirect, and every socket
 * goes to an allowed host.
 */
export async function connectionConfig(app: App, connector: Connector, target: Target): Promise<ConnectionConfig> {
  const uri = withinHome(target.uri, app.config.home);
  const connectArguments = connectArgumentsOf(target);
  assertSafeAddress(uri, connectArguments);
  const config: ConnectionConfig = {
    uri,
    timeoutMs: app.config.limits.webTimeoutMs,
    connectArguments,
    currentUserKey: currentUserKey,
    enterQueue,
    traceHeaders,
    queries: app.config.limits.queries,
    sqlReaderOf: sqlThreadsOf(app).readerOf,
    ...(target.serverCert ? { serverCert: target.serverCert } : {}),
  };
  if (connector.place === "file") {
    const file = fileOf(uri);
    const allowedFolders = async () => (await allowedLocations(app)).folders;
    if (file !== undefined) await assertDatabaseFile(file, { ...app.config, allowedFolders });
  }
  assertSupportsTunnel(connector, target.tunnel);
  if (connector.place !== "server") return config;
  const reach = egressPolicyOf(app);
  const { host } = parseServerAddress(config, 1);
  const { tunnel } = target;
  await reach.assertHost(tunnel?.server_address ?? host);
  const { lookup } = reach;
  return { ...config, lookup, ...(tunnel ? { tunnel: { ...tunnelSettings(tunnel), lookup } } : {}) };
}

/**
 * Throws a typed error for a forbidden address. Hosts that don't resolve pass, as they may later; engines without a
 * connector never connect.
 */
export async function assertConnectionAllowed(app: App, target: Target): Promise<void> {
  const connector = connectorFor(app, target.uri);
  if (!connector) return;
  await connectionConfig(app, connector, target).catch((error: unknown) => {
    if (!(error instanceof TesseraError) || error.cause === undefined) throw error;
  });
}

function connectArgumentsOf({ extra, encryptedExtra }: Target): Record<string, unknown> {
  return { ...objectOf(objectOf(parsed(extra)).engine_params).connect_args, ...objectOf(parsed(encryptedExtra)) };
}

const parsed = (text: string | null): unknown => JSON.parse(text || "{}");

const objectOf = (value: unknown) =>
  (typeof value === "object" && value !== null && !Array.isArray(value) ? value : {}) as Record<string, object>;
