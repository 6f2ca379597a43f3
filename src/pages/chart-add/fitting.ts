import type { ChartCard } from "../../chart-seam/chart-type.ts";
import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { columnKind } from "../../model/column-kind.ts";
import type { Dataset, DatasetColumn } from "../../model/dataset.ts";

/** What a dataset has to offer to a chart type. */
type Need = "date" | "dates" | "number" | "numbers" | "category" | "categories" | "coordinates" | "country" | "shape";

/** The first alternative that the dataset meets is the reason; every metric can be a count. */
type Alternatives = readonly (readonly Need[])[];

export interface Fit {
  isFitting: boolean;
  text: string;
}

export const MOST_USED = [
  "echarts_timeseries_line",
  "echarts_timeseries_bar",
  "table",
  "big_number_total",
  "pie",
  "pivot_table_v2",
] as const;

const NEED_WORDS: Readonly<Record<Need, string>> = {
  date: t("a date"),
  dates: t("2 dates"),
  number: t("a number"),
  numbers: t("2 numbers"),
  category: t("a category"),
  categories: t("2 categories"),
  coordinates: t("coordinates"),
  country: t("a country or region"),
  shape: t("shapes"),
};

export function fitOf(card: ChartCard, dataset: Pick<Dataset, "columns">): Fit | undefined {
  const alternatives = FITTING[card.key] ?? CATEGORY_FITTING[card.category];
  if (!alternatives || alternatives.length === 0) return undefined;
  const offered = offersOf(dataset.columns);
  const met = alternatives.find((needs) => needs.every((need) => offered.has(need)));
  if (!met) {
    const missing = alternatives.map((needs) => needs.filter((need) => !offered.has(need)));
    const [least = []] = missing.sort((a, b) => a.length - b.length);
    return { isFitting: false, text: t("Needs: {columns}", { columns: words(least) }) };
  }
  return { isFitting: true, text: met.length > 0 ? t("Fits: {columns}", { columns: words(met) }) : t("Fits any data") };
}

const words = (needs: readonly Need[]) => list(needs.map((need) => NEED_WORDS[need]));

const NON_MEASURE = /(^|_)(id|uuid|code|key|zip|lat|lon|lng|latitude|longitude)$/i;
const LATITUDE = /(^|_)lat(itude)?$/i;
const LONGITUDE = /(^|_)(lon|lng|longitude)$/i;
const COUNTRY = /country|nation|state|region|province|iso/i;
const SHAPE = /geo_?json|geom|polygon|outline|wkt|path/i;

function offersOf(columns: readonly DatasetColumn[]): Set<Need> {
  const ofKind = (kind: string) => columns.filter((column) => columnKind(column) === kind);
  const numbers = ofKind("numeric");
  const texts = ofKind("text");
  const measures = numbers.filter(({ column_name }) => !NON_MEASURE.test(column_name)).length;
  const categories = texts.filter(({ groupby }) => groupby).length + ofKind("boolean").length;
  const dates = ofKind("temporal").length;
  const named = (found: readonly DatasetColumn[], name: RegExp) => found.some((one) => name.test(one.column_name));
  const offers: Readonly<Record<Need, boolean>> = {
    date: dates > 0,
    dates: dates > 1,
    number: measures > 0,
    numbers: measures > 1,
    category: categories > 0,
    categories: categories > 1,
    coordinates: named(numbers, LATITUDE) && named(numbers, LONGITUDE),
    country: named(texts, COUNTRY),
    shape: named(texts, SHAPE),
  };
  return new Set((Object.keys(offers) as Need[]).filter((need) => offers[need]));
}

const OVER_TIME: Alternatives = [["date", "number"], ["date"]];
const BY_CATEGORY: Alternatives = [["category", "number"], ["category"]];
const BARS: Alternatives = [["category", "number"], ["date", "number"], ["category"], ["date"]];
const PAIRS: Alternatives = [["categories", "number"], ["categories"]];
const ANY: Alternatives = [[]];
const SHAPES: Alternatives = [["shape"]];
const COUNTRIES: Alternatives = [["country", "number"], ["country"]];

/** Where a type needs other columns than its category. */
const FITTING: Readonly<Record<string, Alternatives | undefined>> = {
  table: ANY,
  "ag-grid-table": ANY,
  handlebars: ANY,
  time_table: OVER_TIME,
  pivot_table_v2: PAIRS,
  big_number: OVER_TIME,
  pop_kpi: OVER_TIME,
  big_number_total: [["number"], []],
  gauge_chart: [["number"], []],
  bullet: [["number"], []],
  funnel: BY_CATEGORY,
  echarts_timeseries_bar: BARS,
  waterfall: BARS,
  echarts_timeseries_scatter: [["numbers"], ["date", "number"], ["date"]],
  histogram_v2: [["number"]],
  horizon: OVER_TIME,
  box_plot: [
    ["category", "number"],
    ["date", "number"],
  ],
  bubble_v2: [["numbers", "category"]],
  cal_heatmap: OVER_TIME,
  heatmap_v2: [["categories", "number"], ["date", "category"], ["categories"]],
  paired_ttest: [["date", "category"]],
  para: [["numbers", "category"]],
  rose: OVER_TIME,
  gantt_chart: [["dates", "category"]],
  tree_chart: [["categories"]],
  world_map: COUNTRIES,
  country_map: COUNTRIES,
  deck_geojson: SHAPES,
  deck_path: SHAPES,
  deck_polygon: SHAPES,
  // These combine saved charts.
  deck_multi: [],
  cartodiagram: [],
};

const CATEGORY_FITTING: Readonly<Partial<Record<ChartCard["category"], Alternatives>>> = {
  Evolution: OVER_TIME,
  "Part of a Whole": BY_CATEGORY,
  Ranking: BY_CATEGORY,
  Flow: PAIRS,
  Map: [["coordinates"]],
};
