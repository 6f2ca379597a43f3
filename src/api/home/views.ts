import { type SqlBool, sql } from "kysely";
import { dashboardUrl } from "../../model/dashboard.ts";
import type { App } from "../../server/app.ts";
import { utcText } from "../../server/clock.ts";
import { dashboardViews, viewsSince } from "../../server/store/views.ts";
import type { User } from "../../server/user.ts";
import { visibleDashboards } from "../dashboard/index.ts";
import { cachedFor } from "./cached.ts";

const SHOWN = 6;
const BATCH = 500;

type Views = readonly { id: number; views: number }[];

const allViews = cachedFor(({ reads, clock }: App): Promise<Views> => dashboardViews(reads, viewsSince(clock)));

export async function mostViewedDashboards(app: App, user: User) {
  const views = await allViews(app);
  const found: Awaited<ReturnType<typeof listedAmong>> = [];
  for (let from = 0; from < views.length && found.length < SHOWN; from += BATCH) {
    found.push(...(await listedAmong(app, user, views.slice(from, from + BATCH))));
  }
  return found.slice(0, SHOWN);
}

async function listedAmong({ reads }: App, user: User, views: Views) {
  const rows = await reads
    .selectFrom("dashboards")
    .select(["id", "dashboard_title", "slug", "changed_on"])
    .where(
      "id",
      "in",
      views.map(({ id }) => id),
    )
    .where(visibleDashboards(user) ?? sql<SqlBool>`(1 = 1)`)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return views.flatMap(({ id, views: count }) => {
    const row = byId.get(id);
    if (!row) return [];
    const { dashboard_title, slug, changed_on } = row;
    return {
      id,
      dashboard_title: dashboard_title ?? "",
      url: dashboardUrl({ id, slug }),
      changed_on_utc: utcText(changed_on),
      views: count,
    };
  });
}
