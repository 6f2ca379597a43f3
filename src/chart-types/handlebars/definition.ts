import { filtersControl, isTemporal, rowLimitControl } from "../../chart-kit/controls/controls.ts";
import { aggregateRows, modeRow, rawRows } from "../../chart-kit/table-chart/controls.ts";
import { queryModeOf } from "../../chart-kit/table-chart/form-data.ts";
import { withQueryMode } from "../../chart-kit/table-chart/migrate.ts";
import { buildQuery } from "../../chart-kit/table-chart/query.ts";
import type { Section } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { msg } from "../../i18n/translate.ts";
import { card } from "./card.ts";
import { HandlebarsForm, STARTING_TEMPLATE } from "./schema.ts";
import { transform } from "./transform.ts";

const STARTING_STYLE = `.data-list {
  line-height: 1.6;
}`;

const sections: readonly Section[] = [
  {
    label: msg("Query"),
    expanded: true,
    tab: "data",
    rows: [
      modeRow,
      ...aggregateRows,
      [
        {
          name: "include_time",
          label: msg("Include time"),
          widget: "checkbox",
          default: false,
          description: msg("Also group by the time column"),
          visible: ({ formData }) => formData.query_mode !== "raw" && Boolean(formData.granularity_sqla),
          keepWhenHidden: true,
        },
      ],
      ...rawRows,
      [filtersControl()],
      [rowLimitControl()],
    ],
  },
  {
    label: msg("Options"),
    expanded: true,
    tab: "data",
    rows: [
      [
        {
          name: "handlebarsTemplate",
          label: msg("Handlebars template"),
          widget: "textarea",
          language: "html",
          render: true,
          required: true,
          default: STARTING_TEMPLATE,
          description: msg(
            "HTML with Handlebars expressions. Rows are in data: '{{#each data}}{{name}}{{/each}}'. Unsafe markup is removed",
          ),
        },
      ],
      [
        {
          name: "styleTemplate",
          label: msg("CSS styles"),
          widget: "textarea",
          language: "css",
          render: true,
          default: STARTING_STYLE,
          description: msg("Applies to this chart only"),
        },
      ],
    ],
  },
];

export const definition = defineChartType({
  card,
  sections,
  schema: HandlebarsForm,
  defaults: (dataset) => ({
    temporal_columns_lookup: Object.fromEntries(
      (dataset?.columns ?? []).filter((c) => isTemporal(c.column_name, dataset)).map((c) => [c.column_name, true]),
    ),
  }),
  buildQuery: (formData) => buildQuery(withTime(formData), {}),
  transform,
  migrate: withQueryMode,
});

function withTime(formData: HandlebarsForm): HandlebarsForm {
  const plain = {
    ...formData,
    server_pagination: false,
    show_totals: false,
    timeseries_limit_metric: formData.timeseries_limit_metric ?? formData.metrics[0],
  };
  const time = formData.granularity_sqla;
  if (!formData.include_time || !time || queryModeOf(formData) === "raw") return plain;
  return { ...plain, groupby: [time, ...formData.groupby.filter((column) => column !== time)] };
}
