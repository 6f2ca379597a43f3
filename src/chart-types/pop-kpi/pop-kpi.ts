import { z } from "zod";
import { changeColorRows, offsetOf, timeCompareRows } from "../../chart-kit/controls/comparison-controls.ts";
import {
  currencyControl,
  filtersControl,
  isMissing,
  metricControl,
  numberFormatControl,
  rowLimitControl,
} from "../../chart-kit/controls/controls.ts";
import { figureSchema, headerSizeControl, subheaderSizeControl, subtitleRows } from "../../chart-kit/kpi/controls.ts";
import type { Section } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { FormData, metricControl as metricSchema } from "../../model/form-data.ts";
import { baseQuery, queryContext } from "../../query/query-context.ts";
import { popKpiCard } from "./card.ts";
import { transform } from "./transform.ts";

const single = z.preprocess((value) => (Array.isArray(value) ? value[0] : value), z.string().nullish());
/** Settings of the earlier value, the difference and the change, by their symbols. */
const parts = z.record(
  z.string(),
  z.looseObject({
    visible: z.boolean().nullish(),
    displayTypeIcon: z.boolean().nullish(),
    customColumnName: z.string().nullish(),
  }),
);

export const PopKpiFormData = FormData.extend({
  ...figureSchema,
  metric: metricSchema,
  time_compare: single,
  start_date_offset: z.string().nullish(),
  percentDifferenceFormat: z.string().nullish(),
  comparison_color_enabled: z.boolean().nullish(),
  comparison_color_scheme: z.string().nullish().catch(null),
  column_config: parts.nullish().catch(null),
});
export type PopKpiFormData = z.infer<typeof PopKpiFormData>;

const isCompared = ({ formData }: { formData: Readonly<Record<string, unknown>> }) => !isMissing(formData.time_compare);

const sections: readonly Section[] = [
  { label: "Query", expanded: true, tab: "data", rows: [[metricControl()], [filtersControl()], [rowLimitControl()]] },
  { label: "Time comparison", expanded: true, tab: "data", rows: timeCompareRows },
  {
    label: "Chart options",
    expanded: true,
    tab: "customize",
    rows: [
      [numberFormatControl({ name: "y_axis_format" })],
      [
        numberFormatControl({
          name: "percentDifferenceFormat",
          label: "Percent difference format",
          visible: isCompared,
          keepWhenHidden: true,
        }),
      ],
      [currencyControl()],
      [{ ...headerSizeControl, default: 0.2 }],
      ...subtitleRows,
      [{ ...subheaderSizeControl, label: "Comparison font size", default: 0.125 }],
      ...changeColorRows(isCompared),
      [
        {
          name: "column_config",
          label: "Customize columns",
          widget: "column-config",
          render: true,
          default: {},
          visible: isCompared,
          keepWhenHidden: true,
        },
      ],
    ],
  },
];

/** One number, the same one of an earlier time range, and the change between. */
export const popKpi = defineChartType({
  card: popKpiCard,
  sections,
  schema: PopKpiFormData,
  buildQuery: (formData) => {
    const offset = offsetOf(formData);
    const query = {
      ...baseQuery(formData),
      columns: [],
      metrics: formData.metric ? [formData.metric] : [],
      ...(offset ? { time_offsets: [offset] } : {}),
    };
    return queryContext(formData, [query]);
  },
  transform,
});
