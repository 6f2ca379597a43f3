import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
import { ConfigError } from "./config-error.ts";
import { type DeliverySettings, readDeliverySettings, readPublicUrl } from "./delivery-settings.ts";
import { readSignInSettings, type SignInSettings } from "./sign-in-settings.ts";
import { switchOf } from "./switch.ts";

/** Everything the server can be told from outside. Read once, from the environment, and nowhere else. */
export interface Config {
  host: string;
  port: number;
  /** Folder of the store, the secrets and the example data. */
  home: string;
  /** `postgres://...`; without it the store is SQLite in `home`. */
  databaseUrl: string | undefined;
  redisUrl: string | undefined;
  /** With Redis: this process does jobs too. Servers with workers beside them leave that to the workers. */
  runsJobs: boolean;
  features: Features;
  /** A scheduler outside runs saved queries: people may write when, in their `extra_json.schedule_info`. */
  scheduledQueries: boolean;
  /** The role whose rights visitors without an account have; `Public`: those of a viewer; without it, what it is given. */
  publicRoleLike: string | undefined;
  embedding: Embedding;
  /** Pictures of the ground under maps; without them the base map that comes with the product. */
  mapTiles: MapTiles | undefined;
  /** Folder of the built browser bundle. */
  webFolder: string;
  /** A Chromium that takes pictures of charts and dashboards; else one in the usual places; null: none takes any. */
  browser: string | null | undefined;
  /** Password of `admin`, set at every start when given. */
  adminPassword: string | undefined;
  /** Instead of the secret in `home`: servers that share a store must share their secret. */
  secret: Uint8Array | undefined;
  /** What sealed the secrets of the store before `secret` did; opens them until they are sealed anew. */
  previousSecret: Uint8Array | undefined;
  /** A proxy in front sets X-Forwarded-For, -Proto and -Host. */
  trustProxy: boolean;
  /** Load the example data on the first start. */
  loadExamples: boolean;
  /** Hosts, addresses and networks that may be connected to although they are special (loopback, link-local). */
  allowedHosts: readonly string[];
  /** The same for webhooks, which databases' hosts do not open. */
  webhookHosts: readonly string[];
  /** Databases may be in private networks. */
  privateNetworks: boolean;
  /** Drivers of warehouses are fetched from the npm registry when such a database is first connected. */
  driverDownloads: boolean;
  /** Folders beside `home` whose files may be DuckDB and SQLite databases. */
  databaseFolders: readonly string[];
  /** Keys of chart types that there are not to be; `table` stays, which shows the data of charts of such types. */
  disabledChartTypes: readonly string[];
  /** Grains of time that no chart is offered, e.g. `PT1S`. */
  timeGrainsOff: readonly string[];
  /** Further grains by their durations: a label, and by engine the SQL, with `{col}` for the column. */
  timeGrainsAdded: Readonly<Record<string, { label: string; expressions: Readonly<Record<string, string>> }>>;
  limits: Limits;
  session: SessionLimits;
  signIn: SignInSettings;
  retention: Retention;
  delivery: DeliverySettings;
  /** Where people reach this server, for links in what it sends; its own address without it. */
  publicUrl: string | undefined;
}

/** What is off unless asked for. Everything else of the product is simply on. */
export interface Features {
  /** Chart data is answered 202 with a job, and its events are told, instead of at once. */
  globalAsyncQueries: boolean;
  /** How browsers hear of them; by polling unless said. */
  asyncTransport: "polling" | "ws";
}

/** A server of map tiles, which browsers then ask. */
export interface MapTiles {
  /** `https://...`, with `{z}`, `{x}` and `{y}`. */
  url: string;
  /** Whom to credit. */
  credit: string;
}

/** How pages of other sites show dashboards to guests. */
export interface Embedding {
  /** The role that guests have. */
  guestRole: string;
  /** Signs guest tokens, so that another server may make them too; a key of this installation without it. */
  guestTokenSecret: Uint8Array | undefined;
  /** The audience guest tokens must be for; any without it. */
  guestTokenAudience: string | undefined;
  guestTokenSeconds: number;
}

export interface Limits {
  /** Bytes of a JSON or form body. */
  bodyBytes: number;
  /** Bytes of an uploaded file. */
  uploadBytes: number;
  /** Milliseconds a request may take in the browser and a query on a database. */
  webTimeoutMs: number;
  /** Queries of a database that run at once, and how many of one user; by default the engine's number and half of it. */
  queries: { perDatabase: number | undefined; perUser: number | undefined };
  /** Rows of chart data when a query asks for none. */
  rowLimit: number;
  /** Rows nobody may exceed. */
  maxRows: number;
  samplesRows: number;
  filterValuesRows: number;
  nativeFilterRows: number;
  /** Bytes of the in-process cache of chart data. */
  cacheBytes: number;
  /** Milliseconds a query of the SQL editor may run while its request waits, and in the background. */
  sqlTimeoutMs: number;
  sqlAsyncTimeoutMs: number;
  /** Milliseconds that it may take to parse or format SQL. */
  sqlReadingMs: number;
  /** Milliseconds until Redis has to answer. */
  redisAnswerMs: number;
  /** Rows of the SQL editor that are sent at once. */
  sqlDisplayRows: number;
  /** Bytes that one result of the SQL editor may take. */
  sqlResultBytes: number;
  /** Wrong sign-ins per address and user name within a minute. */
  signInsPerMinute: number;
}

/** How much of the past is kept. */
export interface Retention {
  /** Versions of each chart, dashboard and dataset. */
  versions: number;
  /** Days that deleted objects stay in the trash. */
  trashDays: number;
  /** Days that entries of the action log are kept; all are kept for ever unless given. */
  logDays: number | undefined;
}

export interface SessionLimits {
  idleMs: number;
  accessTokenSeconds: number;
  refreshTokenSeconds: number;
  signInLinkMs: number;
  csrfMs: number;
}

const MB = 1024 * 1024;
const MINUTE_MS = 60_000;
const MIN_SECRET_LENGTH = 32;
const GUEST_TOKEN_SECONDS = 300;
const DAY_MS = 24 * 60 * MINUTE_MS;

export const DEFAULT_LIMITS: Limits = {
  bodyBytes: 10 * MB,
  uploadBytes: 100 * MB,
  webTimeoutMs: MINUTE_MS,
  queries: { perDatabase: undefined, perUser: undefined },
  rowLimit: 50_000,
  maxRows: 100_000,
  samplesRows: 1000,
  filterValuesRows: 10_000,
  nativeFilterRows: 1000,
  cacheBytes: 64 * MB,
  sqlTimeoutMs: 30_000,
  sqlAsyncTimeoutMs: 6 * 60 * MINUTE_MS,
  sqlReadingMs: 10_000,
  redisAnswerMs: 2000,
  sqlDisplayRows: 10_000,
  sqlResultBytes: 100 * MB,
  signInsPerMinute: 10,
};

export const DEFAULT_SESSION: SessionLimits = {
  idleMs: 14 * DAY_MS,
  accessTokenSeconds: 15 * 60,
  refreshTokenSeconds: 30 * 24 * 60 * 60,
  signInLinkMs: 15 * MINUTE_MS,
  csrfMs: 7 * DAY_MS,
};

export function readConfig(env: Readonly<Record<string, string | undefined>>, root: string): Config {
  const text = (name: string) => (env[name] === undefined || env[name] === "" ? undefined : env[name]);
  const isOn = (name: string, usual: boolean) => switchOf(name, text(name), usual);
  return {
    host: text("TESSERA_HOST") ?? "127.0.0.1",
    port: portOf(text("TESSERA_PORT")),
    home: resolve(text("TESSERA_HOME") ?? ".tessera"),
    databaseUrl: databaseUrlOf(text("TESSERA_DATABASE_URL")),
    redisUrl: redisUrlOf(text("TESSERA_REDIS_URL")),
    runsJobs: isOn("TESSERA_JOBS", true),
    features: {
      globalAsyncQueries: isOn("TESSERA_FEATURE_GLOBAL_ASYNC_QUERIES", false),
      asyncTransport: transportOf(text("TESSERA_ASYNC_QUERIES_TRANSPORT")),
    },
    scheduledQueries: isOn("TESSERA_SCHEDULED_QUERIES", false),
    publicRoleLike: text("TESSERA_PUBLIC_ROLE_LIKE"),
    embedding: {
      guestRole: text("TESSERA_GUEST_ROLE") ?? "Public",
      guestTokenSecret: guestSecretOf(text("TESSERA_GUEST_TOKEN_SECRET")),
      guestTokenAudience: text("TESSERA_GUEST_TOKEN_AUDIENCE"),
      guestTokenSeconds: GUEST_TOKEN_SECONDS,
    },
    mapTiles: mapTilesOf(text("TESSERA_MAP_TILES"), text("TESSERA_MAP_TILES_CREDIT")),
    webFolder: resolve(root, text("TESSERA_WEB_DIR") ?? "dist/web"),
    browser: isOn("TESSERA_PICTURES", true) ? text("CHROME_PATH") : null,
    adminPassword: text("TESSERA_ADMIN_PASSWORD"),
    secret: secretOf("TESSERA_SECRET_KEY", text("TESSERA_SECRET_KEY")),
    previousSecret: secretOf("TESSERA_PREVIOUS_SECRET_KEY", text("TESSERA_PREVIOUS_SECRET_KEY")),
    trustProxy: isOn("TESSERA_TRUST_PROXY", false),
    loadExamples: isOn("TESSERA_EXAMPLES", true),
    allowedHosts: hostsOf("TESSERA_ALLOWED_HOSTS", text("TESSERA_ALLOWED_HOSTS")),
    webhookHosts: hostsOf("TESSERA_WEBHOOK_HOSTS", text("TESSERA_WEBHOOK_HOSTS")),
    privateNetworks: isOn("TESSERA_PRIVATE_NETWORKS", true),
    driverDownloads: isOn("TESSERA_DRIVER_DOWNLOADS", true),
    databaseFolders: listOf(text("TESSERA_DATABASE_FOLDERS")).map((folder) => resolve(folder)),
    disabledChartTypes: listOf(text("TESSERA_VIZ_TYPE_DENYLIST")).filter((key) => key !== "table"),
    timeGrainsOff: listOf(text("TESSERA_TIME_GRAIN_DENYLIST")),
    timeGrainsAdded: grainsOf(text("TESSERA_TIME_GRAIN_ADDONS")),
    limits: {
      ...DEFAULT_LIMITS,
      webTimeoutMs: timeoutMs(text("TESSERA_WEB_TIMEOUT")),
      queries: {
        perDatabase: maybeCountOf("TESSERA_QUERIES_PER_DATABASE", text("TESSERA_QUERIES_PER_DATABASE")),
        perUser: maybeCountOf("TESSERA_QUERIES_PER_USER", text("TESSERA_QUERIES_PER_USER")),
      },
    },
    session: DEFAULT_SESSION,
    signIn: readSignInSettings(text),
    delivery: readDeliverySettings(text),
    publicUrl: readPublicUrl(text),
    retention: {
      versions: countOf("TESSERA_VERSIONS_KEPT", text("TESSERA_VERSIONS_KEPT"), 100),
      trashDays: countOf("TESSERA_TRASH_DAYS", text("TESSERA_TRASH_DAYS"), 30),
      logDays: maybeCountOf("TESSERA_LOG_DAYS", text("TESSERA_LOG_DAYS")),
    },
  };
}

function mapTilesOf(url: string | undefined, credit = ""): MapTiles | undefined {
  if (url === undefined) return undefined;
  const isWhole = ["{z}", "{x}", "{y}"].every((part) => url.includes(part));
  if (!isWhole || !/^https?:\/\/[\w.:[\]-]+\//.test(url)) {
    throw new ConfigError("TESSERA_MAP_TILES must be an address like https://tiles.example.com/{z}/{x}/{y}.png.");
  }
  return { url, credit };
}

const AddedGrains = z.record(
  z.string().regex(/^[\w./:-]{1,50}$/),
  z.strictObject({ label: z.string().min(1), expressions: z.record(z.string(), z.string().includes("{col}")) }),
);

function grainsOf(text: string | undefined): z.infer<typeof AddedGrains> {
  if (text === undefined) return {};
  try {
    return AddedGrains.parse(JSON.parse(text));
  } catch {
    const example = '{"PT2H": {"label": "2 hour", "expressions": {"duckdb": "time_bucket(INTERVAL 2 HOUR, {col})"}}}';
    throw new ConfigError(`TESSERA_TIME_GRAIN_ADDONS must be JSON like ${example}.`);
  }
}

const listOf = (text: string | undefined) =>
  (text ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

function hostsOf(name: string, text: string | undefined): readonly string[] {
  const entries = listOf(text);
  for (const entry of entries) {
    const [address = "", ...rest] = entry.split("/");
    const family = isIP(address);
    const bits = rest.join("/");
    const isNetwork =
      family > 0 && (rest.length === 0 || (/^\d+$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32)));
    if (isNetwork || /^(\*\.)?[\w-]+(\.[\w-]+)*$/.test(entry)) continue;
    throw new ConfigError(`${name}: "${entry}" isn't a host, address or network.`);
  }
  return entries;
}

function portOf(text: string | undefined): number {
  if (text === undefined) return 8088;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new ConfigError(`TESSERA_PORT must be a port number from 0 to 65535, not "${text}".`);
}

function transportOf(text = "polling"): Features["asyncTransport"] {
  if (text === "polling" || text === "ws") return text;
  throw new ConfigError(`TESSERA_ASYNC_QUERIES_TRANSPORT must be polling or ws, not "${text}".`);
}

function countOf(name: string, text: string | undefined, usual: number): number {
  if (text === undefined) return usual;
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= 100_000) return count;
  throw new ConfigError(`${name} must be a whole number from 1 to 100000, not "${text}".`);
}

const maybeCountOf = (name: string, text: string | undefined) => (text ? countOf(name, text, 0) : undefined);

const timeoutMs = (seconds: string | undefined) =>
  countOf("TESSERA_WEB_TIMEOUT", seconds, DEFAULT_LIMITS.webTimeoutMs / 1000) * 1000;

function secretOf(name: string, text: string | undefined): Uint8Array | undefined {
  if (text === undefined) return undefined;
  if (text.length >= MIN_SECRET_LENGTH) return createHash("sha256").update(text).digest();
  throw new ConfigError(`${name} must have at least ${MIN_SECRET_LENGTH} characters.`);
}

/** Used as it is: it is shared with servers that sign tokens themselves. */
function guestSecretOf(text: string | undefined): Uint8Array | undefined {
  if (text === undefined || text.length >= MIN_SECRET_LENGTH) return text ? new TextEncoder().encode(text) : undefined;
  throw new ConfigError(`TESSERA_GUEST_TOKEN_SECRET must have at least ${MIN_SECRET_LENGTH} characters.`);
}

function databaseUrlOf(text: string | undefined): string | undefined {
  if (text === undefined || /^postgres(ql)?:\/\//.test(text)) return text;
  throw new ConfigError("TESSERA_DATABASE_URL must start with postgres:// or postgresql://.");
}

function redisUrlOf(text: string | undefined): string | undefined {
  if (text === undefined || /^rediss?:\/\//.test(text)) return text;
  throw new ConfigError("TESSERA_REDIS_URL must start with redis:// or rediss://.");
}
