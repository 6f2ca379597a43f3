import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
import { ConfigError } from "./config-error.ts";
import { type DeliverySettings, readDeliverySettings, readPublicUrl } from "./delivery-settings.ts";
import { isLogLevel, LOG_LEVELS, type LogLevel } from "./log-levels.ts";
import { type MemoryShares, readMemory } from "./memory.ts";
import { readSignInSettings, type SignInSettings } from "./sign-in-settings.ts";
import { bytesOf } from "./sizes.ts";
import type { Environment } from "./sources.ts";
import { switchOf } from "./switch.ts";

export interface Config {
  host: string;
  port: number;
  home: string;
  /** `postgres://...`; without it the store is SQLite in `home`. */
  databaseUrl: string | undefined;
  redisUrl: string | undefined;
  /** With Redis, servers can leave jobs to workers. */
  runsJobs: boolean;
  features: Features;
  /** An external scheduler runs saved queries by their `extra_json.schedule_info`. */
  scheduledQueries: boolean;
  publicRoleLike: string | undefined;
  embedding: Embedding;
  mapTiles: MapTiles | undefined;
  webFolder: string;
  /** Path to Chromium for screenshots; undefined = search the usual places, null = screenshots are off. */
  browser: string | null | undefined;
  /** Password of `admin`, reset at every start. */
  adminPassword: string | undefined;
  /** Replaces the secret in `home`. Servers that share a store must share it. */
  secret: Uint8Array | undefined;
  /** Decrypts what was encrypted with the former secret until it is encrypted again. */
  previousSecret: Uint8Array | undefined;
  trustProxy: boolean;
  loadExamples: boolean;
  /** Special hosts, addresses and networks (loopback, link-local) that connections are allowed to. */
  allowedHosts: readonly string[];
  webhookHosts: readonly string[];
  privateNetworks: boolean;
  driverDownloads: boolean;
  /** Folders besides `home` whose files can be DuckDB and SQLite databases. */
  databaseFolders: readonly string[];
  /** Hidden chart types. `table` can't be hidden, because it shows the data of charts of hidden types. */
  disabledChartTypes: readonly string[];
  timeGrainsOff: readonly string[];
  /** Extra grains by duration, with SQL per engine in which `{col}` is the column. */
  timeGrainsAdded: Readonly<Record<string, { label: string; expressions: Readonly<Record<string, string>> }>>;
  limits: Limits;
  session: SessionLimits;
  signIn: SignInSettings;
  retention: Retention;
  /** Hours between comparing the tables of datasets with their columns; 0 = never. */
  tableCheckHours: number;
  delivery: DeliverySettings;
  publicUrl: string | undefined;
  /** After a stop signal, running requests and jobs get this long to finish. */
  drainMs: number;
  /** When a PostgreSQL store responds to nothing for so long, requests fail. */
  storeTimeoutMs: number;
  /** With less free disk space for `home`, the server isn't ready. */
  minDiskBytes: number;
  logLevel: LogLevel;
  /** The action log also as JSON lines: `stdout` or a file. */
  auditLog: string | undefined;
  metrics: MetricsSettings;
  /** Queries that run longer are logged with their plan; 0 = never. */
  slowQueryMs: number;
  /** How agents sign in at `/mcp`. */
  agents: AgentAccess;
  /** Schemes without a domain of apps that users can connect, such as `cursor`. */
  agentSchemes: readonly string[];
  /** Base URL of the OTLP collector; without it nothing is traced. */
  traceEndpoint: string | undefined;
  memory: MemoryShares;
}

/** `oauth`: also by OAuth, for apps that users connect. */
const AGENT_ACCESS = ["off", "keys", "oauth"] as const;
export type AgentAccess = (typeof AGENT_ACCESS)[number];

/** Who can read `/metrics`; nobody without a token and networks. */
export interface MetricsSettings {
  token: string | undefined;
  networks: readonly string[];
  /** Of a worker, which serves nothing else; undefined = none. */
  workerPort?: number | undefined;
}

export interface Features {
  /** Chart data requests return 202 with a job instead of waiting for the result. */
  globalAsyncQueries: boolean;
  asyncTransport: "polling" | "ws";
}

export interface MapTiles {
  url: string;
  credit: string;
}

export interface Embedding {
  guestRole: string;
  /** Share it with another server that issues guest tokens; otherwise derived from this installation's secret. */
  guestTokenSecret: Uint8Array | undefined;
  guestTokenAudience: string | undefined;
  guestTokenSeconds: number;
}

export interface Limits {
  bodyBytes: number;
  /** Of a file that becomes a table. */
  uploadBytes: number;
  /** Of an import of charts, dashboards and other objects, which is read in memory. */
  bundleBytes: number;
  /** For a request in the browser and a query in a database. */
  webTimeoutMs: number;
  /** Concurrent queries; by default the engine's number per database and half of it per user. */
  queries: { perDatabase: number | undefined; perUser: number | undefined };
  /** Default row limit of chart data. */
  rowLimit: number;
  maxRows: number;
  samplesRows: number;
  filterValuesRows: number;
  nativeFilterRows: number;
  cacheBytes: number;
  sqlTimeoutMs: number;
  sqlAsyncTimeoutMs: number;
  sqlParseTimeoutMs: number;
  redisTimeoutMs: number;
  sqlDisplayRows: number;
  /** Per SQL Lab result. */
  sqlResultBytes: number;
  signInsPerMinute: number;
  /** Messages per user at `/mcp`. */
  agentMessagesPerMinute: number;
}

export interface Retention {
  versions: number;
  trashDays: number;
  /** Undefined = forever. */
  logDays: number | undefined;
  /** For what the server records; `logDays` without it. */
  auditDays: number | undefined;
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
const MIN_METRICS_TOKEN_LENGTH = 16;
const GUEST_TOKEN_SECONDS = 300;
const DAY_MS = 24 * 60 * MINUTE_MS;

const UPLOAD_BOUNDS = { least: MB, most: 100 * 1024 * MB };

export const DEFAULT_LIMITS: Limits = {
  bodyBytes: 10 * MB,
  uploadBytes: 1024 * MB,
  bundleBytes: 100 * MB,
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
  sqlParseTimeoutMs: 10_000,
  redisTimeoutMs: 2000,
  sqlDisplayRows: 10_000,
  sqlResultBytes: 100 * MB,
  signInsPerMinute: 10,
  agentMessagesPerMinute: 300,
};

export const DEFAULT_SESSION: SessionLimits = {
  idleMs: 14 * DAY_MS,
  accessTokenSeconds: 15 * 60,
  refreshTokenSeconds: 30 * 24 * 60 * 60,
  signInLinkMs: 15 * MINUTE_MS,
  csrfMs: 7 * DAY_MS,
};

/** Values by variable name, as `readSources` returns them. Throws a ConfigError for an invalid one. */
export function readConfig(values: Environment, root: string): Config {
  const text = (name: string) => (values[name] === "" ? undefined : values[name]);
  const isOn = (name: string, defaultValue: boolean) => switchOf(name, text(name), defaultValue);
  const memory = readMemory(text("TESSERA_MEMORY_LIMIT"));
  return {
    host: text("TESSERA_HOST") ?? "127.0.0.1",
    port: portOf("TESSERA_PORT", text("TESSERA_PORT") ?? "8088"),
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
    limits: readLimits(text, memory),
    session: DEFAULT_SESSION,
    signIn: readSignInSettings(text),
    delivery: readDeliverySettings(text),
    publicUrl: readPublicUrl(text),
    ...readOperation(text),
    memory,
    retention: {
      versions: countOf("TESSERA_VERSIONS_KEPT", text("TESSERA_VERSIONS_KEPT"), 100),
      trashDays: countOf("TESSERA_TRASH_DAYS", text("TESSERA_TRASH_DAYS"), 30),
      logDays: optionalCountOf("TESSERA_LOG_DAYS", text("TESSERA_LOG_DAYS")),
      auditDays: optionalCountOf("TESSERA_AUDIT_DAYS", text("TESSERA_AUDIT_DAYS") ?? text("TESSERA_LOG_DAYS")),
    },
  };
}

function readLimits(text: (name: string) => string | undefined, memory: MemoryShares): Limits {
  const optionalCount = (name: string) => optionalCountOf(name, text(name));
  const uploadBytes = bytesOf("TESSERA_UPLOAD_LIMIT", text("TESSERA_UPLOAD_LIMIT"), UPLOAD_BOUNDS);
  return {
    ...DEFAULT_LIMITS,
    sqlResultBytes: memory.sqlResultBytes,
    uploadBytes: uploadBytes ?? DEFAULT_LIMITS.uploadBytes,
    webTimeoutMs: timeoutMs(text("TESSERA_WEB_TIMEOUT")),
    queries: {
      perDatabase: optionalCount("TESSERA_QUERIES_PER_DATABASE"),
      perUser: optionalCount("TESSERA_QUERIES_PER_USER"),
    },
  };
}

function readOperation(text: (name: string) => string | undefined) {
  return {
    drainMs: wholeNumberOf("TESSERA_DRAIN_SECONDS", text("TESSERA_DRAIN_SECONDS"), [0, 3600, 50]) * 1000,
    storeTimeoutMs:
      wholeNumberOf("TESSERA_STORE_TIMEOUT_SECONDS", text("TESSERA_STORE_TIMEOUT_SECONDS"), [1, 60, 3]) * 1000,
    minDiskBytes: wholeNumberOf("TESSERA_MIN_DISK_MB", text("TESSERA_MIN_DISK_MB"), [0, 1_000_000, 256]) * MB,
    logLevel: logLevelOf(text("TESSERA_LOG_LEVEL")),
    agents: agentAccessOf(text("TESSERA_MCP")),
    agentSchemes: agentSchemesOf(text("TESSERA_MCP_SCHEMES")),
    auditLog: auditLogOf(text("TESSERA_AUDIT_LOG")),
    metrics: {
      token: metricsTokenOf(text("TESSERA_METRICS_TOKEN")),
      networks: networkListOf("TESSERA_METRICS_NETWORKS", text("TESSERA_METRICS_NETWORKS")),
      workerPort: workerPortOf(text("TESSERA_WORKER_METRICS_PORT")),
    },
    tableCheckHours: wholeNumberOf("TESSERA_TABLE_CHECK_HOURS", text("TESSERA_TABLE_CHECK_HOURS"), [0, 8760, 24]),
    slowQueryMs: wholeNumberOf("TESSERA_SLOW_QUERY_SECONDS", text("TESSERA_SLOW_QUERY_SECONDS"), [0, 86_400, 0]) * 1000,
    traceEndpoint: traceEndpointOf(text("OTEL_EXPORTER_OTLP_ENDPOINT")),
  };
}

function agentAccessOf(text = "keys"): AgentAccess {
  const found = AGENT_ACCESS.find((access) => access === text.toLowerCase());
  if (found) return found;
  throw new ConfigError(`TESSERA_MCP must be off, keys or oauth, not "${text}".`);
}

/** Opened by browsers and systems themselves, not by an app that a user installed. */
const NOT_OF_APPS =
  /^(https?|javascript|vbscript|data|file|blob|filesystem|about|view-source|chrome|edge|ftp|wss?|mailto|tel|sms|intent|shell|search|search-ms|ms-.*)$/;

function agentSchemesOf(text = "cursor,vscode,vscode-insiders,vscodium,windsurf,kiro,trae,zed"): string[] {
  if (text.toLowerCase() === "off") return [];
  const schemes = text.split(",").map((scheme) => scheme.trim().toLowerCase());
  const wrong = schemes.find((scheme) => !/^[a-z][a-z\d+-]{1,40}$/.test(scheme) || NOT_OF_APPS.test(scheme));
  if (wrong === undefined) return schemes;
  throw new ConfigError(`TESSERA_MCP_SCHEMES must be schemes of apps such as cursor,windsurf, not "${wrong}".`);
}

function mapTilesOf(url: string | undefined, credit = ""): MapTiles | undefined {
  if (url === undefined) return undefined;
  const hasPlaceholders = ["{z}", "{x}", "{y}"].every((part) => url.includes(part));
  if (!hasPlaceholders || !/^https?:\/\/[\w.:[\]-]+\//.test(url)) {
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
    if (isNetwork(entry) || /^(\*\.)?[\w-]+(\.[\w-]+)*$/.test(entry)) continue;
    throw new ConfigError(`${name}: "${entry}" isn't a host, address or network.`);
  }
  return entries;
}

function networkListOf(name: string, text: string | undefined): readonly string[] {
  const entries = listOf(text);
  for (const entry of entries)
    if (!isNetwork(entry)) throw new ConfigError(`${name}: "${entry}" isn't an address or network.`);
  return entries;
}

function isNetwork(entry: string): boolean {
  const [address = "", ...rest] = entry.split("/");
  const family = isIP(address);
  const bits = rest.join("/");
  return family > 0 && (rest.length === 0 || (/^\d+$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32)));
}

function metricsTokenOf(text: string | undefined): string | undefined {
  if (text === undefined || text.length >= MIN_METRICS_TOKEN_LENGTH) return text;
  throw new ConfigError(`TESSERA_METRICS_TOKEN must have at least ${MIN_METRICS_TOKEN_LENGTH} characters.`);
}

function portOf(name: string, text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new ConfigError(`${name} must be a port number from 0 to 65535, not "${text}".`);
}

function workerPortOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : portOf("TESSERA_WORKER_METRICS_PORT", text);
}

function traceEndpointOf(text: string | undefined): string | undefined {
  if (text === undefined || (/^https?:\/\//.test(text) && URL.canParse(text))) return text;
  throw new ConfigError("OTEL_EXPORTER_OTLP_ENDPOINT must be an address like http://localhost:4318.");
}

function transportOf(text = "polling"): Features["asyncTransport"] {
  if (text === "polling" || text === "ws") return text;
  throw new ConfigError(`TESSERA_ASYNC_QUERIES_TRANSPORT must be polling or ws, not "${text}".`);
}

function wholeNumberOf(
  name: string,
  text: string | undefined,
  [least, most, defaultValue]: [number, number, number],
): number {
  if (text === undefined) return defaultValue;
  const count = Number(text);
  if (Number.isInteger(count) && count >= least && count <= most) return count;
  throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, not "${text}".`);
}

const countOf = (name: string, text: string | undefined, defaultValue: number) =>
  wholeNumberOf(name, text, [1, 100_000, defaultValue]);

function logLevelOf(text = "info"): LogLevel {
  if (isLogLevel(text)) return text;
  throw new ConfigError(`TESSERA_LOG_LEVEL must be ${LOG_LEVELS.join(", ")}, not "${text}".`);
}

function auditLogOf(text = "off"): string | undefined {
  if (text === "off") return undefined;
  return text === "stdout" ? text : resolve(text);
}

const optionalCountOf = (name: string, text: string | undefined) => (text ? countOf(name, text, 0) : undefined);

const timeoutMs = (seconds: string | undefined) =>
  countOf("TESSERA_WEB_TIMEOUT", seconds, DEFAULT_LIMITS.webTimeoutMs / 1000) * 1000;

function secretOf(name: string, text: string | undefined): Uint8Array | undefined {
  if (text === undefined) return undefined;
  if (text.length >= MIN_SECRET_LENGTH) return createHash("sha256").update(text).digest();
  throw new ConfigError(`${name} must have at least ${MIN_SECRET_LENGTH} characters.`);
}

/** Used unchanged, because it is shared with servers that sign tokens themselves. */
function guestSecretOf(text: string | undefined): Uint8Array | undefined {
  if (text === undefined || text.length >= MIN_SECRET_LENGTH) return text ? new TextEncoder().encode(text) : undefined;
  throw new ConfigError(`TESSERA_GUEST_TOKEN_SECRET must have at least ${MIN_SECRET_LENGTH} characters.`);
}

function databaseUrlOf(text: string | undefined): string | undefined {
  if (text === undefined || (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text))) return text;
  if (/^postgres(ql)?:\/\//.test(text))
    throw new ConfigError(
      "TESSERA_DATABASE_URL isn't a valid URL. Encode special characters of the password, such as %2F.",
    );
  throw new ConfigError("TESSERA_DATABASE_URL must start with postgres:// or postgresql://.");
}

function redisUrlOf(text: string | undefined): string | undefined {
  if (text === undefined || /^rediss?:\/\//.test(text)) return text;
  throw new ConfigError("TESSERA_REDIS_URL must start with redis:// or rediss://.");
}
