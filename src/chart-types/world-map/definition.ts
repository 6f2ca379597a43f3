import {
  colorSchemeControl,
  currencyControl,
  filtersControl,
  linearColorSchemeControl,
  metricControl as metricPicker,
  numberFormatControl,
  rowLimitControl,
  sortByMetricControl,
} from "../../chart-kit/controls/controls.ts";
import { colorPicker } from "../../chart-kit/map/map-controls.ts";
import { type Section, verbatim } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { msg } from "../../i18n/translate.ts";
import { metricLabel } from "../../model/adhoc.ts";
import { baseQuery, queryContext } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { WorldMapForm } from "./schema.ts";
import { transform } from "./transform.ts";

type Forms = { formData: Readonly<Record<string, unknown>> };

const hasBubbles = ({ formData }: Forms) => formData.show_bubbles === true;

const isByCountry = ({ formData }: Forms) => formData.color_by === "country";

const sections: readonly Section[] = [
  {
    label: msg("Query"),
    expanded: true,
    tab: "data",
    rows: [
      [
        {
          name: "entity",
          label: msg("Country column"),
          widget: "columns",
          multi: false,
          sqlAllowed: true,
          required: true,
          description: msg("Column with country codes or names"),
        },
      ],
      [
        {
          name: "country_fieldtype",
          label: msg("Country field type"),
          widget: "select",
          choices: [
            ["name", msg("Full name")],
            ["cioc", msg("IOC code (cioc), such as GER")],
            ["cca2", msg("ISO 3166-1 alpha-2 (cca2), such as DE")],
            ["cca3", msg("ISO 3166-1 alpha-3 (cca3), such as DEU")],
          ],
          default: "cca2",
          render: true,
        },
      ],
      [metricPicker()],
      [filtersControl()],
      [rowLimitControl()],
      [sortByMetricControl({ default: false })],
    ],
  },
  {
    label: msg("Chart options"),
    expanded: true,
    tab: "customize",
    rows: [
      [
        {
          name: "color_by",
          label: msg("Color by"),
          widget: "radio",
          choices: [
            ["metric", msg("Metric")],
            ["country", msg("Country")],
          ],
          default: "metric",
          render: true,
        },
      ],
      [linearColorSchemeControl({ visible: (state) => !isByCountry(state) })],
      [colorSchemeControl({ visible: isByCountry })],
      [numberFormatControl({ name: "y_axis_format" })],
      [currencyControl()],
    ],
  },
  {
    label: msg("Bubbles"),
    expanded: true,
    tab: "data",
    rows: [
      [{ name: "show_bubbles", label: msg("Show bubbles"), widget: "checkbox", default: false }],
      [
        metricPicker({
          name: "secondary_metric",
          label: msg("Bubble size"),
          required: false,
          visible: hasBubbles,
        } as object),
      ],
      [
        {
          name: "max_bubble_size",
          label: msg("Maximum bubble size"),
          widget: "select",
          choices: [5, 10, 15, 25, 50, 75, 100].map((size) => [size, verbatim(String(size))] as const),
          freeForm: true,
          numeric: true,
          default: 25,
          render: true,
          visible: hasBubbles,
        },
      ],
      [colorPicker("color_picker", msg("Bubble color"), { visible: hasBubbles })],
    ],
  },
];

export const definition = defineChartType({
  card,
  sections,
  schema: WorldMapForm,
  buildQuery: (form) => {
    const metrics = [form.metric, form.show_bubbles ? form.secondary_metric : null].filter(
      (metric) => metric !== null && metric !== undefined,
    );
    const labels = metrics.map(metricLabel);
    const [main] = metrics;
    return queryContext(form, [
      {
        ...baseQuery(form),
        columns: form.entity ? [form.entity] : [],
        metrics: metrics.filter((metric, index) => labels.indexOf(metricLabel(metric)) === index),
        ...(form.sort_by_metric && main ? { orderby: [[main, false]] } : {}),
      },
    ]);
  },
  transform,
});
