import { type Kysely, type SqlBool, sql } from "kysely";
import { listedDashboardRules } from "../../server/rights/dashboards.ts";
import { type OwnedNoun, ownersOf } from "../../server/rights/owners.ts";
import { anyOfInList } from "../../server/rights/rule.ts";
import type { Actor } from "../../server/store/stamp.ts";
import type { Tables } from "../../server/store/tables.ts";
import { failingOfDatasets } from "../assertion/index.ts";
import type { StoredAsset } from "./state.ts";

export interface Affected {
  owners: string[];
  dashboards: string[];
  failing: { name: string; message: string }[];
}

/** Names of owners, of the dashboards that use the object, and its failing assertions, as far as the caller can see them. */
export async function affectedBy(
  actor: Actor,
  assets: readonly StoredAsset[],
): Promise<(asset: StoredAsset) => Affected> {
  const { app, user } = actor;
  const { db } = app;
  const owners = new Map<string, string[]>();
  const dashboards = new Map<string, string[]>();
  const visible = anyOfInList("dashboards", listedDashboardRules(user)) ?? sql<SqlBool>`(1 = 1)`;
  for (const [kind, ofKind] of Map.groupBy(assets, (asset) => asset.kind)) {
    const ids = ofKind.map(({ id }) => id);
    if (isOwned(kind))
      for (const [id, users] of await ownersOf(db, kind, ids))
        owners.set(
          `${kind} ${id}`,
          users.map(({ first_name, last_name }) => `${first_name} ${last_name}`.trim()),
        );
    const using = USERS[kind];
    if (!using) continue;
    for (const { id, title } of await usersOf(db, { using, ids, visible })) {
      const known = dashboards.get(`${kind} ${id}`) ?? [];
      dashboards.set(`${kind} ${id}`, [...known, title ?? ""]);
    }
  }
  const datasetIds = assets.flatMap(({ kind, id }) => (kind === "dataset" ? [id] : []));
  const failing = Map.groupBy(await failingOfDatasets(actor, datasetIds), ({ dataset_id }) => dataset_id);
  return ({ kind, id }) => ({
    owners: owners.get(`${kind} ${id}`) ?? [],
    dashboards: (dashboards.get(`${kind} ${id}`) ?? []).sort(),
    failing: kind === "dataset" ? (failing.get(id) ?? []).map(({ name, message }) => ({ name, message })) : [],
  });
}

const OWNED: readonly string[] = ["chart", "dashboard", "dataset", "report"] satisfies OwnedNoun[];
const isOwned = (kind: string): kind is OwnedNoun => OWNED.includes(kind);

/** The column by which a dashboard uses the kind. */
const USERS: Readonly<Record<string, string>> = {
  chart: "charts.id",
  dataset: "charts.datasource_id",
  database: "datasets.database_id",
  theme: "dashboards.theme_id",
};

async function usersOf(
  db: Kysely<Tables>,
  { using, ids, visible }: { using: string; ids: readonly number[]; visible: ReturnType<typeof anyOfInList> },
) {
  const { rows } = await sql<{ id: number; title: string | null }>`
    select distinct ${sql.ref(using)} as id, dashboards.id as dashboard_id, dashboards.dashboard_title as title
    from dashboards
    left join dashboard_charts on dashboard_charts.dashboard_id = dashboards.id
    left join charts on charts.id = dashboard_charts.chart_id
    left join datasets on datasets.id = charts.datasource_id
    where ${sql.ref(using)} in (${sql.join([...ids, -1])}) and ${visible}`.execute(db);
  return rows;
}
