import { z } from "zod";
import { operation } from "../../model/operation.ts";

const Warmed = z.array(
  z.looseObject({ chart_id: z.number(), viz_error: z.string().nullable(), viz_status: z.string().nullable() }),
);
const shared = { dashboard_id: z.number().int().nullish(), extra_filters: z.string().nullish() };

export const warmUpChart = operation({
  id: "chart.warmUpCache",
  method: "PUT",
  path: "/api/v1/chart/warm_up_cache",
  summary: "Refresh the cached data of a chart",
  body: z.strictObject({ chart_id: z.number().int(), ...shared }),
  response: z.looseObject({ result: Warmed }),
});
export const warmUpDataset = operation({
  id: "dataset.warmUpCache",
  method: "PUT",
  path: "/api/v1/dataset/warm_up_cache",
  summary: "Refresh the cached data of all charts of a table",
  body: z.strictObject({ db_name: z.string(), table_name: z.string(), ...shared }),
  response: z.looseObject({ result: Warmed }),
});
export const warmUpLegacy = operation({
  id: "superset.warmUpCache",
  method: "GET",
  path: "/superset/warm_up_cache/",
  summary: "Refresh the cached data of a chart or of all charts of a table",
  query: z.looseObject({
    slice_id: z.coerce.number().int().optional(),
    dashboard_id: z.coerce.number().int().optional(),
    db_name: z.string().optional(),
    table_name: z.string().optional(),
    extra_filters: z.string().optional(),
  }),
  response: Warmed,
});
