import type { App } from "../../server/app.ts";
import { type OwnedNoun, ownersOf } from "../../server/rights/owners.ts";
import type { AssetState, StoredAsset } from "./state.ts";

export interface Affected {
  owners: string[];
  dashboards: string[];
}

/** Names of owners and of the dashboards that use the object, as far as the caller can see them. */
export async function affectedBy(
  { db }: Pick<App, "db">,
  { content }: AssetState,
  assets: readonly StoredAsset[],
): Promise<(asset: StoredAsset) => Affected> {
  const owners = new Map<string, string[]>();
  for (const noun of ["chart", "dashboard", "dataset", "report"] satisfies OwnedNoun[]) {
    const ids = assets.filter(({ kind }) => kind === noun).map(({ id }) => id);
    if (ids.length === 0) continue;
    for (const [id, users] of await ownersOf(db, noun, ids))
      owners.set(
        `${noun} ${id}`,
        users.map(({ first_name, last_name }) => `${first_name} ${last_name}`.trim()),
      );
  }
  return ({ kind, id }) => ({ owners: owners.get(`${kind} ${id}`) ?? [], dashboards: dashboardsOf(content, kind, id) });
}

function dashboardsOf({ dashboards, chartsOf, datasets }: AssetState["content"], kind: string, id: number): string[] {
  const inDatabase = new Set(datasets.filter((dataset) => dataset.database_id === id).map((dataset) => dataset.id));
  const uses = dashboards.filter((dashboard) => {
    if (kind === "theme") return dashboard.theme_id === id;
    return (chartsOf.get(dashboard.id) ?? []).some((chart) => {
      if (kind === "chart") return chart.id === id;
      if (kind === "dataset") return chart.datasource_id === id;
      return kind === "database" && inDatabase.has(chart.datasource_id ?? 0);
    });
  });
  return uses.map(({ dashboard_title }) => dashboard_title ?? "").sort();
}
