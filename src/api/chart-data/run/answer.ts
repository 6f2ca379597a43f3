import { hash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { AnnotationData } from "../../../model/annotation-layer.ts";
import { TesseraError } from "../../../model/errors.ts";
import type { App } from "../../../server/app.ts";
import { AnswerCache } from "../../../server/cache/answer-cache.ts";
import { SingleFlight } from "../../../server/cache/single-flight.ts";
import { parseLossless } from "../../../server/lossless-json.ts";
import type { User } from "../../../server/user.ts";
import { securityStamp } from "../../row-level-security/index.ts";
import { annotationDataOf } from "./annotations.ts";
import { checkSql, executeAsJson } from "./execute.ts";
import { KnownRequests } from "./known-requests.ts";
import { isTable } from "./post-processed.ts";
import { parseQueryContext, prepareContext } from "./prepare.ts";
import { type DescribedQuery, type PreparedContext, type PreparedQuery, queriesWithRows } from "./prepared.ts";
import { presentQuery } from "./present.ts";
import { type RunStatement, sharedRuns } from "./shared-runs.ts";

/** `json` for a fresh answer, `gzip` for a cached one. */
export type AnswerBody = { kind: "json" | "gzip"; bytes: Buffer };

/**
 * Caches whole answers of contexts as gzip, and the answers of their queries; requests with the same text skip
 * preparation. Permissions are checked on every request, cached or not.
 */
export interface ChartData {
  answer(user: User, request: ContextRequest): Promise<AnswerBody>;
  /** In the order of the requests, each as soon as it is ready. Queries over the same rows share a scan. */
  answerTogether(user: User, requests: readonly ContextRequest[]): Promise<AnswerBody>[];
  /** Never queries the database. Checks permissions. */
  kept(user: User, request: Omit<ContextRequest, "signal">): Promise<KeptAnswer>;
  /** Resolves when all answers so far are in the cache. */
  settled(): Promise<void>;
  readonly cache: AnswerCache;
}

export interface ContextRequest {
  context: unknown;
  signal: AbortSignal;
  /** Clock for relative times; defaults to now. */
  now?: number;
}

export interface KeptAnswer {
  /** Undefined if not cached. */
  body: AnswerBody | undefined;
  /** The answer will be cached once it is ready. */
  isKeepable: boolean;
  /** Changes with the dataset, the rules and the user's access. */
  key: string;
}

export function chartDataOf(app: App): ChartData {
  return app.once(createChartData);
}

/** How long a prepared request waits for others of its batch, milliseconds. */
const PATIENCE_MS = 25;
const gzipped = promisify(gzip);
const gunzipped = promisify(gunzip);
const PREFIX = Buffer.from('{"result":[');
const COMMA = Buffer.from(",");
const SUFFIX = Buffer.from("]}");

function wholeOf(queries: readonly (readonly Buffer[])[]): Buffer {
  const pieces = queries.flatMap((query, i) => (i === 0 ? query : [COMMA, ...query]));
  return Buffer.concat([PREFIX, ...pieces, SUFFIX]);
}

function createChartData(app: App): ChartData {
  const cache = new AnswerCache(app);
  const runner = new QueryRunner(app, cache);
  const known = new KnownRequests(app);

  async function kept(user: User, { context, now }: Omit<ContextRequest, "signal">): Promise<KeptAnswer> {
    const prepared = await prepareContext(app, user, { context: parseQueryContext(context), now });
    const isKeepable = prepared.cacheSeconds >= 0;
    const key = contextKey(prepared);
    const whole = await cache.get(key);
    if (whole) return { body: { kind: "gzip", bytes: whole }, isKeepable, key };
    const parts = await Promise.all(prepared.queries.map((query) => runner.kept(query)));
    const found = parts.filter((part) => part !== undefined);
    const isComplete = found.length === parts.length;
    return { body: isComplete ? { kind: "json", bytes: wholeOf(found) } : undefined, isKeepable, key };
  }

  async function open(user: User, { context: body, signal, now }: ContextRequest): Promise<Opened> {
    const isForced = (body as { force?: unknown } | null)?.force === true;
    const request = isForced ? undefined : await requestKey(app, user, body);
    const knownKey = request && now === undefined ? await known.cacheKeyOf(request, user) : undefined;
    const found = knownKey === undefined ? undefined : await cache.get(knownKey);
    if (found) return { kind: "kept", bytes: found };
    const prepared = await prepareContext(app, user, { context: parseQueryContext(body), now });
    const cacheKey = contextKey(prepared);
    const whole = prepared.force ? undefined : await cache.get(cacheKey);
    if (!whole) return { kind: "prepared", prepared, signal, request, cacheKey };
    if (request) known.remember(request, prepared, cacheKey);
    return { kind: "kept", bytes: whole };
  }

  async function finish(opened: Opened, run: RunStatement | undefined): Promise<AnswerBody> {
    if (opened.kind === "kept") return { kind: "gzip", bytes: opened.bytes };
    const { signal, request, cacheKey } = opened;
    const prepared = run ? { ...opened.prepared, run } : opened.prepared;
    const parts = await Promise.all(prepared.queries.map((query) => runner.answer(prepared, query, signal)));
    const texts = parts.map((part) => part.json);
    const isAllCached = parts.every((part) => part.isCached);
    if (request && (isAllCached || prepared.queries.length === 1)) known.remember(request, prepared, cacheKey);
    if (isAllCached) await runner.keep(cacheKey, () => texts, prepared.cacheSeconds);
    return { kind: "json", bytes: wholeOf(texts) };
  }

  return {
    cache,
    kept,
    settled: () => runner.settled(),
    answer: async (user, request) => {
      const opened = await open(user, request);
      return finish(opened, opened.kind === "prepared" && hasSeveral(opened.prepared) ? sharedRuns() : undefined);
    },
    answerTogether: (user, requests) =>
      finishTogether(
        requests.map((request) => open(user, request)),
        finish,
      ),
  };
}

function finishTogether(
  opening: readonly Promise<Opened>[],
  finish: (opened: Opened, run: RunStatement) => Promise<AnswerBody>,
): Promise<AnswerBody>[] {
  const run = sharedRuns();
  const gathered = mostOf(opening.map(async (one) => checkAhead(await one)));
  return opening.map(async (one) => {
    const opened = await one;
    if (opened.kind === "prepared") await gathered;
    return finish(opened, run);
  });
}

/** Resolves when all have settled, or shortly after the first success. */
async function mostOf(all: readonly Promise<void>[]): Promise<void> {
  const patience = Promise.any(all).then(
    () => delay(PATIENCE_MS, undefined, { ref: false }),
    () => undefined,
  );
  await Promise.race([Promise.allSettled(all), patience]);
}

type Opened =
  | { kind: "kept"; bytes: Buffer }
  | { kind: "prepared"; prepared: PreparedContext; signal: AbortSignal; request: string | undefined; cacheKey: string };

const hasSeveral = (prepared: PreparedContext) =>
  prepared.queries.length > 1 ||
  queriesWithRows(prepared).some(
    ({ offsets, totals, pivotTotals }) => offsets.length + pivotTotals.length > 0 || totals !== null,
  );

/** Checks SQL early, so that the queries of a batch start together. */
async function checkAhead(opened: Opened): Promise<void> {
  if (opened.kind === "kept") return;
  const { connection } = opened.prepared;
  await Promise.all(queriesWithRows(opened.prepared).map(({ compiled }) => checkSql(connection, compiled)));
}

/** Equal for users with equal rules. */
async function requestKey(app: App, user: User, body: unknown): Promise<string> {
  const text = JSON.stringify([await securityStamp(app, user), body]);
  return hash("sha256", text, "base64");
}

/** A single query shares the key of its own entry. */
function contextKey({ queries }: PreparedContext): string {
  return queries.map(entryKey).join("|");
}

const entryKey = (query: PreparedQuery | DescribedQuery) =>
  query.kind === "rows" ? `${query.resultType}:${query.key}` : query.json;

interface QueryAnswer {
  json: readonly Buffer[];
  isCached: boolean;
}

interface Running extends PreparedContext {
  run?: RunStatement;
}

class QueryRunner {
  readonly #app: App;
  readonly #cache: AnswerCache;
  readonly #flights = new SingleFlight<QueryAnswer>();
  /** Pending cache writes; callers don't wait for them. */
  readonly #keeping = new Set<Promise<void>>();

  constructor(app: App, cache: AnswerCache) {
    this.#app = app;
    this.#cache = cache;
  }

  async answer(prepared: Running, query: PreparedQuery | DescribedQuery, signal: AbortSignal): Promise<QueryAnswer> {
    if (query.kind === "described") return { json: [Buffer.from(query.json)], isCached: false };
    const key = entryKey(query);
    const kept = prepared.force ? undefined : await this.kept(query);
    if (kept !== undefined) return { json: kept, isCached: true };
    const flight = prepared.force ? `force:${key}` : key;
    return this.#flights.run(flight, signal, (own) => this.#run(prepared, query, own));
  }

  async kept(query: PreparedQuery | DescribedQuery): Promise<readonly Buffer[] | undefined> {
    if (query.kind === "described") return [Buffer.from(query.json)];
    const bytes = await this.#cache.get(entryKey(query));
    return bytes && [(await gunzipped(bytes)).subarray(PREFIX.length, -SUFFIX.length)];
  }

  async #run(prepared: Running, query: PreparedQuery, signal: AbortSignal): Promise<QueryAnswer> {
    const [executed, annotationData] = await Promise.all([
      executeAsJson(query, prepared, signal),
      annotationDataOf(query, signal),
    ]);
    const cacheSeconds = secondsToKeep(annotationData, prepared.cacheSeconds);
    const queriedAt = new Date(this.#app.clock.now()).toISOString().slice(0, 19);
    const { resultType } = query;
    const byColumn = resultType === "post_processed" && isTable(prepared.formData);
    const options = { resultType, byColumn, cacheSeconds: prepared.cacheSeconds, queriedAt, annotationData };
    const presented = await presentQuery(query, executed, options);
    const keeping = this.keep(entryKey(query), () => [presented.cached()], cacheSeconds);
    this.#keeping.add(keeping);
    void keeping.finally(() => this.#keeping.delete(keeping));
    return { json: presented.fresh, isCached: false };
  }

  async keep(key: string, queries: () => readonly (readonly Buffer[])[], cacheSeconds: number): Promise<void> {
    if (cacheSeconds < 0) return;
    const bytes = await gzipped(wholeOf(queries()), { level: 3 });
    await this.#cache.set(key, bytes, cacheSeconds);
  }

  async settled(): Promise<void> {
    await Promise.all(this.#keeping);
  }
}

/** Answers with a failed annotation layer are retried soon. */
const INCOMPLETE_SECONDS = 30;

function secondsToKeep(annotations: Readonly<Record<string, AnnotationData>>, cacheSeconds: number): number {
  const isComplete = Object.values(annotations).every(({ error }) => error === undefined);
  return isComplete || cacheSeconds < 0 ? cacheSeconds : INCOMPLETE_SECONDS;
}

export async function bytesOf(body: AnswerBody): Promise<Buffer> {
  return body.kind === "json" ? body.bytes : gunzipped(body.bytes);
}

export const textOf = async (body: AnswerBody): Promise<string> => (await bytesOf(body)).toString();

/** Copied as text, because parsing would round integers beyond 2^53. */
export async function resultTextOf(body: AnswerBody): Promise<string> {
  const results = (await bytesOf(body)).subarray(PREFIX.length, -SUFFIX.length);
  return `[${results.toString()}]`;
}

/** Keeps all digits, for passing on without calculating. */
export const exactAnswer = async (body: AnswerBody): Promise<unknown> => parseLossless(await textOf(body));

/** Status and body of a failure within a batch. */
export function failureOf(app: App, error: unknown): { status: number; body: unknown } {
  if (error instanceof TesseraError) return { status: error.status, body: error.body };
  app.log.error("a query of a batch failed", { error });
  return { status: 500, body: { message: "Fatal error" } };
}
