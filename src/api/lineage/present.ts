import { DisplayControls } from "../../model/display-control.ts";
import { NativeFilterEntry } from "../../model/native-filter.ts";
import type { App } from "../../server/app.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { chartUrl } from "../chart/index.ts";
import type { LineageNode } from "./contract.ts";
import { metadataOf } from "./dashboard-references.ts";
import { FIELD_MARK } from "./edges.ts";
import { type GraphKind, type GraphNode, keyOf } from "./graph.ts";
import { tableOf } from "./visible.ts";

interface Named {
  label: string;
  url: string | null;
}

/** Names and addresses of nodes that the user may see. Deleted ones are left out. */
export async function presentNodes({ app }: Actor, nodes: readonly GraphNode[]): Promise<Map<string, LineageNode>> {
  const idsOf = (...kinds: GraphKind[]) => [
    ...new Set(nodes.flatMap((each) => (kinds.includes(each.kind) ? [each.id] : []))),
  ];
  const datasets = await datasetNames(app, idsOf("dataset", "column", "metric"));
  const charts = await chartNames(app, idsOf("chart"));
  const dashboards = await dashboardNames(app, idsOf("dashboard", "embedded"));
  const filters = await filterNames(app, idsOf("filter"));
  const reports = await reportNames(app, idsOf("report"));
  const links = await linkNames(app, idsOf("link"));
  const assertions = await assertionNames(app, idsOf("assertion"));
  const databases = await databaseNames(app, idsOf("table", "field"));
  const alone = (own: Named | undefined) => ({ own, within: null });
  const inside = (whole: Named | undefined, label = "") => ({
    own: whole && { label, url: whole.url },
    within: whole?.label ?? null,
  });
  const part = (found: { label: string; dashboard: Named } | undefined) => inside(found?.dashboard, found?.label);
  const named: Readonly<Record<GraphKind, (each: GraphNode) => { own: Named | undefined; within: string | null }>> = {
    dataset: ({ id }) => alone(datasets.get(id)),
    column: ({ id, name }) => inside(datasets.get(id), name),
    metric: ({ id, name }) => inside(datasets.get(id), name),
    chart: ({ id }) => alone(charts.get(id)),
    dashboard: ({ id }) => alone(dashboards.get(id)),
    embedded: ({ id }) => alone(dashboards.get(id)),
    filter: ({ id, name }) => part(filters.get(`${id} ${name}`)),
    report: ({ id }) => alone(reports.get(id)),
    link: ({ id }) => part(links.get(id)),
    assertion: ({ id }) => assertions.get(id) ?? alone(undefined),
    table: ({ id, name }) => inside(databases.get(id), name),
    field: (each) => ({ own: { label: columnOf(each), url: null }, within: tableOf(each) }),
  };
  return new Map(
    nodes.flatMap((each) => {
      const { own, within } = named[each.kind](each);
      const { kind, id, name } = each;
      return own ? [[keyOf(each), { key: keyOf(each), kind, id, name, label: own.label, within, url: own.url }]] : [];
    }),
  );
}

const columnOf = ({ name }: GraphNode) => name.slice(name.indexOf(FIELD_MARK) + 1);

const dashboardUrl = ({ id, slug }: { id: number; slug: string | null }) => `/dashboard/${slug || id}`;

async function datasetNames({ db }: App, ids: readonly number[]): Promise<Map<number, Named>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("datasets")
    .select(["id", "table_name", "schema"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(
    rows.map(({ id, table_name }) => [
      id,
      { label: table_name, url: `/explore/?datasource_type=table&datasource_id=${id}` },
    ]),
  );
}

async function chartNames({ db }: App, ids: readonly number[]): Promise<Map<number, Named>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("charts")
    .select(["id", "slice_name"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ id, slice_name }) => [id, { label: slice_name, url: chartUrl(id) }]));
}

async function dashboardNames({ db }: App, ids: readonly number[]): Promise<Map<number, Named>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("dashboards")
    .select(["id", "dashboard_title", "slug"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, { label: row.dashboard_title ?? "", url: dashboardUrl(row) }]));
}

/** By dashboard and id of the filter. */
async function filterNames({ db }: App, ids: readonly number[]) {
  const names = new Map<string, { label: string; dashboard: Named }>();
  if (ids.length === 0) return names;
  const rows = await db
    .selectFrom("dashboards")
    .select(["id", "dashboard_title", "slug", "json_metadata"])
    .where("id", "in", [...ids])
    .execute();
  for (const row of rows) {
    const metadata = metadataOf(row.json_metadata);
    const stored = metadata.native_filter_configuration;
    const entries = [
      ...(Array.isArray(stored) ? stored : []).flatMap((entry) => NativeFilterEntry.safeParse(entry).data ?? []),
      ...DisplayControls.parse(metadata.chart_customization_config),
    ];
    const dashboard = { label: row.dashboard_title ?? "", url: dashboardUrl(row) };
    for (const entry of entries)
      names.set(`${row.id} ${entry.id}`, { label: String("name" in entry ? entry.name : entry.title), dashboard });
  }
  return names;
}

async function reportNames({ db }: App, ids: readonly number[]): Promise<Map<number, Named>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("reports")
    .select(["id", "name", "type"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(
    rows.map(({ id, name, type }) => [
      id,
      { label: name, url: `/${type === "Alert" ? "alert" : "report"}/${id}/log/` },
    ]),
  );
}

async function linkNames({ db }: App, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, { label: string; dashboard: Named }>();
  const rows = await db
    .selectFrom("public_links")
    .innerJoin("dashboards", "dashboards.id", "public_links.dashboard_id")
    .select(["public_links.id", "name", "dashboard_title", "slug", "dashboard_id"])
    .where("public_links.id", "in", [...ids])
    .execute();
  return new Map(
    rows.map(({ id, name, dashboard_title, slug, dashboard_id }) => {
      const dashboard = { label: dashboard_title ?? "", url: dashboardUrl({ id: dashboard_id, slug }) };
      return [id, { label: name || dashboard.label, dashboard }];
    }),
  );
}

async function assertionNames({ db }: App, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, { own: Named; within: string }>();
  const rows = await db
    .selectFrom("assertions")
    .innerJoin("datasets", "datasets.id", "assertions.dataset_id")
    .select(["assertions.id", "name", "dataset_id", "table_name"])
    .where("assertions.id", "in", [...ids])
    .execute();
  return new Map(
    rows.map(({ id, name, dataset_id, table_name }) => {
      const own = { label: name, url: `/tablemodelview/list/?edit=${dataset_id}&tab=assertions` };
      return [id, { own, within: table_name }];
    }),
  );
}

async function databaseNames({ db }: App, ids: readonly number[]): Promise<Map<number, Named>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("databases")
    .select(["id", "database_name"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ id, database_name }) => [id, { label: database_name, url: null }]));
}
