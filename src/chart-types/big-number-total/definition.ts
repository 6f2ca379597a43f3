import { filtersControl, metricControl } from "../../chart-kit/controls/controls.ts";
import { figureFormatRows, headerSizeControl, subtitleRows, withSubtitle } from "../../chart-kit/kpi/controls.ts";
import type { Section } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { baseQuery, queryContext } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { BigNumberTotalForm } from "./schema.ts";
import { transform } from "./transform.ts";

const sections: readonly Section[] = [
  { label: "Query", expanded: true, tab: "data", rows: [[metricControl()], [filtersControl()]] },
  {
    label: "Chart options",
    expanded: true,
    tab: "customize",
    rows: [
      [headerSizeControl],
      ...subtitleRows,
      ...figureFormatRows,
      [
        {
          name: "conditional_formatting",
          label: "Conditional formatting",
          widget: "conditional-formatting",
          render: true,
          description: "Color the number by its value",
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
