import { forbidden } from "../../../model/errors.ts";
import type { ExplainFacts, PlanFacts } from "../../../model/tile-profile.ts";
import type { CompiledQuery } from "../../../query/compile.ts";
import { combinedFacts, planFacts } from "../../../query/sql/plan-facts.ts";
import { readerTime } from "../../../server/clock.ts";
import { type Context, permission, type Route, route, unaudited } from "../../../server/http/route.ts";
import { planOf } from "../../database/index.ts";
import { explainChartData } from "../contract.ts";
import { contextKey } from "../run/answer.ts";
import { checkSql } from "../run/execute.ts";
import { parseQueryContext, prepareContext } from "../run/prepare.ts";
import { type PreparedContext, queriesWithRows } from "../run/prepared.ts";

const MAX_STATEMENTS = 12;
const LATER_MS = 61_000;

interface Explained {
  sql: string;
  plan: string | null;
  facts: PlanFacts | null;
  ms: number;
}

/** Statements are for those who can see a chart's query; plans and their facts also depend on rows that rules hide. */
export const EXPLAIN_ROUTE: Route = route(
  explainChartData,
  unaudited(permission("can_read", "Chart"), "shows how the rows of a chart are read"),
  async (ctx, { body }) => {
    const { app, user } = ctx;
    if (user.guest) throw forbidden();
    const context = parseQueryContext(body.context);
    const asked = readerTime(app.clock);
    const prepared = await prepareContext(app, user, { context, asked });
    const keyAfter = async (ms: number) =>
      contextKey(await prepareContext(app, user, { context, asked: { ...asked, ms: asked.ms + ms } }));
    const [later, last] = [await keyAfter(LATER_MS), await keyAfter(2 * LATER_MS)];
    const explained = await explainAll(ctx, prepared);
    const canSeeSql =
      user.can("can_view_query", "Dashboard") && queriesWithRows(prepared).every((one) => !one.hidesSql);
    return {
      statements: canSeeSql ? explained.map(({ sql, plan }) => ({ sql, plan: prepared.hidesRows ? null : plan })) : [],
      facts: factsOf(prepared.hidesRows ? [] : explained, contextKey(prepared) !== later && later !== last),
    };
  },
);

async function explainAll(ctx: Context, prepared: PreparedContext): Promise<Explained[]> {
  const { connection, connector } = prepared;
  const { dialect } = connector;
  const explained: Explained[] = [];
  for (const compiled of compiledIn(prepared)) {
    await checkSql(connection, compiled);
    for (const sql of statementsOf(compiled)) {
      if (explained.some((one) => one.sql === sql)) continue;
      if (explained.length === MAX_STATEMENTS) return explained;
      const startMs = performance.now();
      // A statement that waits for another can't be planned, and is shown without its plan.
      const plan = await planOf({ connection, dialect, signal: ctx.signal }, sql).catch(() => undefined);
      const ms = performance.now() - startMs;
      const facts = plan === undefined ? null : planFacts(connector.engine, plan, sql);
      explained.push({ sql, plan: plan ?? null, facts, ms });
    }
  }
  return explained;
}

function compiledIn(prepared: PreparedContext): CompiledQuery[] {
  return queriesWithRows(prepared).flatMap(({ compiled, offsets, totals, pivotTotals }) => [
    compiled,
    ...offsets.map((offset) => offset.compiled),
    ...(totals ? [totals] : []),
    ...pivotTotals,
  ]);
}

const statementsOf = ({ sql, prequery }: CompiledQuery) => (prequery ? [prequery.sql, sql] : [sql]);

function factsOf(explained: readonly Explained[], isChanging: boolean): ExplainFacts {
  const facts = explained.flatMap((one) => one.facts ?? []);
  const explainMs = explained.length === 0 ? 0 : Math.min(...explained.map(({ ms }) => ms));
  return { ...combinedFacts(facts), explainMs, isChanging };
}
