import { endsText } from "../../chart-kit/axes/extremes-text.ts";
import { densityOf } from "../../chart-kit/density.ts";
import { tooltipOption } from "../../chart-kit/echart/base-option.ts";
import type { EChartSpec, Mark, TooltipContent } from "../../chart-kit/echart/echart-spec.ts";
import { areaFrame, areaSeries, LEGEND_LINE, shadesOf } from "../../chart-kit/map/choropleth.ts";
import { cssOf, toRgba } from "../../chart-kit/map/color.ts";
import type { MapLegend } from "../../chart-kit/map/map-spec.ts";
import { isInSelection, labelOf, selectionOf } from "../../chart-kit/selection.ts";
import { rowsOf } from "../../chart-kit/table/column.ts";
import { type Measure, measureOf, numberIn } from "../../chart-kit/values/measure.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { columnLabel } from "../../model/adhoc.ts";
import type { DataRow, DataValue } from "../../model/query-context.ts";
import { type Country, countryOf } from "./country-index.ts";
import type { WorldMapForm } from "./schema.ts";

type Input = TransformInput<WorldMapForm>;

export interface WorldDrawing {
  picture: EChartSpec;
  legend: MapLegend | null;
}

interface Place {
  row: DataRow;
  country: Country;
  entity: DataValue;
  value: number | null;
  size: number;
}

export const WORLD = "countries of the world";

export function transform(input: Input): Drawing<WorldDrawing> {
  const { formData: form } = input;
  const measure = measureOf(form.metric, input, { format: form.y_axis_format, currency: form.currency_format });
  const second = form.show_bubbles && form.secondary_metric ? measureOf(form.secondary_metric, input) : null;
  const { places, unknown } = placesOf(input, { measure, second });
  const summary = summaryOf(places, measure);
  const look = lookOf(input, places, measure);
  const columns = form.entity ? [form.entity] : [];
  const isSelected = (place: Place) => isInSelection(input.selected, columns, [place.entity]);
  const markOf = (place: Place | undefined): Mark | null =>
    place
      ? {
          text: `${place.country.title()}: ${valueText(place.value, measure)}`,
          selection: selectionOf(columns, [place.entity]),
          isSelected: isSelected(place),
        }
      : null;
  const colorOf = (place: Place) => (input.selected && !isSelected(place) ? input.theme.muted : look.colorOf(place));
  return {
    summary,
    isEmpty: !places.some((place) => form.color_by === "country" || place.value !== null || place.size > 0),
    ...(unknown.length > 0 ? { warning: unknownText(unknown) } : {}),
    props: {
      legend: look.legend,
      picture: {
        summary,
        size: places.length,
        option: optionOf(input, places, { colorOf, hasBubbles: second !== null, hasLegend: look.legend !== null }),
        tooltip: ([hit]) => tooltipOf(places[hit?.dataIndex ?? -1], { measure, second, colorOf }),
        mark: ({ dataIndex }) => markOf(places[dataIndex]),
        walk: [{ seriesIndex: 0, length: places.length }],
      },
    },
  };
}

function placesOf(
  { formData: form, results }: Input,
  { measure, second }: { measure: Measure; second: Measure | null },
) {
  const key = form.entity ? columnLabel(form.entity) : "";
  const places: Place[] = [];
  const unknown: string[] = [];
  for (const row of rowsOf(results[0])) {
    const country = countryOf(row[key], form.country_fieldtype);
    if (!country) {
      unknown.push(labelOf(row[key]));
      continue;
    }
    const size = second ? Math.max(0, numberIn(row, second.key) ?? 0) : 0;
    places.push({ row, country, entity: (row[key] ?? null) as DataValue, value: numberIn(row, measure.key), size });
  }
  places.sort((a, b) => (b.value ?? Number.NEGATIVE_INFINITY) - (a.value ?? Number.NEGATIVE_INFINITY));
  return { places, unknown };
}

function unknownText(unknown: readonly string[]): string {
  const named = unknown.slice(0, 3).join(", ");
  if (unknown.length <= 3) return t("Not found on the map: {names}", { names: named });
  return t("Not found on the map: {names} and {count, number} more", { names: named, count: unknown.length - 3 });
}

function lookOf(input: Input, places: readonly Place[], measure: Measure) {
  const { formData: form, rampOf } = input;
  if (form.color_by === "country") {
    return { colorOf: ({ country }: Place) => input.colorOf(country.name), legend: null };
  }
  const { legend, shadeOf } = shadesOf(input, {
    ramp: rampOf(form.linear_color_scheme),
    values: places.flatMap(({ value }) => value ?? []),
    measure,
    corner: "bl",
  });
  return { legend, colorOf: ({ value }: Place) => shadeOf(value) };
}

interface Look {
  colorOf(place: Place): string;
  hasBubbles: boolean;
  hasLegend: boolean;
}

function optionOf(input: Input, places: readonly Place[], look: Look): Record<string, unknown> {
  const { theme, width, height } = input;
  const { colorOf, hasBubbles, hasLegend } = look;
  // In large charts the legend covers the ocean.
  const frame = hasLegend && densityOf(width, height) === "compact" ? { bottom: LEGEND_LINE } : {};
  const areas = places.map((place) => ({ id: place.country.cca3, value: place.value, color: colorOf(place) }));
  const countries = { ...areaSeries(WORLD, areas, theme), ...frame };
  return {
    tooltip: tooltipOption(theme),
    series: hasBubbles ? [countries, bubblesOf(input, places)] : [countries],
    ...(hasBubbles ? { geo: { ...areaFrame(WORLD), ...frame, silent: true, itemStyle: { opacity: 0 }, z: 3 } } : {}),
  };
}

/** Same order as countries, so that both refer to the same rows. */
function bubblesOf({ formData: form, theme, width, height }: Input, places: readonly Place[]) {
  const most = places.reduce((top, { size }) => Math.max(top, size), 0);
  const widest = form.max_bubble_size * 2 * Math.min(1, Math.min(width / 800, height / 400));
  const color = form.color_picker ? cssOf(toRgba(form.color_picker)) : theme.warm;
  return {
    type: "scatter",
    coordinateSystem: "geo",
    z: 4,
    itemStyle: { color, opacity: 0.65, borderColor: theme.background, borderWidth: 0.75 },
    data: places.map(({ country, size }) => ({
      value: [country.longitude, country.latitude],
      symbolSize: most > 0 ? Math.max(size > 0 ? 2 : 0, Math.sqrt(size / most) * widest) : 0,
    })),
  };
}

interface Tip {
  measure: Measure;
  second: Measure | null;
  colorOf(place: Place): string;
}

function tooltipOf(place: Place | undefined, { measure, second, colorOf }: Tip): TooltipContent | null {
  if (!place) return null;
  const rows = [{ color: colorOf(place), label: measure.label, value: valueText(place.value, measure) }];
  const more = second ? [{ label: second.label, value: second.full(place.size) }] : [];
  return { title: place.country.title(), rows: [...rows, ...more] };
}

const valueText = (value: number | null, measure: Measure) => (value === null ? "N/A" : measure.full(value));

function summaryOf(places: readonly Place[], measure: Measure): string {
  const known = places.filter(({ value }) => value !== null);
  if (known.length === 0) return t("World map by {measure}: no values.", { measure: measure.label });
  const ends = endsText(known, {
    valueIn: ({ value }) => value ?? 0,
    say: ({ country, value }) => `${country.title()} (${valueText(value, measure)})`,
    write: measure.full,
  });
  return t("World map of {count, plural, one {# country} other {# countries}} by {measure}: {ends}.", {
    count: places.length,
    measure: measure.label,
    ends,
  });
}
