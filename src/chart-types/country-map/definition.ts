import {
  currencyControl,
  filtersControl,
  linearColorSchemeControl,
  metricControl as metricPicker,
  numberFormatControl,
} from "../../chart-kit/controls/controls.ts";
import { countryName } from "../../chart-kit/map/country-name.ts";
import type { Section } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { currentLocale } from "../../i18n/locale.ts";
import { msg, t } from "../../i18n/translate.ts";
import { baseQuery, queryContext } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { countries, countryOf } from "./countries.ts";
import { CountryMapForm } from "./schema.ts";
import { transform } from "./transform.ts";

function countryChoices(): [string, string][] {
  const { language } = currentLocale();
  const named = countries.map(({ key, code, name }): [string, string] => [key, countryName(code, name)]);
  return named.sort(([, a], [, b]) => a.localeCompare(b, language));
}

const sections: readonly Section[] = [
  {
    label: msg("Query"),
    expanded: true,
    tab: "data",
    rows: [
      [
        {
          name: "select_country",
          label: msg("Country"),
          widget: "select",
          choices: countryChoices,
          required: true,
          render: true,
          description: msg("Country whose regions are shown"),
          validate: (value) =>
            countryOf(String(value)) ? undefined : t("No map available for “{country}”", { country: String(value) }),
        },
      ],
      [
        {
          name: "entity",
          label: msg("ISO 3166-2 codes"),
          widget: "columns",
          multi: false,
          sqlAllowed: true,
          required: true,
          description: msg("Column with region codes such as US-CA or CA, or region names"),
        },
      ],
      [metricPicker()],
      [filtersControl()],
    ],
  },
  {
    label: msg("Chart options"),
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
