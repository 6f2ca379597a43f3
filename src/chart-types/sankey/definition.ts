import {
  colorSchemeControl,
  filtersControl,
  metricControl as metricPicker,
  rowLimitControl,
  sortByMetricControl,
} from "../../chart-kit/controls/controls.ts";
import type { Control, Section } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import type { Message } from "../../i18n/message.ts";
import { msg } from "../../i18n/translate.ts";
import type { FormData } from "../../model/form-data.ts";
import { baseQuery, metricOrder, queryContext } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { SankeyForm } from "./schema.ts";
import { transform } from "./transform.ts";

const end = (name: string, label: Message, description: Message): Control => ({
  name,
  label,
  widget: "columns",
  multi: false,
  sqlAllowed: false,
  required: true,
  description,
});

const sections: readonly Section[] = [
  {
    label: msg("Query"),
    expanded: true,
    tab: "data",
    rows: [
      [end("source", msg("Source"), msg("Where each flow starts"))],
      [end("target", msg("Target"), msg("Where each flow ends"))],
      [metricPicker()],
      [filtersControl()],
      [rowLimitControl()],
      [sortByMetricControl({ default: false })],
    ],
  },
  { label: msg("Chart options"), expanded: true, tab: "customize", rows: [[colorSchemeControl()]] },
];

export const definition = defineChartType({
  card,
  sections,
  schema: SankeyForm,
  defaults: () => ({ sort_by_metric: true }),
  buildQuery: (form) =>
    queryContext(form, [
      {
        ...baseQuery(form),
        groupby: [form.source, form.target].filter((column) => column !== null && column !== undefined),
        metrics: form.metric ? [form.metric] : [],
        ...metricOrder(form, form.metric, [form.source, form.target]),
      },
    ]),
  transform,
  migrate: fromSankey,
});

function fromSankey(formData: FormData): FormData {
  if (formData.viz_type !== "sankey") return formData;
  const { groupby, ...rest } = formData;
  const [source, target] = Array.isArray(groupby) ? groupby : [];
  return { ...rest, viz_type: "sankey_v2", source: formData.source ?? source, target: formData.target ?? target };
}
