import { RowGrant } from "../../server/rights/row-grant.ts";
import { authorsOf, sharesOf } from "../../server/rights/through-dashboard.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { datasetsForQuery } from "../dataset/index.ts";
import { type DashboardRecord, datasetIdsOf } from "./store.ts";

type Dataset = Awaited<ReturnType<typeof datasetsForQuery>>[number];

/** Datasets of a dashboard's charts whose rows the user can read, by their own permissions or through the dashboard. */
export async function readableDatasets(
  { app, user }: Actor,
  dashboard: DashboardRecord,
): Promise<{ record: Dataset; grant: RowGrant }[]> {
  const used = await datasetsForQuery(app, await datasetIdsOf(app.db, dashboard.id));
  const own = used.map((record) => RowGrant.ofDataset(user, record));
  const shares = own.includes(undefined) ? await sharesOf(app.db, user, dashboard.id) : [];
  const backers = await Promise.all(shares.map((share) => authorsOf(app, user, [dashboard, ...share])));
  return used.flatMap((record, i) => {
    const shown = backers.map((authors) => authors && RowGrant.ofAuthors(user, authors, record));
    const grant = own[i] ?? shown.find((each) => each !== undefined);
    return grant ? [{ record, grant }] : [];
  });
}
