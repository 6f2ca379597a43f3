import { hash } from "node:crypto";
import { TesseraError } from "../../../model/errors.ts";
import { StatementQueue } from "../../../model/statement-queue.ts";
import { type Dimension, wholeFilters } from "../../../query/brush/bins.ts";
import type { NotCovered } from "../../../query/brush/query-index.ts";
import type { App } from "../../../server/app.ts";
import { SingleFlight } from "../../../server/cache/single-flight.ts";
import { yieldToEventLoop } from "../../../server/event-loop.ts";
import { currentUserKey } from "../../../server/fair-share.ts";
import type { User } from "../../../server/user.ts";
import type { BrushIndexRequest } from "../brush-contract.ts";
import { chartDataOf } from "../run/answer.ts";
import { parseQueryContext, prepareContext } from "../run/prepare.ts";
import type { PreparedContext, PreparedQuery, RowlessQuery } from "../run/prepared.ts";
import { indexOf } from "./index-of.ts";
import { headed, uncovered } from "./part.ts";
import { type Plan, planOf } from "./plan.ts";

interface IndexesRequest extends BrushIndexRequest {
  signal: AbortSignal;
}

/** Resolves when the client has taken the part, or at the end of the request's time. */
type Send = (part: Buffer, until: AbortSignal) => Promise<void>;

/** Caches indexes like chart data: by the statements with their rules, and the dataset's version. */
interface BrushIndexes {
  /** A part for each query, as soon as it is ready; never rejects. */
  send(user: User, request: IndexesRequest, send: Send): Promise<void>;
}

export const brushIndexesOf = (app: App): BrushIndexes => app.once(createIndexes);

/** Requests whose indexes are made, each for other users: an index takes much memory. */
const REQUESTS_AT_A_TIME = 4;
const TARGETS_AT_A_TIME = 2;
/** Further ones are answered without indexes. */
const MAX_WAITING = 5;
const MAX_QUERIES = 10;
/** For waiting and all targets. After it, the charts are answered by their queries. */
const REQUEST_MS = 20_000;

type Target = BrushIndexRequest["targets"][number];

function createIndexes(app: App): BrushIndexes {
  const { cache } = chartDataOf(app);
  const flights = new SingleFlight<Buffer>();
  const queue = new StatementQueue({ slots: REQUESTS_AT_A_TIME, reserved: 0, perUser: 1 });

  async function bodyOf(prepared: PreparedContext, query: PreparedQuery | RowlessQuery, signal: AbortSignal) {
    const plan = planOf(query);
    if ("reason" in plan) return uncovered(plan.reason);
    const key = keyOf(plan);
    const cached = prepared.force ? undefined : await cache.get(key);
    return cached ?? flights.run(key, signal, (own) => create(prepared, { plan, key }, own));
  }

  async function create(prepared: PreparedContext, { plan, key }: { plan: Plan; key: string }, signal: AbortSignal) {
    const { body, isLasting } = await indexOf(prepared, plan, signal);
    if (isLasting && prepared.cacheSeconds >= 0) await cache.set(key, body, prepared.cacheSeconds);
    return body;
  }

  function reasonOf(error: unknown, signal: AbortSignal): NotCovered {
    if (signal.aborted) return "time";
    // The chart's own query says what fails.
    if (!(error instanceof TesseraError)) app.log.error("an index of a brush failed", { error });
    return "failed";
  }

  async function sendTarget(user: User, { key, context: body }: Target, request: IndexesRequest, send: Send) {
    const { dimensions, signal } = request;
    await yieldToEventLoop();
    if (signal.aborted) return send(headed(key, null, uncovered("time")), signal);
    const prepared = await prepare(app, user, { body, dimensions }).catch((error) => reasonOf(error, signal));
    if (typeof prepared === "string") return send(headed(key, null, uncovered(prepared)), signal);
    for (const [i, query] of prepared.queries.entries()) {
      const part = await bodyOf(prepared, query, signal).catch((error) => uncovered(reasonOf(error, signal)));
      await send(headed(key, i, part), signal);
    }
  }

  async function sendTargets(user: User, request: IndexesRequest, send: Send) {
    const left = request.targets.values();
    const sendNext = async () => {
      for (const target of left) await sendTarget(user, target, request, send);
    };
    await Promise.allSettled(Array.from({ length: TARGETS_AT_A_TIME }, sendNext));
  }

  return {
    send: async (user, request, send) => {
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(REQUEST_MS)]);
      const person = currentUserKey();
      const isRefused = queue.statusOf(person).waiting >= MAX_WAITING;
      const release = isRefused ? undefined : await queue.take(person, signal).catch(() => undefined);
      if (release) return sendTargets(user, { ...request, signal }, send).finally(release);
      const parts = request.targets.map(({ key }) => send(headed(key, null, uncovered("time")), signal));
      await Promise.allSettled(parts);
    },
  };
}

/** The filter of the whole brush is one of the user's own: it needs the same rights. */
async function prepare(
  app: App,
  user: User,
  { body, dimensions }: { body: unknown; dimensions: readonly Dimension[] },
): Promise<PreparedContext | NotCovered> {
  const context = parseQueryContext(body);
  if (context.queries.length > MAX_QUERIES) return "size";
  const filters = dimensions.flatMap(wholeFilters);
  const queries = context.queries.map((query) => ({ ...query, filters: [...(query.filters ?? []), ...filters] }));
  return prepareContext(app, user, { context: { ...context, queries }, dimensions });
}

const keyOf = ({ query, statements }: Plan) =>
  `brush:${hash("sha256", JSON.stringify([query.key, statements.cells, [...statements.distinct]]), "base64")}`;
