import { t } from "../../i18n/translate.ts";
import { badRequest } from "../../model/errors.ts";
import { LIMITS, type QueryObject } from "../../model/query-context.ts";
import { type Context, permission, type Resource, route, unaudited } from "../../server/http/route.ts";
import { rowSourceOf } from "../chart-data/index.ts";
import { askRows } from "./ask-rows.ts";
import { columnProfile } from "./column-profile.ts";
import { getColumnProfile, getColumnValues, postSamples, type SamplesRequest } from "./contract.ts";
import { EDIT_ROUTES } from "./edit-routes.ts";
import { LEGACY_ROUTES } from "./legacy.ts";

export const datasource: Resource = {
  name: "datasource",
  routes: [
    route(getColumnValues, permission("can_get_column_values", "Datasource"), async (ctx, { params, query }) => {
      const result = await columnValues(ctx, params, query);
      return { result };
    }),
    route(getColumnProfile, permission("can_get_column_values", "Datasource"), async (ctx, { params, query }) => ({
      result: await columnProfile(ctx, params, query.force ?? false),
    })),
    route(
      postSamples,
      unaudited(permission("can_samples", "Datasource"), "shows rows; only downloads are recorded"),
      (ctx, { query, body }) => {
        const isDetail = ctx.request.body !== null && ctx.request.body !== undefined;
        return samples(ctx, query, isDetail ? body : null);
      },
    ),
    ...EDIT_ROUTES,
    ...LEGACY_ROUTES,
  ],
};

async function columnValues(
  ctx: Context,
  { type, id, name }: { type: string; id: string; name: string },
  { search, limit }: { search?: string | undefined; limit?: number | undefined },
): Promise<unknown[]> {
  const datasource = { type, id };
  const { dataset } = await rowSourceOf(ctx, { datasource, queries: [] });
  if (!dataset.columns.some((column) => column.column_name === name)) {
    throw badRequest(t("Column name {name} does not exist", { name }));
  }
  const query: QueryObject = {
    columns: [name],
    metrics: [],
    filters: search ? [{ col: name, op: "CONTAINS TEXT", val: search }] : [],
    orderby: [[name, true]],
    row_limit: Math.min(limit ?? LIMITS.filterSelectRowLimit, LIMITS.filterSelectRowLimit),
    apply_fetch_values_predicate: true,
  };
  const [result] = await askRows(ctx, { datasource, queries: [query], result_type: "results" });
  return ((result?.data ?? []) as Record<string, unknown>[]).map((row) => row[name]);
}

interface SamplesQuery {
  datasource_type: string;
  datasource_id: string;
  force?: string | undefined;
  page: number;
  per_page?: number | undefined;
  dashboard_id?: string | undefined;
}

async function samples(ctx: Context, query: SamplesQuery, body: SamplesRequest) {
  const perPage = Math.min(query.per_page ?? LIMITS.samplesRowLimit, LIMITS.samplesRowLimit);
  const resultType = body ? ("drill_detail" as const) : ("samples" as const);
  const filtered = body
    ? { filters: body.filters ?? [], granularity: body.granularity, time_range: body.time_range, extras: body.extras }
    : {};
  const force = query.force === "true";
  const form_data = query.dashboard_id === undefined ? undefined : { dashboardId: query.dashboard_id };
  const page: QueryObject = {
    ...filtered,
    row_limit: perPage,
    row_offset: (query.page - 1) * perPage,
    result_type: resultType,
  };
  const count: QueryObject = { ...filtered, is_rowcount: true, metrics: null, result_type: "full" };
  const datasource = { id: query.datasource_id, type: query.datasource_type };
  const [result, total] = await askRows(ctx, { datasource, queries: [page, count], force, form_data });
  const rows = (total?.data ?? []) as { rowcount?: number }[];
  return { result: { ...result, page: query.page, per_page: perPage, total_count: rows[0]?.rowcount ?? 0 } };
}
