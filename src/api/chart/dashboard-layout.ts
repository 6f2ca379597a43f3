import type { Kysely } from "kysely";
import { shownLayout } from "../../chart-types/shown-layout.ts";
import { type Layout, parseLayout } from "../../model/dashboard-layout.ts";
import type { Tables } from "../../server/store/tables.ts";
import { briefChartsOfDashboard } from "./store.ts";

/** A dashboard's layout with all of its charts, also those that were added to it without a place. */
export async function layoutOfDashboard(
  db: Kysely<Tables>,
  { id, position_json }: { id: number; position_json: string | null },
): Promise<Layout> {
  return shownLayout(parseLayout(position_json), await briefChartsOfDashboard(db, id));
}
