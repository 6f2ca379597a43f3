import { RISON } from "rison2";
import type { ListQuery } from "../src/model/resource.ts";

export interface ListRequest {
  name: string;
  path: string;
}

export interface Named {
  userId: number;
  datasetId: number;
  dashboardId: number;
  databaseId: number;
  roleId: number;
  tagId: number;
}

const PAGE = { page: 0, page_size: 25 };
const RECENT = { order_column: "changed_on_delta_humanized", order_direction: "desc" as const };

type Variant = readonly [name: string, query: ListQuery];

function listOf(noun: string, base: ListQuery, variants: readonly Variant[]): ListRequest[] {
  const request = (name: string, query: object) => ({
    name: `${noun} ${name}`,
    path: `/api/v1/${noun}/?q=${encodeURIComponent(RISON.stringify(query))}`,
  });
  return [
    request("", { ...PAGE, ...base }),
    request("deep", { ...base, page: 300, page_size: 25 }),
    request("of 100", { ...base, page: 0, page_size: 100 }),
    ...variants.map(([name, query]) => request(name, { ...PAGE, ...base, ...query })),
  ];
}

const where = (col: string, opr: string, value: unknown): ListQuery => ({ filters: [{ col, opr, value }] });
const by = (order_column: string, order_direction: "asc" | "desc" = "asc"): ListQuery => ({
  order_column,
  order_direction,
});

function call(name: string, path: string, q?: object): ListRequest {
  return { name, path: q === undefined ? path : `${path}?q=${encodeURIComponent(RISON.stringify(q))}` };
}

export function listRequests(named: Named): ListRequest[] {
  return [...contentLists(named), ...peopleLists(named), ...sqlLists(named), ...pickers(named)];
}

function contentLists({ userId, datasetId, dashboardId, databaseId, roleId, tagId }: Named): ListRequest[] {
  return [
    ...listOf("dashboard", RECENT, [
      ["search", where("dashboard_title", "title_or_slug", "energy")],
      ["search nothing", where("dashboard_title", "title_or_slug", "no such thing")],
      ["by title", by("dashboard_title")],
      ["by editor", by("changed_by.first_name")],
      ["by status, deep", { ...by("published"), page: 200 }],
      ["of owner", where("owners", "rel_m_m", userId)],
      ["of role", where("roles", "rel_m_m", roleId)],
      ["tagged", where("tags", "dashboard_tag_id", tagId)],
      ["tag's name", where("tags", "dashboard_tags", "tag 1")],
      ["published", where("published", "eq", true)],
      ["favourite", where("id", "dashboard_is_favorite", true)],
      ["not favourite", where("id", "dashboard_is_favorite", false)],
      ["certified", where("id", "dashboard_is_certified", true)],
      ["edited by", where("changed_by", "rel_o_m", userId)],
      ["made by", where("created_by", "rel_o_m", userId)],
    ]),
    ...listOf("chart", RECENT, [
      ["search", where("slice_name", "chart_all_text", "energy")],
      ["search nothing", where("slice_name", "chart_all_text", "no such thing")],
      ["by name", by("slice_name")],
      ["by type", by("viz_type")],
      ["by dataset", by("datasource_name")],
      ["by editor", by("changed_by.first_name")],
      ["by saver, deep", { ...by("last_saved_by.first_name"), page: 1000 }],
      ["of owner", where("owners", "rel_m_m", userId)],
      ["on dashboard", where("dashboards", "rel_m_m", dashboardId)],
      ["of dataset", where("datasource_id", "eq", datasetId)],
      ["of type", where("viz_type", "eq", "pie")],
      ["tagged", where("tags", "chart_tag_id", tagId)],
      ["tag's name", where("tags", "chart_tags", "tag 1")],
      ["favourite", where("id", "chart_is_favorite", true)],
      ["not favourite", where("id", "chart_is_favorite", false)],
      ["mine", where("id", "chart_owned_created_favored_by_me", true)],
      ["edited by", where("changed_by", "rel_o_m", userId)],
    ]),
    ...listOf("dataset", RECENT, [
      ["search", where("table_name", "ct", "table_19")],
      ["by name", by("table_name")],
      ["by database", by("database.database_name")],
      ["by editor", by("changed_by.first_name")],
      ["of database", where("database", "rel_o_m", databaseId)],
      ["of schema", where("schema", "eq", "schema_3")],
      ["virtual", where("sql", "dataset_is_null_or_empty", false)],
      ["of owner", where("owners", "rel_m_m", userId)],
    ]),
    ...listOf("database", by("changed_on_delta_humanized", "desc"), [
      ["search", where("database_name", "ct", "house 2")],
      ["all", { page_size: -1 }],
    ]),
    ...listOf("tag", by("changed_on_delta_humanized", "desc"), [
      ["search", where("name", "ct", "tag 1")],
      ["by name", by("name")],
    ]),
    call("objects of tag", `/api/v1/tag/get_objects/?tagIds=${tagId}`),
  ];
}

function peopleLists({ userId, roleId }: Named): ListRequest[] {
  return [
    ...listOf("security/users", by("id"), [
      ["search", where("username", "ct", "person49")],
      ["by name", by("last_name")],
      ["of role", where("roles", "rel_m_m", roleId)],
    ]),
    ...listOf("security/roles", by("name"), []),
    call("roles search", "/api/v1/security/roles/search/", { ...PAGE, ...by("name") }),
    ...listOf("security/groups", by("name"), []),
    ...listOf("security/permissions-resources", by("id"), [["search", where("view_menu.name", "ct", "table_19")]]),
    ...listOf("security/permissions", by("id"), []),
    ...listOf("security/resources", by("id"), [["search", where("name", "ct", "table_19")]]),
    ...listOf("log", by("dttm", "desc"), [
      ["of user", where("user", "rel_o_m", userId)],
      ["action", where("action", "eq", "mount_explorer")],
      ["search", where("json", "ct", "nothing")],
      ["by action", by("action")],
    ]),
    call("recent activity", "/api/v1/log/recent_activity/", { page_size: 6 }),
    call("recent activity, repeated", "/api/v1/log/recent_activity/", { page_size: 24, distinct: false }),
    call("trash", "/api/v1/trash/", PAGE),
    call("me", "/api/v1/me/roles/"),
  ];
}

function sqlLists({ userId, databaseId }: Named): ListRequest[] {
  return [
    ...listOf("query", by("start_time", "desc"), [
      ["search", where("sql", "ct", "orders")],
      ["of database", where("database", "rel_o_m", databaseId)],
      ["of user", where("user", "rel_o_m", userId)],
      ["failed", where("status", "eq", "failed")],
      ["by database", by("database.database_name")],
      ["by user", by("user.first_name")],
    ]),
    ...listOf("saved_query", RECENT, [
      ["search", where("label", "all_text", "energy")],
      ["by label", by("label")],
      ["of database", where("database", "rel_o_m", databaseId)],
    ]),
    call("query updated since", "/api/v1/query/updated_since", { last_updated_ms: 0 }),
    call("query distinct", "/api/v1/query/distinct/status", {}),
    call("saved query distinct", "/api/v1/saved_query/distinct/schema", {}),
  ];
}

function pickers({ dashboardId, tagId }: Named): ListRequest[] {
  const filter = { filter: "energy", page: 0, page_size: 100 };
  const pages = { page: 0, page_size: 100 };
  return [
    ...["dashboard", "chart", "dataset"].flatMap((noun) => [
      call(`${noun} owners`, `/api/v1/${noun}/related/owners`, pages),
      call(`${noun} owners search`, `/api/v1/${noun}/related/owners`, filter),
      call(`${noun} editors, deep`, `/api/v1/${noun}/related/changed_by`, { page: 40, page_size: 100 }),
      call(`${noun} info`, `/api/v1/${noun}/_info`, { keys: ["permissions"] }),
    ]),
    call("dataset databases", "/api/v1/dataset/related/database", pages),
    call("dataset schemas", "/api/v1/dataset/distinct/schema", pages),
    call("report charts", "/api/v1/report/related/chart", filter),
    call("report dashboards", "/api/v1/report/related/dashboard", filter),
    call("rule tables", "/api/v1/rowlevelsecurity/related/tables", pages),
    call("dashboard", `/api/v1/dashboard/${dashboardId}`),
    call("dashboard charts", `/api/v1/dashboard/${dashboardId}/charts`),
    call("dashboard datasets", `/api/v1/dashboard/${dashboardId}/datasets`),
    call("tag", `/api/v1/tag/${tagId}`),
    call("tags of charts", "/api/v1/tag/get_objects/?types=chart&tags=tag 1"),
  ];
}
