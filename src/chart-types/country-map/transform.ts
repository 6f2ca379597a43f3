import { endsText } from "../../chart-kit/axes/extremes-text.ts";
import { shadesOf } from "../../chart-kit/map/choropleth.ts";
import type { MapLegend } from "../../chart-kit/map/map-spec.ts";
import { labelOf } from "../../chart-kit/selection.ts";
import { rowsOf } from "../../chart-kit/table/column.ts";
import { type Measure, measureOf, numberIn } from "../../chart-kit/values/measure.ts";
import type { ChartTheme, Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { columnLabel } from "../../model/adhoc.ts";
import { type Country, countryOf } from "./countries.ts";
import type { CountryMapForm } from "./schema.ts";

export interface CountryDrawing {
  country: Country | undefined;
  values: readonly RegionValue[];
  measure: Measure;
  shadeOf(value: number | null): string;
  legend: MapLegend | null;
  theme: ChartTheme;
  summary: string;
}

export interface RegionValue {
  name: string;
  value: number | null;
}

export function transform(input: TransformInput<CountryMapForm>): Drawing<CountryDrawing> {
  const { formData: form, theme } = input;
  const country = countryOf(form.select_country);
  const measure = measureOf(form.metric, input, { format: form.number_format, currency: form.currency_format });
  const key = form.entity ? columnLabel(form.entity) : "";
  const values = rowsOf(input.results[0])
    .map((row): RegionValue => ({ name: labelOf(row[key]), value: numberIn(row, measure.key) }))
    .sort((a, b) => (b.value ?? Number.NEGATIVE_INFINITY) - (a.value ?? Number.NEGATIVE_INFINITY));
  const shades = shadesOf(input, {
    ramp: input.rampOf(form.linear_color_scheme),
    values: values.flatMap(({ value }) => value ?? []),
    measure,
    corner: "br",
  });
  const summary = summaryOf(country?.name ?? t("a country"), values, measure);
  return {
    summary,
    isEmpty: values.every(({ value }) => value === null),
    props: { country, values, measure, theme, summary, ...shades },
  };
}

export function summaryOf(country: string, values: readonly RegionValue[], measure: Measure): string {
  const known = values.filter(({ value }) => value !== null);
  if (known.length === 0) return t("Map of {country} by {measure}: no values.", { country, measure: measure.label });
  const ends = endsText(known, {
    valueIn: ({ value }) => value ?? 0,
    say: ({ name, value }) => `${name} (${measure.full(value ?? 0)})`,
    write: measure.full,
  });
  const of = { country, measure: measure.label, ends };
  if (values.length === 1) return t("Map of {country}, one region by {measure}: {ends}.", of);
  return t("Map of {country}, {count, plural, one {# region} other {# regions}} by {measure}: {ends}.", {
    ...of,
    count: values.length,
  });
}
