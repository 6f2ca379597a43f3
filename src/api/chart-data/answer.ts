import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { TesseraError } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import type { User } from "../../server/auth/user.ts";
import { AnswerCache } from "../../server/cache/answer-cache.ts";
import { SingleFlight } from "../../server/cache/single-flight.ts";
import { assertDatasetAccess, datasetForQuery } from "../dataset/index.ts";
import { securityStamp } from "../row-level-security/index.ts";
import { annotationDataOf } from "./annotations.ts";
import { executeQuery } from "./execute.ts";
import { type PreparedContext, type PreparedQuery, parseQueryContext, prepareContext } from "./prepare.ts";
import { describedQuery, presentQuery } from "./present.ts";

/** A body ready to send: `json` when it was made now, `gzip` when it comes from the cache. */
export type AnswerBody = { kind: "json"; text: string } | { kind: "gzip"; bytes: Buffer };

/**
 * Chart data of one server. What is kept is the whole answer of a context, as gzip bytes, beside the answer of each of
 * its queries; a request with the text of an earlier one finds the answer without being read again. Rights are checked
 * on every request, whatever is kept.
 */
export interface ChartData {
  /** The answer of a query context in JSON. */
  answer(user: User, request: ContextRequest): Promise<AnswerBody>;
  /** The same without asking the database. Rights are checked as always. */
  kept(user: User, request: Omit<ContextRequest, "signal">): Promise<KeptAnswer>;
  /** Resolves once everything that was answered so far can be found in the cache. */
  settled(): Promise<void>;
  readonly cache: AnswerCache;
}

export interface ContextRequest {
  context: unknown;
  signal: AbortSignal;
  /** The wall clock by which relative times are resolved; now unless given. */
  now?: number;
}

export interface KeptAnswer {
  /** Undefined when it is not kept (any more). */
  body: AnswerBody | undefined;
  /** The answer will be kept once it is there. */
  isKeepable: boolean;
}

export function chartDataOf(app: App): ChartData {
  return app.once(createChartData);
}

interface Known {
  datasetId: number;
  version: string;
  cacheKey: string;
}

const KNOWN_REQUESTS = 5000;
const gzipped = promisify(gzip);
const gunzipped = promisify(gunzip);
const PREFIX = '{"result":[';
const SUFFIX = "]}";

function createChartData(app: App): ChartData {
  const cache = new AnswerCache(app);
  const runner = new QueryRunner(app, cache);
  const known = new Map<string, Known>();

  async function remembered(user: User, request: string): Promise<Buffer | undefined> {
    const entry = known.get(request);
    if (!entry) return undefined;
    const dataset = await datasetForQuery(app, entry.datasetId);
    assertDatasetAccess(user, dataset);
    return dataset.version === entry.version ? cache.get(entry.cacheKey) : undefined;
  }

  function remember(request: string, prepared: PreparedContext, cacheKey: string): void {
    if (dependsOnMore(prepared) || prepared.force || prepared.cacheSeconds < 0) return;
    if (known.size >= KNOWN_REQUESTS) known.clear();
    known.set(request, { datasetId: prepared.dataset.id, version: prepared.dataset.version, cacheKey });
  }

  async function kept(user: User, { context, now }: Omit<ContextRequest, "signal">): Promise<KeptAnswer> {
    const prepared = await prepareContext(app, user, { context: parseQueryContext(context), now });
    const whole = await cache.get(contextKey(prepared));
    const parts = whole ? [] : await Promise.all(prepared.queries.map((query) => runner.kept(query)));
    const isKeepable = prepared.cacheSeconds >= 0;
    if (whole) return { body: { kind: "gzip", bytes: whole }, isKeepable };
    const isComplete = parts.every((part) => part !== undefined);
    return {
      body: isComplete ? { kind: "json", text: `${PREFIX}${parts.join(",")}${SUFFIX}` } : undefined,
      isKeepable,
    };
  }

  async function answer(user: User, { context: body, signal, now }: ContextRequest): Promise<AnswerBody> {
    const request = await requestKey(app, user, body);
    const found = now === undefined ? await remembered(user, request) : undefined;
    if (found) return { kind: "gzip", bytes: found };
    const prepared = await prepareContext(app, user, { context: parseQueryContext(body), now });
    const cacheKey = contextKey(prepared);
    const whole = prepared.force ? undefined : await cache.get(cacheKey);
    if (whole) {
      remember(request, prepared, cacheKey);
      return { kind: "gzip", bytes: whole };
    }
    const parts = await Promise.all(prepared.queries.map((query) => runner.answer(prepared, query, signal)));
    if (parts.every((part) => part.isCached)) {
      remember(request, prepared, cacheKey);
      await runner.keep(
        cacheKey,
        parts.map((part) => part.json),
        prepared.cacheSeconds,
      );
    } else if (prepared.queries.length === 1) {
      remember(request, prepared, cacheKey);
    }
    return { kind: "json", text: `${PREFIX}${parts.map((part) => part.json).join(",")}${SUFFIX}` };
  }

  return { answer, kept, settled: () => runner.settled(), cache };
}

/** Of equal requests by people with equal rules. */
async function requestKey(app: App, user: User, body: unknown): Promise<string> {
  const text = JSON.stringify([await securityStamp(app, user), body]);
  return createHash("sha256").update(text).digest("base64");
}

/** Of a single query that is the key of its own entry, so both find each other's. */
function contextKey({ queries }: PreparedContext): string {
  return queries.map(entryKey).join("|");
}

const entryKey = ({ key, resultType }: PreparedQuery) => `${resultType}:${key}`;

/** Whether the answer depends on more than the request and its dataset: on the time, or on what annotates it. */
function dependsOnMore({ queries }: PreparedContext): boolean {
  return queries.some(({ compiled, annotations }) => compiled.isRelativeToNow || annotations.length > 0);
}

interface QueryAnswer {
  json: string;
  isCached: boolean;
}

class QueryRunner {
  readonly #app: App;
  readonly #cache: AnswerCache;
  readonly #flights = new SingleFlight<QueryAnswer>();
  /** Answers on their way into the cache; callers do not wait for that. */
  readonly #keeping = new Set<Promise<void>>();

  constructor(app: App, cache: AnswerCache) {
    this.#app = app;
    this.#cache = cache;
  }

  async answer(prepared: PreparedContext, query: PreparedQuery, signal: AbortSignal): Promise<QueryAnswer> {
    const described = describedQuery(query, prepared.dataset, prepared.connector);
    if (described) return { json: JSON.stringify(described), isCached: false };
    const key = entryKey(query);
    const kept = prepared.force ? undefined : await this.kept(query);
    if (kept !== undefined) return { json: kept, isCached: true };
    const flight = prepared.force ? `force:${key}` : key;
    return this.#flights.run(flight, signal, (own) => this.#run(prepared, query, own));
  }

  /** The JSON of one query's answer, when it is kept. */
  async kept(query: PreparedQuery): Promise<string | undefined> {
    const bytes = await this.#cache.get(entryKey(query));
    return bytes && (await gunzipped(bytes)).subarray(PREFIX.length, -SUFFIX.length).toString();
  }

  async #run(prepared: PreparedContext, query: PreparedQuery, signal: AbortSignal): Promise<QueryAnswer> {
    const [executed, annotationData] = await Promise.all([
      executeQuery(query, prepared, signal),
      annotationDataOf(query, signal),
    ]);
    const { cacheSeconds } = prepared;
    const queriedAt = new Date(this.#app.clock.now()).toISOString().slice(0, 19);
    const options = { resultType: query.resultType, cacheSeconds, queriedAt, annotationData };
    const presented = await presentQuery(query, executed, options);
    const keeping = this.keep(entryKey(query), [presented.cached], cacheSeconds);
    this.#keeping.add(keeping);
    void keeping.finally(() => this.#keeping.delete(keeping));
    return { json: presented.fresh, isCached: false };
  }

  /** Keeps an answer in the form it is sent. */
  async keep(key: string, queries: readonly string[], cacheSeconds: number): Promise<void> {
    if (cacheSeconds < 0) return;
    const bytes = await gzipped(`${PREFIX}${queries.join(",")}${SUFFIX}`, { level: 3 });
    await this.#cache.set(key, bytes, cacheSeconds);
  }

  /** Resolves once everything that was answered can be found in the cache. */
  async settled(): Promise<void> {
    await Promise.all(this.#keeping);
  }
}

export async function textOf(body: AnswerBody): Promise<string> {
  return body.kind === "json" ? body.text : (await gunzipped(body.bytes)).toString();
}

/** Status and body of a failure within a batch. */
export function failureOf(app: App, error: unknown): { status: number; body: unknown } {
  if (error instanceof TesseraError) return { status: error.status, body: error.body };
  app.log.error("a query of a batch failed", { error });
  return { status: 500, body: { message: "Fatal error" } };
}
