import { z } from "zod";
import type { ChartType } from "../chart-seam/chart-type.ts";
import { type Section, verbatim } from "../chart-seam/control.ts";
import { defineChartType } from "../chart-seam/define.ts";
import { Dataset } from "../model/dataset.ts";
import { columnsControl, FormData, metricControl, metricsControl, parseDatasource } from "../model/form-data.ts";

export const UNEMPLOYMENT = Dataset.parse({
  id: 3,
  table_name: "unemployment",
  main_dttm_col: "date",
  columns: [
    { column_name: "date", type: "DATE", is_dttm: true, type_generic: 2 },
    { column_name: "series", type: "VARCHAR", type_generic: 1, verbose_name: "Industry" },
    { column_name: "count", type: "BIGINT", type_generic: 0 },
    { column_name: "rate", type: "DOUBLE", type_generic: 0, description: "percent of the labor force" },
    { column_name: "sector", type: "VARCHAR", type_generic: 1, expression: "upper(series)" },
  ],
  metrics: [
    { metric_name: "count", expression: "COUNT(*)", verbose_name: "Rows" },
    { metric_name: "avg_rate", expression: "AVG(rate)" },
  ],
  time_grain_sqla: [
    ["P1D", "Day"],
    ["P1M", "Month"],
  ],
});

export const WEATHER = Dataset.parse({
  id: 9,
  table_name: "weather",
  columns: [
    { column_name: "date", type: "DATE", is_dttm: true, type_generic: 2 },
    { column_name: "rate", type: "DOUBLE", type_generic: 0 },
  ],
  metrics: [{ metric_name: "count", expression: "COUNT(*)" }],
});

const filters: Section["rows"] = [
  [{ name: "adhoc_filters", label: verbatim("Filters"), widget: "filters", default: [] }],
  [
    {
      name: "row_limit",
      label: verbatim("Row limit"),
      widget: "select",
      choices: [[1000, verbatim("1,000")]],
      freeForm: true,
      default: 10000,
    },
  ],
];

const SERIES_SECTIONS: Section[] = [
  {
    label: verbatim("Query"),
    rows: [
      [{ name: "x_axis", label: verbatim("X axis"), widget: "columns", multi: false, required: true }],
      [{ name: "metrics", label: verbatim("Metrics"), widget: "metrics", multi: true, required: true }],
      [{ name: "groupby", label: verbatim("Dimensions"), widget: "columns", multi: true, default: [] }],
      [
        {
          name: "limit",
          label: verbatim("Series limit"),
          widget: "select",
          choices: [[5, verbatim("5")]],
          freeForm: true,
        },
      ],
      [
        {
          name: "group_others",
          label: verbatim("Group remaining as Others"),
          widget: "checkbox",
          default: false,
          visible: ({ formData }) => Boolean(formData.limit),
        },
      ],
      ...filters,
    ],
  },
  {
    label: verbatim("Legend"),
    rows: [
      [{ name: "show_legend", label: verbatim("Show legend"), widget: "checkbox", default: true, render: true }],
      [{ name: "title", label: verbatim("Title"), widget: "text", render: true }],
    ],
  },
];

const contextOf = (formData: FormData, queries: Record<string, unknown>[]) => ({
  datasource: parseDatasource(formData.datasource ?? "0__table"),
  queries,
});

const ANY_DRAWING = { drawing: () => ({ props: {}, summary: "" }) };

export const SERIES: ChartType = defineChartType({
  card: {
    folder: "sample",
    key: "series",
    replaces: ["old_series"],
    name: verbatim("Series"),
    description: verbatim("Measures over time"),
    category: "Evolution",
    tags: [verbatim("Trend")],
    icon: "chart-line",
    behaviors: [],
    skeleton: "line",
  },
  migrate: (formData) => ({ ...formData, viz_type: "series" }),
  sections: SERIES_SECTIONS,
  schema: FormData.extend({ metrics: metricsControl, groupby: columnsControl }),
  buildQuery: (form) => contextOf(form, [{ metrics: form.metrics, columns: form.groupby }]),
  transform: ANY_DRAWING.drawing,
});

export const SHARE: ChartType = defineChartType({
  card: {
    folder: "sample",
    key: "share",
    name: verbatim("Share"),
    description: verbatim("Parts of a whole"),
    category: "Part of a Whole",
    tags: [],
    icon: "chart-pie",
    behaviors: [],
    skeleton: "pie",
  },
  sections: [
    {
      label: verbatim("Query"),
      rows: [
        [{ name: "groupby", label: verbatim("Dimensions"), widget: "columns", multi: true, required: true }],
        [{ name: "metric", label: verbatim("Metric"), widget: "metrics", multi: false, required: true }],
        ...filters,
      ],
    },
  ],
  schema: FormData.extend({ metric: metricControl, groupby: columnsControl }),
  buildQuery: (form) => contextOf(form, [{ metrics: form.metric ? [form.metric] : [], columns: form.groupby }]),
  transform: ANY_DRAWING.drawing,
});

export const FIGURE: ChartType = defineChartType({
  card: {
    folder: "sample",
    key: "figure",
    name: verbatim("Figure"),
    description: verbatim("One number"),
    category: "KPI",
    tags: [],
    icon: "hash",
    behaviors: [],
    skeleton: "number",
  },
  sections: [
    {
      label: verbatim("Query"),
      rows: [
        [{ name: "metric", label: verbatim("Metric"), widget: "metrics", multi: false, required: true }],
        ...filters,
      ],
    },
  ],
  schema: z.looseObject({ ...FormData.shape, metric: metricControl }),
  buildQuery: (form) => contextOf(form, [{ metrics: form.metric ? [form.metric] : [], columns: [] }]),
  transform: ANY_DRAWING.drawing,
});

export function findSample(key: string): ChartType | undefined {
  return [SERIES, SHARE, FIGURE].find((type) => type.key === key || type.replaces?.includes(key));
}
