import {
  colorSchemeControl,
  countChoices,
  filtersControl,
  groupbyControl,
  numberFormatControl,
  renderCheckbox,
  rowLimitControl,
} from "../../chart-kit/controls/controls.ts";
import { plainColumn } from "../../chart-kit/selection.ts";
import type { Section } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { NOT_AN_INTEGER } from "../../chart-seam/problems.ts";
import { msg } from "../../i18n/translate.ts";
import { columnLabel } from "../../model/adhoc.ts";
import type { FormData } from "../../model/form-data.ts";
import type { QueryContext } from "../../model/query-context.ts";
import { baseQuery, queryContext } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { DEFAULT_BINS, HistogramForm } from "./schema.ts";
import { transform } from "./transform.ts";

const query: Section = {
  label: msg("Query"),
  expanded: true,
  tab: "data",
  rows: [
    [
      {
        name: "column",
        label: msg("Column"),
        widget: "columns",
        multi: false,
        accepts: "numeric",
        sqlAllowed: true,
        required: true,
        description: msg("Numeric column to group into ranges"),
      },
    ],
    [groupbyControl()],
    [filtersControl()],
    [rowLimitControl()],
    [
      {
        name: "bins",
        label: msg("Bins"),
        widget: "select",
        choices: countChoices(5, 10, 15, 20),
        freeForm: true,
        numeric: true,
        default: DEFAULT_BINS,
        description: msg("Number of equal-width ranges"),
        validate: (value) =>
          Number.isInteger(Number(value ?? DEFAULT_BINS)) && Number(value ?? DEFAULT_BINS) > 0
            ? undefined
            : NOT_AN_INTEGER,
      },
    ],
    [
      {
        name: "normalize",
        label: msg("Normalize"),
        widget: "checkbox",
        default: false,
        description: msg("Show percentages of all rows instead of counts"),
      },
    ],
    [
      {
        name: "cumulative",
        label: msg("Cumulative"),
        widget: "checkbox",
        default: false,
        description: msg("Each bin includes all bins before it"),
      },
    ],
  ],
};

const options: Section = {
  label: msg("Chart options"),
  expanded: true,
  tab: "customize",
  rows: [
    [colorSchemeControl()],
    [
      {
        name: "highlight_from",
        label: msg("Highlight from"),
        widget: "number",
        render: true,
        description: msg("Bins from this value up are highlighted. The others are gray"),
        visible: ({ formData }) => !Array.isArray(formData.groupby) || formData.groupby.length === 0,
        keepWhenHidden: true,
      },
    ],
    [renderCheckbox("show_value", msg("Show value"), false)],
    [renderCheckbox("show_legend", msg("Show legend"), true)],
    [{ name: "x_axis_title", label: msg("X-axis title"), widget: "text", render: true, default: "" }],
    [numberFormatControl({ name: "x_axis_format", label: msg("X-axis format") })],
    [{ name: "y_axis_title", label: msg("Y-axis title"), widget: "text", render: true, default: "" }],
    [numberFormatControl({ name: "y_axis_format", label: msg("Y-axis format") })],
  ],
};

function buildQuery(formData: HistogramForm): QueryContext {
  const { column, groupby } = formData;
  return queryContext(formData, [
    {
      ...baseQuery(formData),
      columns: [...groupby, ...(column ? [column] : [])],
      post_processing: [
        {
          operation: "histogram",
          options: {
            column: column ? columnLabel(column) : "",
            groupby: groupby.map(columnLabel),
            bins: formData.bins ?? DEFAULT_BINS,
            cumulative: formData.cumulative ?? false,
            normalize: formData.normalize ?? false,
          },
        },
      ],
    },
  ]);
}

export const definition = defineChartType({
  card,
  sections: [query, options],
  schema: HistogramForm,
  buildQuery,
  ranges: ({ column }) => {
    const name = plainColumn(column);
    return name === undefined ? [] : [{ column: name, kind: "number" }];
  },
  transform,
  migrate: fromHistogram,
});

/** The legacy histogram stores its column as `all_columns_x` and its bins as `link_length`. */
function fromHistogram(formData: FormData): FormData {
  if (formData.viz_type !== "histogram" && formData.all_columns_x === undefined) return formData;
  const { all_columns_x, link_length, normalized, x_axis_label, y_axis_label, ...rest } = formData;
  const earlier = {
    column: Array.isArray(all_columns_x) ? all_columns_x[0] : all_columns_x,
    bins: Number(link_length ?? DEFAULT_BINS),
    normalize: normalized === true,
    x_axis_title: x_axis_label ?? "",
    y_axis_title: y_axis_label ?? "",
  };
  return { ...earlier, ...rest, viz_type: "histogram_v2" };
}
