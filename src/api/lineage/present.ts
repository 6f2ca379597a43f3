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
  const databases = await databaseNames(app, idsOf("table", "field"));
  const named = (each: GraphNode): { own: Named | undefined; within: string | null } => {
    const inside = (within: Named | undefined, label: string) => ({
      own: within && { label, url: within.url },
      within: within?.label ?? null,
    });
    switch (each.kind) {
      case "dataset":
        return { own: datasets.get(each.id), within: null };
      case "column":
      case "metric":
        return inside(datasets.get(each.id), each.name);
      case "chart":
        return { own: charts.get(each.id), within: null };
      case "dashboard":
      case "embedded":
        return { own: dashboards.get(each.id), within: null };
      case "filter":
        return inside(
          filters.get(`${each.id} ${each.name}`)?.dashboard,
          filters.get(`${each.id} ${each.name}`)?.label ?? "",
        );
      case "report":
        return { own: reports.get(each.id), within: null };
      case "link":
        return inside(links.get(each.id)?.dashboard, links.get(each.id)?.label ?? "");
      case "table":
        return inside(databases.get(each.id), each.name);
      case "field":
        return { own: { label: each.name.slice(each.name.indexOf(FIELD_MARK) + 1), url: null }, within: tableOf(each) };
    }
  };
  return new Map(
    nodes.flatMap((each) => {
      const { own, within } = named(each);
      const { kind, id, name } = each;
      return own ? [[keyOf(each), { key: keyOf(each), kind, id, name, label: own.label, within, url: own.url }]] : [];
    }),
  );
}

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

async function databaseNames({ db }: App, ids: readonly number[]): Promise<Map<number, Named>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("databases")
    .select(["id", "database_name"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ id, database_name }) => [id, { label: database_name, url: null }]));
}
