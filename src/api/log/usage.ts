import { forbidden } from "../../model/errors.ts";
import { utcText } from "../../server/clock.ts";
import { type Context, type Route, route, SIGNED_IN } from "../../server/http/route.ts";
import { chartRules } from "../../server/rights/charts.ts";
import { openDashboardRules } from "../../server/rights/dashboards.ts";
import { allowedAmong } from "../../server/rights/rule.ts";
import { MOST_VIEWS, usageOf, viewsSince } from "../../server/store/views.ts";
import * as contract from "./usage-contract.ts";

const RULED = {
  dashboard: { view: "Dashboard", table: "dashboards", rulesOf: openDashboardRules },
  chart: { view: "Chart", table: "charts", rulesOf: chartRules },
} as const;

/** Not for guests: how often others look is not theirs to know. */
export const usage: Route = route(contract.usage, SIGNED_IN, async ({ app, user }: Context, { q }) => {
  const { view, table, rulesOf } = RULED[q.type];
  if (!user.can("can_read", view)) throw forbidden();
  const visible = await allowedAmong(app.db, { table, rules: rulesOf(user) }, q.ids);
  const ids = [...visible].sort((a, b) => a - b);
  const found = await usageOf(app.reads, { noun: q.type, ids, since: viewsSince(app.clock) });
  return {
    result: found.map(({ id, views, viewers, last_viewed }) => ({
      id,
      views: Math.min(views, MOST_VIEWS),
      has_more: views > MOST_VIEWS,
      viewers,
      last_viewed_utc: last_viewed === null ? null : utcText(last_viewed),
    })),
  };
});
