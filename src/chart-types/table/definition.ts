import { isTemporal } from "../../chart-kit/controls/controls.ts";
import { sections } from "../../chart-kit/table-chart/controls.ts";
import { TableFormData } from "../../chart-kit/table-chart/form-data.ts";
import { withQueryMode } from "../../chart-kit/table-chart/migrate.ts";
import { buildQuery } from "../../chart-kit/table-chart/query.ts";
import { transform } from "../../chart-kit/table-chart/transform.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { card } from "./card.ts";

export const definition = defineChartType({
  card,
  sections,
  schema: TableFormData,
  defaults: (dataset) => ({
    temporal_columns_lookup: Object.fromEntries(
      (dataset?.columns ?? []).filter((c) => isTemporal(c.column_name, dataset)).map((c) => [c.column_name, true]),
    ),
  }),
  buildQuery,
  transform,
  migrate: withQueryMode,
});
