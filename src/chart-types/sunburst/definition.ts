import { defineChartType } from "../../chart-seam/define.ts";
import { metricLabel } from "../../model/adhoc.ts";
import type { FormData } from "../../model/form-data.ts";
import { baseQuery, metricOrder, queryContext } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { sections } from "./controls.ts";
import { SunburstForm } from "./schema.ts";
import { transform } from "./transform.ts";

export const definition = defineChartType({
  card,
  sections,
  schema: SunburstForm,
  defaults: () => ({ sort_by_metric: true }),
  buildQuery: (form) => {
    const { metric, secondary_metric: second } = form;
    const isOther = second && (!metric || metricLabel(second) !== metricLabel(metric));
    return queryContext(form, [
      {
        ...baseQuery(form),
        columns: form.columns,
        metrics: [...(metric ? [metric] : []), ...(isOther ? [second] : [])],
        ...metricOrder(form, metric, form.columns),
      },
    ]);
  },
  transform,
  migrate: fromSunburst,
});

function fromSunburst(formData: FormData): FormData {
  if (formData.viz_type !== "sunburst") return formData;
  const { groupby, ...rest } = formData;
  return { ...rest, viz_type: "sunburst_v2", columns: formData.columns ?? groupby };
}
