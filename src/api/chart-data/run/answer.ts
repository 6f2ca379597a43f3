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

/** A body ready to send: `json` when it was made now, `gzip` when it comes from the cache. */
export type AnswerBody = { kind: "json" | "gzip"; bytes: Buffer };

/**
 * Chart data of one server. What is kept is the whole answer of a context, as gzip bytes, beside the answer of each of
 * its queries; a request with the text of an earlier one finds the answer without being read again. Rights are checked
 * on every request, whatever is kept.
 */
export interface ChartData {
  /** The answer of a query context in JSON. */
  answer(user: User, request: ContextRequest): Promise<AnswerBody>;
  /**
   * The answers of contexts that are asked for at once, in their order, each there as soon as it can be: queries over
   * the same rows share a scan, otherwise nothing of one touches another.
   */
  answerTogether(user: User, requests: readonly ContextRequest[]): Promise<AnswerBody>[];
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
  /** Another one when the dataset, the rules or what the user may see have changed since. */
  key: string;
}

export function chartDataOf(app: App): ChartData {
  return app.once(createChartData);
}

/** Milliseconds that a context which is ready to run waits for those that came with it. */
const PATIENCE_MS = 25;
const gzipped = promisify(gzip);
const gunzipped = promisify(gunzip);
const PREFIX = Buffer.from('{"result":[');
const COMMA = Buffer.from(",");
const SUFFIX = Buffer.from("]}");

/** The answer of a context from the pieces of its queries' answers. */
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

/** Resolves when all have settled, or some time after the first has succeeded. */
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

/** So that the queries of contexts that came together also start together. */
async function checkAhead(opened: Opened): Promise<void> {
  if (opened.kind === "kept") return;
  const { connection } = opened.prepared;
  await Promise.all(queriesWithRows(opened.prepared).map(({ compiled }) => checkSql(connection, compiled)));
}

/** Of equal requests by people with equal rules. */
async function requestKey(app: App, user: User, body: unknown): Promise<string> {
  const text = JSON.stringify([await securityStamp(app, user), body]);
  return hash("sha256", text, "base64");
}

/** Of a single query that is the key of its own entry, so both find each other's. */
function contextKey({ queries }: PreparedContext): string {
  return queries.map(entryKey).join("|");
}

const entryKey = (query: PreparedQuery | DescribedQuery) =>
  query.kind === "rows" ? `${query.resultType}:${query.key}` : query.json;

interface QueryAnswer {
  /** In pieces. */
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
  /** Answers on their way into the cache; callers do not wait for that. */
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

  /** The JSON of one query's answer, when it is kept. */
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

  /** Keeps an answer in the form it is sent. */
  async keep(key: string, queries: () => readonly (readonly Buffer[])[], cacheSeconds: number): Promise<void> {
    if (cacheSeconds < 0) return;
    const bytes = await gzipped(wholeOf(queries()), { level: 3 });
    await this.#cache.set(key, bytes, cacheSeconds);
  }

  /** Resolves once everything that was answered can be found in the cache. */
  async settled(): Promise<void> {
    await Promise.all(this.#keeping);
  }
}

/** What lacks the data of an annotation layer is kept long enough to be fetched, not until it would be stale. */
const INCOMPLETE_SECONDS = 30;

function secondsToKeep(annotations: Readonly<Record<string, AnnotationData>>, cacheSeconds: number): number {
  const isComplete = Object.values(annotations).every(({ error }) => error === undefined);
  return isComplete || cacheSeconds < 0 ? cacheSeconds : INCOMPLETE_SECONDS;
}

export async function bytesOf(body: AnswerBody): Promise<Buffer> {
  return body.kind === "json" ? body.bytes : gunzipped(body.bytes);
}

export const textOf = async (body: AnswerBody): Promise<string> => (await bytesOf(body)).toString();

/** The list in `{"result":[...]}`, as it is written: reading it would round whole numbers beyond 2^53. */
export async function resultTextOf(body: AnswerBody): Promise<string> {
  const results = (await bytesOf(body)).subarray(PREFIX.length, -SUFFIX.length);
  return `[${results.toString()}]`;
}

/** An answer as a value that is written again with the digits that it came with: to be passed on, not to be calculated with. */
export const exactAnswer = async (body: AnswerBody): Promise<unknown> => parseLossless(await textOf(body));

/** Status and body of a failure within a batch. */
export function failureOf(app: App, error: unknown): { status: number; body: unknown } {
  if (error instanceof TesseraError) return { status: error.status, body: error.body };
  app.log.error("a query of a batch failed", { error });
  return { status: 500, body: { message: "Fatal error" } };
}
