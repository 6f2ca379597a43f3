import { z } from "zod";
import { t } from "../../i18n/translate.ts";
import { readJson } from "../../model/json-text.ts";
import { operation } from "../../model/operation.ts";
import {
  collectionOperations,
  deleteOperations,
  favoriteOperations,
  IdParams,
  Person,
  PlacedIn,
  ReferenceParams,
  Tag,
} from "../../model/resource.ts";

const DashboardReference = z.looseObject({ id: z.number(), dashboard_title: z.string().nullish() });

export const ChartRow = z.looseObject({
  id: z.number(),
  uuid: z.string().optional(),
  slice_name: z.string(),
  viz_type: z.string().optional(),
  url: z.string().optional(),
  thumbnail_url: z.string().nullish(),
  description: z.string().nullish(),
  params: z.string().nullish(),
  form_data: z.record(z.string(), z.unknown()).optional(),
  datasource_id: z.number().nullish(),
  datasource_type: z.string().nullish(),
  datasource_name_text: z.string().nullish(),
  datasource_url: z.string().nullish(),
  certified_by: z.string().nullish(),
  certification_details: z.string().nullish(),
  is_managed_externally: z.boolean().optional(),
  external_url: z.string().nullish(),
  changed_by: Person.nullish(),
  changed_by_name: z.string().optional(),
  changed_on_delta_humanized: z.string().optional(),
  changed_on_utc: z.string().optional(),
  created_by: Person.nullish(),
  last_saved_at: z.string().nullish(),
  last_saved_by: Person.nullish(),
  owners: z.array(Person).optional(),
  dashboards: z.array(DashboardReference).optional(),
  tags: z.array(Tag).optional(),
  folder: PlacedIn,
  /** Columns and metrics that it uses and that its dataset has lost. */
  broken_by: z.array(z.string()).nullish(),
});
export type ChartRow = z.infer<typeof ChartRow>;

export const ChartDetail = z.looseObject({
  id: z.number(),
  uuid: z.string().nullish(),
  url: z.string().optional(),
  slice_name: z.string(),
  viz_type: z.string(),
  params: z.string().nullable(),
  query_context: z.string().nullable(),
  cache_timeout: z.number().nullable(),
  certified_by: z.string().nullable(),
  certification_details: z.string().nullable(),
  changed_on_delta_humanized: z.string(),
  description: z.string().nullable(),
  is_managed_externally: z.boolean(),
  external_url: z.string().nullish(),
  owners: z.array(Person),
  dashboards: z.array(DashboardReference),
  tags: z.array(Tag),
  datasource_id: z.number().nullable(),
  datasource_type: z.string().nullable(),
  datasource_uuid: z.string().nullish(),
  datasource_name_text: z.string().nullish(),
  datasource_url: z.string().nullish(),
});
export type ChartDetail = z.infer<typeof ChartDetail>;

export const DATASOURCE_TYPES = ["table", "dataset", "query", "saved_query", "view"] as const;
const JsonText = z.string().refine((text) => isJson(text), { error: () => t("JSON not valid") });

function isJson(text: string): boolean {
  if (text === "") return true;
  try {
    readJson(text);
    return true;
  } catch {
    return false;
  }
}

const shared = {
  viz_type: z.string().max(250).optional(),
  params: JsonText.nullish(),
  query_context: JsonText.nullish(),
  query_context_generation: z.boolean().nullish(),
  cache_timeout: z.number().nullish(),
  description: z.string().nullish(),
  datasource_name: z.string().nullish(),
  dashboards: z.array(z.number()).optional(),
  owners: z.array(z.number()).optional(),
  certified_by: z.string().nullish(),
  certification_details: z.string().nullish(),
  is_managed_externally: z.boolean().nullish(),
  external_url: z.string().nullish(),
  uuid: z.guid().toLowerCase().nullish(),
};

export const CreateChart = z.strictObject({
  slice_name: z.string().min(1).max(250),
  datasource_id: z.number(),
  datasource_type: z.enum(DATASOURCE_TYPES),
  ...shared,
});
export type CreateChart = z.infer<typeof CreateChart>;

export const UpdateChart = z.strictObject({
  slice_name: z.string().max(250).nullish(),
  datasource_id: z.number().nullish(),
  datasource_type: z.enum(DATASOURCE_TYPES).nullish(),
  tags: z.array(z.number()).optional(),
  ...shared,
});
export type UpdateChart = z.infer<typeof UpdateChart>;

export const { list, info, related } = collectionOperations("chart", ChartRow);
export const { remove, removeMany } = deleteOperations("chart");
export const { favoriteStatus, favorite, unfavorite } = favoriteOperations("chart");

const Written = z.looseObject({ id: z.number(), result: z.record(z.string(), z.unknown()) });

export const show = operation({
  id: "chart.show",
  method: "GET",
  path: "/api/v1/chart/:id",
  summary: "A chart",
  params: ReferenceParams,
  q: z.looseObject({ columns: z.array(z.string()).optional(), select_columns: z.array(z.string()).optional() }),
  response: z.looseObject({ result: ChartDetail }),
});
export const create = operation({
  id: "chart.create",
  method: "POST",
  path: "/api/v1/chart/",
  summary: "Create a chart",
  body: CreateChart,
  response: Written,
  status: 201,
});
export const update = operation({
  id: "chart.update",
  method: "PUT",
  path: "/api/v1/chart/:id",
  summary: "Change a chart",
  params: IdParams,
  body: UpdateChart,
  response: Written,
});
