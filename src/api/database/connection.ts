import { parseServerAddress } from "../../connectors/address/address.ts";
import { assertSafeAddress } from "../../connectors/address/unsafe.ts";
import type { Connection, ConnectionConfig, Connector } from "../../connectors/connector.ts";
import { createConnectors, maybeConnector } from "../../connectors/index.ts";
import { typedError } from "../../model/errors.ts";
import type { Standing } from "../../model/fair-line.ts";
import { withGrainsAdded, withoutGrains } from "../../query/grains.ts";
import type { App } from "../../server/app.ts";
import { isFresh } from "../../server/app.ts";
import type { Secrets } from "../../server/config/secrets.ts";
import { driversOf } from "../../server/drivers/drivers.ts";
import { egressPolicyOf } from "../../server/egress-policy.ts";
import { engineOf } from "../../server/engine/of-app.ts";
import { currentUserKey } from "../../server/fair-share.ts";
import { assertDatabaseFile, fileOf, withinHome } from "./file-place.ts";
import { sqlThreadsOf } from "./sql-threads.ts";
import { addressOf, type DatabaseRecord, engineNameOf, findDatabase, keepHostKey, secretPartsOf } from "./store.ts";
import { assertTakesTunnel, type Tunnel, tunnelSettings } from "./tunnel.ts";

export interface OpenDatabase {
  connection: Connection;
  connector: Connector;
}

/** The open connection of a database, shared by everybody; opened at first use and again after the database changes. */
export function connectionOf(app: App, databaseId: number): Promise<OpenDatabase> {
  return app.once(createConnections).open(databaseId);
}

/** The connector of a database's engine; undefined when there is none for it. */
export function connectorOf(app: App, record: DatabaseRecord): Connector | undefined {
  return connectorFor(app, addressOf(app.secrets, record));
}

/** The connector for an address in the clear, or for an engine's name followed by a colon. */
export function connectorFor(app: App, uri: string): Connector | undefined {
  return maybeConnector(app.once(connectorsOf), uri);
}

/** All there are. */
export function connectorsOf(app: App): readonly Connector[] {
  const connectors = createConnectors({ duckdb: engineOf(app) });
  const { timeGrainsOff: off, timeGrainsAdded: added } = app.config;
  if (off.length === 0 && Object.keys(added).length === 0) return connectors;
  return connectors.map((connector) => ({
    ...connector,
    dialect: withoutGrains(withGrainsAdded(connector.dialect, connector.engine, added), off),
  }));
}

/** The running and queued queries of the current user, in all open databases. */
export function standingNow(app: App): Standing {
  const all = app
    .once(createConnections)
    .opened()
    .map(({ connection }) => connection.standing?.() ?? NOTHING_RUNS);
  return {
    running: all.reduce((sum, { running }) => sum + running, 0),
    waiting: all.reduce((sum, { waiting }) => sum + waiting, 0),
    ahead: Math.max(0, ...all.map(({ ahead }) => ahead)),
  };
}

const NOTHING_RUNS: Standing = { running: 0, waiting: 0, ahead: 0 };

interface Kept {
  opened?: OpenDatabase;
  pending: Promise<OpenDatabase & { changedOn: string }>;
  checkedMs: number;
}

interface Connections {
  open(databaseId: number): Promise<OpenDatabase>;
  opened(): OpenDatabase[];
}

function createConnections(app: App): Connections {
  const open = new Map<number, Kept>();
  const close = (id: number) => {
    const kept = open.get(id);
    open.delete(id);
    void kept?.pending.then(({ connection }) => connection.close()).catch(() => undefined);
  };
  app.events.onChanged("database", (id) => {
    if (id !== undefined) close(id);
    // Each may have changed, and queries are running on most that have not: whoever comes next looks.
    else for (const kept of open.values()) kept.checkedMs = Number.NEGATIVE_INFINITY;
  });
  app.onClose(() => {
    for (const id of [...open.keys()]) close(id);
  });

  /** One of those who come after a while looks, the others go on. */
  async function isAsItWas(id: number, kept: Kept): Promise<boolean> {
    if (isFresh(app, kept.checkedMs)) return true;
    kept.checkedMs = app.clock.now();
    const [record, { changedOn }] = await Promise.all([findDatabase(app.db, id), kept.pending]);
    return record?.changed_on === changedOn;
  }

  async function openDatabase(id: number): Promise<OpenDatabase> {
    const known = open.get(id);
    if (known && (await isAsItWas(id, known))) return known.pending;
    if (known && open.get(id) === known) close(id);
    const kept: Kept = open.get(id) ?? { pending: connect(app, id), checkedMs: app.clock.now() };
    open.set(id, kept);
    kept.pending.then(
      (opened) => {
        kept.opened = opened;
      },
      () => undefined,
    );
    kept.pending.catch(() => {
      if (open.get(id) === kept) open.delete(id);
    });
    return kept.pending;
  }

  return { open: openDatabase, opened: () => [...open.values()].flatMap(({ opened }) => opened ?? []) };
}

async function connect(app: App, id: number): Promise<OpenDatabase & { changedOn: string }> {
  const record = await findDatabase(app.db, id);
  if (!record) throw typedError("DATABASE_NOT_FOUND_ERROR", "The database was not found.", { status: 404 });
  const connector = connectorOf(app, record);
  if (!connector) {
    const engine = engineNameOf(addressOf(app.secrets, record));
    const message = `Could not load database driver for: ${engine}. Drivers can't be installed: copy the tables of "${record.database_name}" to a database of another engine.`;
    throw typedError("GENERIC_DB_ENGINE_ERROR", message, { status: 422, extra: { missing_driver: engine } });
  }
  const config = await connectionConfig(app, connector, targetOf(app.secrets, record));
  if (config.tunnel && config.tunnel.hostKey === undefined) {
    config.tunnel.onHostKey = (key) => {
      keepHostKey(app, record, key).catch((error: unknown) =>
        app.log.error("the key of an SSH server was not kept", { error }),
      );
    };
  }
  config.driver = await driversOf(app).ready(connector.engine);
  return { connection: await connector.connect(config), connector, changedOn: record.changed_on };
}

/** What a connection is made of, in the clear. */
export interface Target {
  uri: string;
  /** JSON text. */
  extra: string | null;
  /** JSON text of further credentials. */
  encryptedExtra: string | null;
  serverCert: string | null;
  tunnel: Tunnel | null;
}

export function targetOf(secrets: Secrets, record: DatabaseRecord): Target {
  return { uri: addressOf(secrets, record), extra: record.extra, ...secretPartsOf(secrets, record) };
}

/**
 * What a connector is given. Nothing connects that does not come through here: files are ones that may be databases,
 * options do not lead elsewhere, and hosts are ones that may be connected to, for every socket that is opened.
 */
export async function connectionConfig(app: App, connector: Connector, target: Target): Promise<ConnectionConfig> {
  const uri = withinHome(target.uri, app.config.home);
  const connectArguments = connectArgumentsOf(target);
  assertSafeAddress(uri, connectArguments);
  const config: ConnectionConfig = {
    uri,
    timeoutMs: app.config.limits.webTimeoutMs,
    connectArguments,
    personNow: currentUserKey,
    queries: app.config.limits.queries,
    sqlReaderOf: sqlThreadsOf(app).readerOf,
    ...(target.serverCert ? { serverCert: target.serverCert } : {}),
  };
  if (connector.place === "file") {
    const file = fileOf(uri);
    if (file !== undefined) assertDatabaseFile(file, app.config);
  }
  assertTakesTunnel(connector, target.tunnel);
  if (connector.place !== "server") return config;
  const reach = egressPolicyOf(app);
  const { host } = parseServerAddress(config, 1);
  const { tunnel } = target;
  await reach.assertHost(tunnel?.server_address ?? host);
  const { lookup } = reach;
  return { ...config, lookup, ...(tunnel ? { tunnel: { ...tunnelSettings(tunnel), lookup } } : {}) };
}

/** What the database's `extra` says to its driver, and its further credentials. */
function connectArgumentsOf({ extra, encryptedExtra }: Target): Record<string, unknown> {
  return { ...objectOf(objectOf(parsed(extra)).engine_params).connect_args, ...objectOf(parsed(encryptedExtra)) };
}

const parsed = (text: string | null): unknown => JSON.parse(text || "{}");

const objectOf = (value: unknown) =>
  (typeof value === "object" && value !== null && !Array.isArray(value) ? value : {}) as Record<string, object>;
