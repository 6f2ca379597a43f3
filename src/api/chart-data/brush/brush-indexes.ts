import { hash } from "node:crypto";
import { TesseraError } from "../../../model/errors.ts";
import { StatementQueue } from "../../../model/statement-queue.ts";
import { type Dimension, MAX_TEXT, wholeFilters } from "../../../query/brush/bins.ts";
import type { NotCovered } from "../../../query/brush/query-index.ts";
import type { App } from "../../../server/app.ts";
import { SingleFlight } from "../../../server/cache/single-flight.ts";
import { yieldToEventLoop } from "../../../server/event-loop.ts";
import { currentUserKey } from "../../../server/fair-share.ts";
import type { User } from "../../../server/user.ts";
import type { BrushIndexRequest } from "../brush-contract.ts";
import { chartDataOf } from "../run/answer.ts";
import { parseQueryContext, prepareContext } from "../run/prepare.ts";
import type { PreparedContext } from "../run/prepared.ts";
import { type CellsOf, cellsOfAll, indexOf, type Planned } from "./index-of.ts";
import { headed, uncovered } from "./part.ts";
import { type Plan, planOf } from "./plan.ts";

interface IndexesRequest extends BrushIndexRequest {
  signal: AbortSignal;
}

/** Resolves when the client has taken the part, or at the end of the request's time. */
type Send = (part: Buffer, until: AbortSignal) => Promise<void>;

/** Requests whose indexes are made, each for other users: an index takes much memory. */
const REQUESTS_AT_A_TIME = 4;
const INDEXES_AT_A_TIME = 2;
/** Further ones are answered without indexes. */
const MAX_WAITING = 5;
const MAX_QUERIES = 10;
/** For waiting and all targets. After it, the charts are answered by their queries. */
const REQUEST_MS = 20_000;

type Target = BrushIndexRequest["targets"][number];

/** The index of a target's query. */
interface Asked extends Planned {
  target: Target;
  at: number;
  key: string;
}

/** Caches indexes like chart data: by the statements with their rules, and the dataset's version. */
class BrushIndexes {
  readonly #app: App;
  readonly #cache;
  readonly #flights = new SingleFlight<Buffer>();
  readonly #reads = new SingleFlight<CellsOf | undefined>();
  readonly #queue = new StatementQueue({ slots: REQUESTS_AT_A_TIME, reserved: 0, perUser: 1 });

  constructor(app: App) {
    this.#app = app;
    this.#cache = chartDataOf(app).cache;
  }

  /** A part for each query, as soon as it is ready; never rejects. */
  async send(user: User, request: IndexesRequest, send: Send): Promise<void> {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(REQUEST_MS)]);
    const person = currentUserKey();
    const isRefused = this.#queue.statusOf(person).waiting >= MAX_WAITING;
    const release = isRefused ? undefined : await this.#queue.take(person, signal).catch(() => undefined);
    if (release) return this.#sendTargets(user, { ...request, signal }, send).finally(release);
    const parts = request.targets.map(({ key }) => send(headed(key, null, uncovered("time")), signal));
    await Promise.allSettled(parts);
  }

  async #sendTargets(user: User, request: IndexesRequest, send: Send): Promise<void> {
    let asked: Asked[] = [];
    for (const target of request.targets) {
      asked.push(...(await this.#sendKnown(user, target, request, send)));
      if (textLength(asked) < MAX_TEXT) continue;
      await this.#sendNew(asked, request.signal, send);
      asked = [];
    }
    await this.#sendNew(asked, request.signal, send);
  }

  /** Returns the queries whose indexes have to be made. */
  async #sendKnown(user: User, target: Target, request: IndexesRequest, send: Send): Promise<Asked[]> {
    const { dimensions, signal } = request;
    const { key, context: body } = target;
    await yieldToEventLoop();
    const prepared = signal.aborted
      ? ("time" as const)
      : await prepare(this.#app, user, { body, dimensions }).catch((error) => this.#reasonOf(error, signal));
    if (typeof prepared === "string") {
      await send(headed(key, null, uncovered(prepared)), signal);
      return [];
    }
    const asked: Asked[] = [];
    for (const [at, query] of prepared.queries.entries()) {
      const known = await this.#knownOf(prepared, query).catch((error) => uncovered(this.#reasonOf(error, signal)));
      if (Buffer.isBuffer(known)) await send(headed(key, at, known), signal);
      else asked.push({ target, at, prepared, ...known });
    }
    return asked;
  }

  /** Without an index, its plan. */
  async #knownOf(prepared: PreparedContext, query: PreparedContext["queries"][number]) {
    const plan = planOf(query);
    if ("reason" in plan) return uncovered(plan.reason);
    const key = keyOf(plan);
    const cached = prepared.force ? undefined : await this.#cache.get(key);
    return cached ?? { plan, key };
  }

  async #sendNew(all: readonly Asked[], signal: AbortSignal, send: Send): Promise<void> {
    const left = this.#inGroups(all, signal);
    const sendNext = async () => {
      for (const [one, read] of left) {
        const made = read().then((cells) => this.#flights.run(one.key, signal, (own) => this.#make(one, cells, own)));
        const part = await made.catch((error) => uncovered(this.#reasonOf(error, signal)));
        await send(headed(one.target.key, one.at, part), signal);
      }
    };
    await Promise.allSettled(Array.from({ length: INDEXES_AT_A_TIME }, sendNext));
  }

  /** Group by group, so that the cells of few groups are in memory. */
  *#inGroups(all: readonly Asked[], signal: AbortSignal): Generator<[Asked, () => Promise<CellsOf | undefined>]> {
    for (const group of groupsOf(all)) {
      let cells: Promise<CellsOf | undefined> | undefined;
      const read = () => {
        cells ??= this.#cellsOf(group, signal);
        return cells;
      };
      for (const one of group) yield [one, read];
    }
  }

  /** Undefined if each query reads its own. */
  #cellsOf(group: readonly Asked[], signal: AbortSignal): Promise<CellsOf | undefined> {
    if (group.length === 1) return Promise.resolve(undefined);
    const key = group.map((one) => one.key).join();
    return this.#reads.run(key, signal, (own) => cellsOfAll(group, own)).catch(() => undefined);
  }

  async #make({ prepared, plan, key }: Asked, cells: CellsOf | undefined, signal: AbortSignal): Promise<Buffer> {
    const { body, isLasting } = await indexOf({ prepared, plan }, cells?.(plan), signal);
    if (isLasting && prepared.cacheSeconds >= 0) await this.#cache.set(key, body, prepared.cacheSeconds);
    return body;
  }

  #reasonOf(error: unknown, signal: AbortSignal): NotCovered {
    if (signal.aborted) return "time";
    // The chart's own query says what fails.
    if (!(error instanceof TesseraError)) this.#app.log.error("an index of a brush failed", { error });
    return "failed";
  }
}

const newIndexes = (app: App) => new BrushIndexes(app);

export const brushIndexesOf = (app: App): BrushIndexes => app.once(newIndexes);

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

const keyOf = ({ query, statements: { cells, aggregates, distinct } }: Plan) =>
  `brush:${hash("sha256", JSON.stringify([query.key, cells(aggregates), [...distinct]]), "base64")}`;

/** Whose cells one statement reads. */
function groupsOf(all: readonly Asked[]): Asked[][] {
  const ofConnections = Map.groupBy(all, ({ prepared }) => prepared.connection);
  return [...ofConnections.values()].flatMap((own) => [
    ...Map.groupBy(own, ({ plan }) => plan.statements.groups).values(),
  ]);
}

const textLength = (all: readonly Asked[]) =>
  all
    .flatMap(({ plan: { statements } }) => [statements.groups, ...statements.distinct.values()])
    .reduce((sum, { length }) => sum + length, 0);
