import { defineChartType } from "../../chart-seam/define.ts";
import type { FormData } from "../../model/form-data.ts";
import { baseQuery, metricOrder, queryContext } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { sections } from "./controls.ts";
import { TreemapForm } from "./schema.ts";
import { transform } from "./transform.ts";

export const definition = defineChartType({
  card,
  sections,
  schema: TreemapForm,
  defaults: () => ({ sort_by_metric: true }),
  buildQuery: (form) =>
    queryContext(form, [
      {
        ...baseQuery(form),
        columns: form.groupby,
        metrics: form.metric ? [form.metric] : [],
        ...metricOrder(form, form.metric, form.groupby),
      },
    ]),
  transform,
  migrate: fromTreemap,
});

function fromTreemap(formData: FormData): FormData {
  if (formData.viz_type !== "treemap") return formData;
  const { metrics, treemap_ratio, ...others } = formData;
  const metric = formData.metric ?? (Array.isArray(metrics) ? metrics[0] : metrics);
  return { ...others, viz_type: "treemap_v2", ...(metric ? { metric } : {}) };
}
