import type { Kysely } from "kysely";
import { readJson } from "../../model/json-text.ts";
import { inTurns } from "../../server/in-turns.ts";
import type { Tables } from "../../server/store/tables.ts";
import type { TrashRow } from "../../server/store/trash.ts";
import { dashboardsOfChart } from "../chart/index.ts";
import { chartIdsOf, dashboardsByIds } from "../dashboard/index.ts";

/**
 * Which charts are on which dashboards, once one that was in the trash is back: as it was, unless the dashboard was saved
 * since, whose layout then decides.
 */
export async function linkAgain(trx: Kysely<Tables>, { noun, object_id: id, deleted_on }: TrashRow): Promise<void> {
  if (noun === "chart") return unlinkWhereGone(trx, { id, deletedOn: deleted_on });
  if (noun !== "dashboard") return;
  const [dashboard] = await dashboardsByIds(trx, [id]);
  const wanted = layoutIds(dashboard?.position_json ?? null);
  const charts = await trx
    .selectFrom("charts")
    .select("id")
    .where("id", "in", [...wanted, -1])
    .execute();
  for (const chart of charts) {
    await trx
      .insertInto("dashboard_charts")
      .values({ dashboard_id: id, chart_id: chart.id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

async function unlinkWhereGone(trx: Kysely<Tables>, { id, deletedOn }: { id: number; deletedOn: string }) {
  const linked = (await dashboardsOfChart(trx, id)).map((dashboard) => dashboard.id);
  await inTurns(await dashboardsByIds(trx, linked), async (dashboard) => {
    if (dashboard.changed_on <= deletedOn || layoutIds(dashboard.position_json).includes(id)) return;
    await trx
      .deleteFrom("dashboard_charts")
      .where("dashboard_id", "=", dashboard.id)
      .where("chart_id", "=", id)
      .execute();
  });
}

function layoutIds(text: string | null): number[] {
  const layout = text ? readJson(text) : {};
  return typeof layout === "object" && layout !== null ? chartIdsOf(layout as Record<string, unknown>) : [];
}
