import { filtersControl, metricControl } from "../../chart-kit/controls/controls.ts";
import { figureFormatRows, headerSizeControl, subtitleRows, withSubtitle } from "../../chart-kit/kpi/controls.ts";
import type { Section } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { msg } from "../../i18n/translate.ts";
import { baseQuery, queryContext } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { BigNumberTotalForm } from "./schema.ts";
import { transform } from "./transform.ts";

const sections: readonly Section[] = [
  { label: msg("Query"), expanded: true, tab: "data", rows: [[metricControl()], [filtersControl()]] },
  {
    label: msg("Chart options"),
    expanded: true,
    tab: "customize",
    rows: [
      [headerSizeControl],
      ...subtitleRows,
      ...figureFormatRows,
      [
        {
          name: "conditional_formatting",
          label: msg("Conditional formatting"),
          widget: "conditional-formatting",
          render: true,
          description: msg("Color the number by its value"),
        },
      ],
    ],
  },
];

export const definition = defineChartType({
  card,
  sections,
  schema: BigNumberTotalForm,
  buildQuery: (formData) =>
    queryContext(formData, [
      { ...baseQuery(formData), columns: [], metrics: formData.metric ? [formData.metric] : [] },
    ]),
  transform,
  migrate: withSubtitle,
});
