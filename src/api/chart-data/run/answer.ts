import { hash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { t } from "../../../i18n/translate.ts";
import type { AnnotationData } from "../../../model/annotation-layer.ts";
import { MOST_JSON_ROWS } from "../../../model/arrow-rows.ts";
import { TesseraError } from "../../../model/errors.ts";
import type { App } from "../../../server/app.ts";
import { AnswerCache } from "../../../server/cache/answer-cache.ts";
import { SingleFlight } from "../../../server/cache/single-flight.ts";
import type { ReaderTime } from "../../../server/clock.ts";
import { readerTime } from "../../../server/clock.ts";
import { storeError } from "../../../server/http/errors.ts";
import { parseLossless as parseText } from "../../../server/lossless-json.ts";
import { metrics } from "../../../server/metrics/metrics.ts";
import { inSpan } from "../../../server/span.ts";
import { newTimeline, onTimeline, type Timeline } from "../../../server/timeline.ts";
import type { User } from "../../../server/user.ts";
import { currentWork, inWork, type WorkContext } from "../../../server/work-context.ts";
import { securityStamp } from "../../row-level-security/index.ts";
import { annotationDataOf } from "./annotations.ts";
import type { AnswerTiming } from "./answer-timing.ts";
import { checkSql, executeAsJson } from "./execute.ts";
import { isTable } from "./post-processed.ts";
import { parseQueryContext, prepareContext } from "./prepare.ts";
import { type PreparedContext, type PreparedQuery, queriesWithRows, type RowlessQuery } from "./prepared.ts";
import { presentQuery, type Wire } from "./present.ts";
import { RequestKeyCache } from "./request-key-cache.ts";
import { type RunStatement, scanSharing } from "./scan-sharing.ts";

export type AnswerBody = { kind: "json" | "gzip"; bytes: Buffer; timing?: AnswerTiming };

/**
 * Caches whole answers of contexts as gzip, and the answers of their queries; requests with the same text skip
 * preparation. Permissions are checked on every request, cached or not.
 */
export interface ChartData {
  answer(user: User, request: ContextRequest): Promise<AnswerBody>;
  /** In the order of the requests, each as soon as it is ready. Queries over the same rows share a scan. */
  answerBatch(user: User, requests: readonly ContextRequest[]): Promise<AnswerBody>[];
  /** As JSON. */
  cached(user: User, request: Omit<ContextRequest, "signal" | "wire">): Promise<CachedAnswer>;
  cacheWritten(): Promise<void>;
  readonly cache: AnswerCache;
}

export interface ContextRequest {
  context: unknown;
  signal: AbortSignal;
  asked?: ReaderTime | undefined;
  wire?: Wire | undefined;
}

export interface CachedAnswer {
  body: AnswerBody | undefined;
  isCacheable: boolean;
  /** Changes with the dataset, the row-level rules and the user's access. */
  key: string;
}

export function chartDataOf(app: App): ChartData {
  return app.once(createChartData);
}

const BATCH_WINDOW_MS = 25;
const gzipped = promisify(gzip);
const gunzipped = promisify(gunzip);
const PREFIX = Buffer.from('{"result":[');
const COMMA = Buffer.from(",");
const SUFFIX = Buffer.from("]}");
const NEWLINE = Buffer.from("\n");

interface Presented {
  json: readonly Buffer[];
  arrow?: Buffer | undefined;
}

function wholeOf(queries: readonly Presented[]): Buffer {
  const pieces = queries.flatMap(({ json }, i) => (i === 0 ? json : [COMMA, ...json]));
  const streams = queries.flatMap(({ arrow }) => arrow ?? []);
  return Buffer.concat([PREFIX, ...pieces, SUFFIX, ...(streams.length > 0 ? [NEWLINE, ...streams] : [])]);
}

/** JSON has no line breaks outside of texts, and escapes them within. */
function presentedOf(whole: Buffer): Presented {
  const end = whole.indexOf(NEWLINE);
  const json = [whole.subarray(PREFIX.length, (end < 0 ? whole.length : end) - SUFFIX.length)];
  return end < 0 ? { json } : { json, arrow: whole.subarray(end + NEWLINE.length) };
}

function createChartData(app: App): ChartData {
  const cache = new AnswerCache(app);
  const runner = new QueryRunner(app, cache);
  const requestKeys = new RequestKeyCache(app);

  async function open(user: User, request: ContextRequest): Promise<Opened> {
    const { context: body, signal, asked, wire = "json" } = request;
    const isForced = (body as { force?: unknown } | null)?.force === true;
    const requestText = isForced ? undefined : await requestKey(app, user, body);
    const knownKey = requestText && asked === undefined ? await requestKeys.cacheKeyOf(requestText, user) : undefined;
    const found = knownKey === undefined ? undefined : await lookUp(cache, knownKey, wire);
    if (found) return { kind: "kept", bytes: found, plannedMs: performance.now() };
    const prepared = await inSpan("prepare", () =>
      prepareContext(app, user, { context: parseQueryContext(body), asked }),
    );
    const cacheKey = contextKey(prepared);
    const whole = prepared.force ? undefined : await lookUp(cache, cacheKey, wire);
    const plannedMs = performance.now();
    if (!whole) return { kind: "prepared", prepared, signal, requestText, cacheKey, wire, plannedMs };
    if (requestText) requestKeys.remember(requestText, prepared, cacheKey);
    return { kind: "kept", bytes: whole, plannedMs };
  }

  async function finish(opened: Opened, run: RunStatement | undefined): Promise<AnswerBody> {
    if (opened.kind === "kept") return { kind: "gzip", bytes: opened.bytes, timing: timingOf(opened, []) };
    const { signal, requestText, cacheKey, wire } = opened;
    const prepared = { ...opened.prepared, wire, ...(run ? { run } : {}) };
    const parts = await Promise.all(prepared.queries.map((query) => runner.answer(prepared, query, signal)));
    const isAllCached = parts.every((part) => part.isCached);
    if (requestText && (isAllCached || prepared.queries.length === 1))
      requestKeys.remember(requestText, prepared, cacheKey);
    await runner.storeWhole(prepared, cacheKey, parts);
    return { kind: "json", bytes: wholeOf(parts), timing: timingOf(opened, parts) };
  }

  function begin(user: User, request: ContextRequest): Begun {
    const work = workOn(request.context);
    const opening = inWork(work, () => open(user, request));
    return { work, opening: counted(app, opening) };
  }

  return {
    cache,
    cached: (user, request) => cachedAnswer(runner, user, request),
    cacheWritten: () => runner.cacheWritten(),
    answer: async (user, request) => {
      const { work, opening } = begin(user, request);
      const opened = await opening;
      const run = opened.kind === "prepared" && hasSeveral(opened.prepared) ? scanSharing() : undefined;
      return inWork(work, () => finish(opened, run));
    },
    answerBatch: (user, requests) =>
      runBatch(
        requests.map((request) => begin(user, request)),
        finish,
      ),
  };
}

async function cachedAnswer(
  runner: QueryRunner,
  user: User,
  { context, asked }: Omit<ContextRequest, "signal" | "wire">,
): Promise<CachedAnswer> {
  const prepared = await prepareContext(runner.app, user, { context: parseQueryContext(context), asked });
  const isCacheable = prepared.cacheSeconds >= 0;
  const key = contextKey(prepared);
  const whole = await runner.cache.get(key);
  if (whole) return { body: { kind: "gzip", bytes: whole }, isCacheable, key };
  const parts = await Promise.all(prepared.queries.map((query) => runner.cached(query, "json")));
  const found = parts.filter((part) => part !== undefined);
  const isComplete = found.length === parts.length;
  return { body: isComplete ? { kind: "json", bytes: wholeOf(found) } : undefined, isCacheable, key };
}

function lookUp(cache: AnswerCache, key: string, wire: Wire): Promise<Buffer | undefined> {
  return inSpan("cache lookup", async (span) => {
    const found = await read(cache, key, wire);
    span.set({ "tessera.cache.hit": found !== undefined });
    return found;
  });
}

/** Readers of Arrow read JSON too, which all answers with few rows are cached as. */
async function read(cache: AnswerCache, key: string, wire: Wire): Promise<Buffer | undefined> {
  return (wire === "arrow" ? await cache.get(arrowKey(key)) : undefined) ?? cache.get(key);
}

const arrowKey = (key: string) => `arrow:${key}`;

async function counted(app: App, opening: Promise<Opened>): Promise<Opened> {
  const opened = await opening;
  app.once(metrics).cache(opened.kind === "kept");
  return opened;
}

/** For the log of slow queries and for profiles. */
function workOn(context: unknown): WorkContext {
  const { form_data } = (context ?? {}) as { form_data?: { slice_id?: unknown; dashboardId?: unknown } | null };
  const idOf = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : undefined);
  return {
    chartId: idOf(form_data?.slice_id),
    dashboardId: idOf(form_data?.dashboardId),
    timeline: newTimeline(),
  };
}

function runBatch(
  requests: readonly Begun[],
  finish: (opened: Opened, run: RunStatement) => Promise<AnswerBody>,
): Promise<AnswerBody>[] {
  const run = scanSharing();
  const gathered = allOrAfterFirst(requests.map(async ({ opening }) => precheckSql(await opening)));
  return requests.map(async ({ work, opening }) => {
    const opened = await opening;
    if (opened.kind === "prepared") await gathered;
    return inWork(work, () => finish(opened, run));
  });
}

async function allOrAfterFirst(all: readonly Promise<void>[]): Promise<void> {
  const batchWindow = Promise.any(all).then(
    () => delay(BATCH_WINDOW_MS, undefined, { ref: false }),
    () => undefined,
  );
  await Promise.race([Promise.allSettled(all), batchWindow]);
}

interface Begun {
  work: WorkContext;
  opening: Promise<Opened>;
}

/** In the work that planned it, whose statements are those of templates. */
function timingOf(opened: Opened, parts: readonly QueryAnswer[]): AnswerTiming {
  const { plannedMs } = opened;
  const planned = { plannedMs, planning: currentWork().timeline };
  if (opened.kind === "kept") return { ...planned, runs: [], cache: "hit", cacheSeconds: 0 };
  const { cacheSeconds, force } = opened.prepared;
  const uncached = cacheSeconds < 0 ? "off" : force ? "bypassed" : "miss";
  const cache = parts.every(({ isCached }) => isCached) ? "hit" : uncached;
  return { ...planned, runs: parts.flatMap(({ timeline }) => timeline ?? []), cache, cacheSeconds };
}

type Opened = { plannedMs: number } & (
  | { kind: "kept"; bytes: Buffer }
  | {
      kind: "prepared";
      prepared: PreparedContext;
      signal: AbortSignal;
      requestText: string | undefined;
      cacheKey: string;
      wire: Wire;
    }
);

const hasSeveral = (prepared: PreparedContext) =>
  prepared.queries.length > 1 ||
  queriesWithRows(prepared).some(
    ({ offsets, totals, pivotTotals }) => offsets.length + pivotTotals.length > 0 || totals !== null,
  );

async function precheckSql(opened: Opened): Promise<void> {
  if (opened.kind === "kept") return;
  const { connection } = opened.prepared;
  await Promise.all(queriesWithRows(opened.prepared).map(({ compiled }) => checkSql(connection, compiled)));
}

async function requestKey(app: App, user: User, body: unknown): Promise<string> {
  const text = JSON.stringify([await securityStamp(app, user), readerTime(app.clock).zone, body]);
  return hash("sha256", text, "base64");
}

export function contextKey({ queries }: PreparedContext): string {
  return queries.map(entryKey).join("|");
}

const entryKey = (query: PreparedQuery | RowlessQuery) =>
  query.kind === "rows" ? `${query.resultType}:${query.key}` : query.json;

interface QueryAnswer extends Presented {
  isCached: boolean;
  timeline?: Timeline;
}

interface Running extends PreparedContext {
  wire: Wire;
  run?: RunStatement;
}

class QueryRunner {
  readonly app: App;
  readonly cache: AnswerCache;
  readonly #flights = new SingleFlight<QueryAnswer>();
  readonly #writing = new Set<Promise<void>>();

  constructor(app: App, cache: AnswerCache) {
    this.app = app;
    this.cache = cache;
  }

  async answer(prepared: Running, query: PreparedQuery | RowlessQuery, signal: AbortSignal): Promise<QueryAnswer> {
    if (query.kind === "described") return { json: [Buffer.from(query.json)], isCached: false };
    const key = entryKey(query);
    const cached = prepared.force ? undefined : await this.cached(query, prepared.wire);
    if (cached !== undefined) return { ...cached, isCached: true };
    const flight = `${prepared.force ? "force:" : ""}${prepared.wire}:${key}`;
    return this.#flights.run(flight, signal, (own) => this.#run(prepared, query, own));
  }

  async cached(query: PreparedQuery | RowlessQuery, wire: Wire): Promise<Presented | undefined> {
    if (query.kind === "described") return { json: [Buffer.from(query.json)] };
    const bytes = await read(this.cache, entryKey(query), wire);
    return bytes && presentedOf(await gunzipped(bytes));
  }

  async #run(prepared: Running, query: PreparedQuery, signal: AbortSignal): Promise<QueryAnswer> {
    const { wire, force } = prepared;
    const timeline = newTimeline();
    const asked = wire === "arrow" ? { signal, mostJsonRows: MOST_JSON_ROWS } : { signal };
    const [executed, annotationData] = await onTimeline(timeline, () =>
      Promise.all([executeAsJson(query, prepared, asked), annotationDataOf(query, signal)]),
    );
    timeline.processingMs = msSinceLast(timeline);
    const cacheSeconds = cacheSecondsFor(annotationData, prepared.cacheSeconds);
    const queriedAt = new Date(this.app.clock.now()).toISOString().slice(0, 19);
    const { resultType } = query;
    const byColumn = resultType === "post_processed" && isTable(prepared.formData);
    const options = { resultType, byColumn, cacheSeconds: prepared.cacheSeconds, queriedAt, annotationData, wire };
    const presented = await inSpan("present", () => presentQuery(query, executed, options));
    const { arrow } = presented;
    const writing = this.store(entryKey(query), [{ json: presented.cached(), arrow }], cacheSeconds, force);
    this.#writing.add(writing);
    void writing.finally(() => this.#writing.delete(writing));
    return { json: presented.fresh, arrow, isCached: false, timeline };
  }

  /** `replaces`: the answer in the other form is older, so it must go. */
  async store(key: string, queries: readonly Presented[], cacheSeconds: number, replaces = false): Promise<void> {
    if (cacheSeconds < 0) return;
    const keys = [key, arrowKey(key)] as const;
    const [own, other] = queries.some(({ arrow }) => arrow) ? keys.toReversed() : keys;
    const bytes = await gzipped(wholeOf(queries), { level: 3 });
    if (replaces) await this.cache.delete(other as string);
    await this.cache.set(own as string, bytes, cacheSeconds);
  }

  /** The answer of several queries, when each is cached; a forced one replaces those of its queries first. */
  async storeWhole({ force, cacheSeconds }: PreparedContext, key: string, parts: readonly QueryAnswer[]) {
    if (parts.every((part) => part.isCached)) await this.store(key, parts, cacheSeconds);
    else if (force && parts.length > 1) await Promise.all([this.cache.delete(key), this.cache.delete(arrowKey(key))]);
  }

  async cacheWritten(): Promise<void> {
    await Promise.all(this.#writing);
  }
}

function msSinceLast({ statements }: Timeline): number {
  return statements.length === 0 ? 0 : performance.now() - Math.max(...statements.map(({ endMs }) => endMs));
}

const INCOMPLETE_SECONDS = 30;

function cacheSecondsFor(annotations: Readonly<Record<string, AnnotationData>>, cacheSeconds: number): number {
  const isComplete = Object.values(annotations).every(({ error }) => error === undefined);
  return isComplete || cacheSeconds < 0 ? cacheSeconds : INCOMPLETE_SECONDS;
}

const COMPRESS_FROM = 1000;

/** As sent in a batch; cached answers are compressed already. */
export async function compressed(body: AnswerBody): Promise<AnswerBody> {
  if (body.kind === "gzip" || body.bytes.length < COMPRESS_FROM) return body;
  return { kind: "gzip", bytes: await gzipped(body.bytes, { level: 3 }) };
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

export const parseLossless = async (body: AnswerBody): Promise<unknown> => parseText(await textOf(body));

export function failureOf(app: App, error: unknown): { status: number; body: unknown } {
  const known = error instanceof TesseraError ? error : storeError(app, error);
  if (known) return { status: known.status, body: known.body };
  app.log.error("a query of a batch failed", { error });
  return { status: 500, body: { message: t("Fatal error") } };
}
