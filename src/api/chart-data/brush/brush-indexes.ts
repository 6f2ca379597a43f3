import { hash } from "node:crypto";
import { TesseraError } from "../../../model/errors.ts";
import { type Dimension, wholeFilters } from "../../../query/brush/bins.ts";
import type { NotCovered } from "../../../query/brush/query-index.ts";
import type { App } from "../../../server/app.ts";
import { SingleFlight } from "../../../server/cache/single-flight.ts";
import type { User } from "../../../server/user.ts";
import { chartDataOf } from "../run/answer.ts";
import { parseQueryContext, prepareContext } from "../run/prepare.ts";
import type { PreparedContext, PreparedQuery, RowlessQuery } from "../run/prepared.ts";
import { indexOf } from "./index-of.ts";
import { headed, uncovered } from "./part.ts";
import { type Plan, planOf } from "./plan.ts";

interface IndexRequest {
  key: string;
  context: unknown;
  dimensions: readonly Dimension[];
  signal: AbortSignal;
}

/** Caches indexes like chart data: by the statements with their rules, and the dataset's version. */
interface BrushIndexes {
  /** A part for each query, as soon as it is ready; never rejects. */
  each(user: User, request: IndexRequest, send: (part: Buffer) => void): Promise<void>;
}

export const brushIndexesOf = (app: App): BrushIndexes => app.once(createIndexes);

function createIndexes(app: App): BrushIndexes {
  const { cache } = chartDataOf(app);
  const flights = new SingleFlight<Buffer>();

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

  return {
    each: async (user, { key, context: body, dimensions, signal }, send) => {
      const reasonOf = (error: unknown): NotCovered => {
        // The chart's own query says what fails.
        if (!(error instanceof TesseraError || signal.aborted)) app.log.error("an index of a brush failed", { error });
        return "failed";
      };
      const prepared = await prepare(app, user, { body, dimensions }).catch(reasonOf);
      if (typeof prepared === "string") return send(headed(key, null, uncovered(prepared)));
      const parts = prepared.queries.map(async (query, i) => {
        const part = await bodyOf(prepared, query, signal).catch((error) => uncovered(reasonOf(error)));
        send(headed(key, i, part));
      });
      await Promise.all(parts);
    },
  };
}

/** The filter of the whole brush is one of the user's own: it needs the same rights. */
async function prepare(
  app: App,
  user: User,
  { body, dimensions }: { body: unknown; dimensions: readonly Dimension[] },
): Promise<PreparedContext> {
  const context = parseQueryContext(body);
  const filters = dimensions.flatMap(wholeFilters);
  const queries = context.queries.map((query) => ({ ...query, filters: [...(query.filters ?? []), ...filters] }));
  return prepareContext(app, user, { context: { ...context, queries }, dimensions });
}

const keyOf = ({ query, statements }: Plan) =>
  `brush:${hash("sha256", JSON.stringify([query.key, statements.cells, [...statements.distinct]]), "base64")}`;
