import { forbidden } from "../../model/errors.ts";
import { type Resource, route, SIGNED_IN } from "../../server/http/route.ts";
import { dashboardsOverBudget } from "./budgets.ts";
import { attention, mostViewed } from "./contract.ts";
import { failedDatabases, reportsNeedingAttention } from "./failures.ts";
import { slowDashboards } from "./slow-dashboards.ts";
import { mostViewedDashboards } from "./views.ts";

export const home: Resource = {
  name: "home",
  routes: [
    // Not for guests: how often others look is not theirs to know.
    route(mostViewed, SIGNED_IN, async ({ app, user }) => {
      if (!user.can("can_read", "Dashboard")) throw forbidden();
      return { result: await mostViewedDashboards(app, user) };
    }),
    route(attention, SIGNED_IN, async ({ app, user }) => {
      const parts = await Promise.all([
        user.can("can_write", "Database") ? failedDatabases(app, user) : [],
        user.can("can_read", "ReportSchedule") ? reportsNeedingAttention(app, user) : [],
        user.can("can_write", "Dashboard") ? slowDashboards(app, user) : [],
        user.can("can_write", "Dashboard") ? dashboardsOverBudget(app, user) : [],
      ]);
      return { result: parts.flat() };
    }),
  ],
};
