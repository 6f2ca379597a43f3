import { isTemporal } from "../../chart-kit/controls/controls.ts";
import { sections as tableSections } from "../../chart-kit/table-chart/controls.ts";
import { ownStateOf, TableFormData } from "../../chart-kit/table-chart/form-data.ts";
import { withQueryMode } from "../../chart-kit/table-chart/migrate.ts";
import { buildQuery } from "../../chart-kit/table-chart/query.ts";
import { transform } from "../../chart-kit/table-chart/transform.ts";
import type { Section } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { card } from "./card.ts";

/** Fixed here: columns are always movable, percentages use the rows shown, values are plain text. */
const FIXED_SETTINGS = new Set(["percent_metric_calculation", "allow_rearrange_columns", "allow_render_html"]);

const sections: readonly Section[] = tableSections.map((section) => ({
  ...section,
  rows: section.rows.flatMap((row) => {
    const visible = row.filter(({ name }) => !FIXED_SETTINGS.has(name));
    return visible.length > 0 ? [visible] : [];
  }),
}));

/** Superset draws this key with another grid; here both tables share a renderer. */
export const definition = defineChartType({
  card,
  sections,
  schema: TableFormData,
  defaults: (dataset) => ({
    temporal_columns_lookup: Object.fromEntries(
      (dataset?.columns ?? []).filter((c) => isTemporal(c.column_name, dataset)).map((c) => [c.column_name, true]),
    ),
  }),
  buildQuery: (formData, options) => buildQuery(withFixedSettings(formData), options),
  transform: (input) => {
    const drawing = transform({ ...input, formData: withFixedSettings(input.formData) });
    return { ...drawing, props: { ...drawing.props, grid: ownStateOf(input.ownState) } };
  },
  migrate: withQueryMode,
});

function withFixedSettings(formData: TableFormData): TableFormData {
  return {
    ...formData,
    percent_metric_calculation: "row_limit",
    allow_rearrange_columns: true,
    allow_render_html: false,
  };
}
