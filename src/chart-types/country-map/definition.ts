import {
  currencyControl,
  filtersControl,
  linearColorSchemeControl,
  metricControl as metricPicker,
  numberFormatControl,
} from "../../chart-kit/controls/controls.ts";
import type { Section } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { baseQuery, queryContext } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { countries, countryOf } from "./countries.ts";
import { CountryMapForm } from "./schema.ts";
import { transform } from "./transform.ts";

const sections: readonly Section[] = [
  {
    label: "Query",
    expanded: true,
    tab: "data",
    rows: [
      [
        {
          name: "select_country",
          label: "Country",
          widget: "select",
          choices: countries.map(({ key, name }) => [key, name] as const),
          required: true,
          render: true,
          description: "Country whose regions are shown",
          validate: (value) => (countryOf(String(value)) ? undefined : `No map available for “${String(value)}”`),
        },
      ],
      [
        {
          name: "entity",
          label: "ISO 3166-2 codes",
          widget: "columns",
          multi: false,
          sqlAllowed: true,
          required: true,
          description: "Column with region codes such as US-CA or CA, or region names",
        },
      ],
      [metricPicker()],
      [filtersControl()],
    ],
  },
  {
    label: "Chart options",
    expanded: true,
    tab: "customize",
    rows: [[numberFormatControl({ name: "number_format" })], [currencyControl()], [linearColorSchemeControl()]],
  },
];

export const definition = defineChartType({
  card,
  sections,
  schema: CountryMapForm,
  buildQuery: (form) =>
    queryContext(form, [
      {
        ...baseQuery(form),
        columns: form.entity ? [form.entity] : [],
        metrics: form.metric ? [form.metric] : [],
      },
    ]),
  transform,
});
