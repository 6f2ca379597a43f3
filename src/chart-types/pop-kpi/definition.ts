import { changeColorRows, offsetOf, timeCompareRows } from "../../chart-kit/controls/comparison-controls.ts";
import {
  currencyControl,
  filtersControl,
  isMissing,
  metricControl,
  numberFormatControl,
  rowLimitControl,
} from "../../chart-kit/controls/controls.ts";
import { headerSizeControl, subheaderSizeControl, subtitleRows } from "../../chart-kit/kpi/controls.ts";
import type { Section } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { msg } from "../../i18n/translate.ts";
import { baseQuery, queryContext } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { PopKpiForm } from "./schema.ts";
import { transform } from "./transform.ts";

const isCompared = ({ formData }: { formData: Readonly<Record<string, unknown>> }) => !isMissing(formData.time_compare);

const sections: readonly Section[] = [
  {
    label: msg("Query"),
    expanded: true,
    tab: "data",
    rows: [[metricControl()], [filtersControl()], [rowLimitControl()]],
  },
  { label: msg("Time comparison"), expanded: true, tab: "data", rows: timeCompareRows },
  {
    label: msg("Chart options"),
    expanded: true,
    tab: "customize",
    rows: [
      [numberFormatControl({ name: "y_axis_format" })],
      [
        numberFormatControl({
          name: "percentDifferenceFormat",
          label: msg("Percentage difference format"),
          visible: isCompared,
          keepWhenHidden: true,
        }),
      ],
      [currencyControl()],
      [{ ...headerSizeControl, default: 0.2 }],
      ...subtitleRows,
      [{ ...subheaderSizeControl, label: msg("Comparison font size"), default: 0.125 }],
      ...changeColorRows(isCompared),
      [
        {
          name: "column_config",
          label: msg("Customize columns"),
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

export const definition = defineChartType({
  card,
  sections,
  schema: PopKpiForm,
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
