import type { Feature, FeatureCollection, MultiPolygon } from "geojson";
import { densityOf } from "../../chart-kit/density.ts";
import { tooltipOption } from "../../chart-kit/echart/base-option.ts";
import type { EChartSpec } from "../../chart-kit/echart/echart-spec.ts";
import { areaSeries, groundColor, LEGEND_LINE } from "../../chart-kit/map/choropleth.ts";
import type { MapLegend } from "../../chart-kit/map/map-spec.ts";
import { selectionOf } from "../../chart-kit/selection.ts";
import { t } from "../../i18n/translate.ts";
import { normalized } from "./countries.ts";
import { type CountryDrawing, summaryOf } from "./transform.ts";

export interface Region {
  /** ISO 3166-2; missing where it has none. */
  code?: string;
  name: string;
  english?: string;
}

export type Regions = FeatureCollection<MultiPolygon, Region & { id?: string }>;

export const idOf = ({ code, name }: Region): string => code ?? name;

export interface RegionPicture {
  picture: EChartSpec;
  legend: MapLegend | null;
  unknown: readonly string[];
  height: number;
}

interface Place {
  id: string;
  title: string;
  value: number | null;
  hasData: boolean;
}

const LEGEND = { width: 138, height: 84 };
const NOTE = 28;

export interface Box {
  width: number;
  height: number;
}

export function pictureOf(
  drawing: CountryDrawing,
  regions: Regions,
  { focus, box }: { focus: string | null; box: Box },
): RegionPicture {
  const { measure, shadeOf, theme, country } = drawing;
  const { places, unknown } = placesOf(drawing, regions);
  const series = areaSeries(
    mapOf(country?.code ?? ""),
    places.map(({ id, value, hasData }) => ({ id, value, ...(hasData ? { color: shadeOf(value) } : {}) })),
    theme,
  );
  const textOf = ({ value, hasData }: Place) => (!hasData || value === null ? t("No data") : measure.full(value));
  const hasGaps = places.some(({ hasData }) => !hasData);
  const height = box.height - (unknown.length > 0 ? NOTE : 0);
  return {
    unknown,
    height,
    legend: places.some(({ hasData }) => hasData)
      ? withGaps(drawing.legend, hasGaps ? groundColor(theme) : undefined)
      : null,
    picture: {
      summary: fullSummary(drawing, unknown),
      size: places.length,
      option: {
        tooltip: tooltipOption(theme),
        series: [
          { ...series, ...(drawing.legend ? frameIn({ ...box, height }, regions) : {}), ...lookAt(regions, focus) },
        ],
      },
      tooltip: ([hit]) => {
        const place = places[hit?.dataIndex ?? -1];
        if (!place) return null;
        const color = place.hasData ? shadeOf(place.value) : groundColor(theme);
        return { title: place.title, rows: [{ color, label: measure.label, value: textOf(place) }] };
      },
      mark: ({ dataIndex }) => {
        const place = places[dataIndex];
        if (!place) return null;
        const text = `${place.title}: ${textOf(place)}`;
        return { text, selection: selectionOf(["region"], [place.id]), isSelected: place.id === focus };
      },
      walk: [{ seriesIndex: 0, length: places.length }],
    },
  };
}

function fullSummary({ summary, values, measure, country }: CountryDrawing, unknown: readonly string[]): string {
  if (unknown.length === 0) return summary;
  const names = new Set(unknown);
  const known = values.filter(({ name }) => !names.has(name));
  return summaryOf(country?.name ?? "a country", known, measure);
}

export const mapOf = (code: string): string => `regions of ${code}`;

function placesOf({ values, country }: CountryDrawing, { features }: Regions) {
  const byName = indexed(features, `${country?.code}-`);
  const places = new Map<string, Place>();
  const unknown: string[] = [];
  for (const { name, value } of values) {
    const region = byName.get(normalized(name));
    const id = region && idOf(region);
    if (!region || id === undefined || places.has(id)) unknown.push(name);
    else places.set(id, { id, title: titleOf(region), value, hasData: true });
  }
  for (const { properties } of features) {
    const id = idOf(properties);
    if (!places.has(id)) places.set(id, { id, title: titleOf(properties), value: null, hasData: false });
  }
  return { places: [...places.values()], unknown };
}

function indexed(features: Regions["features"], prefix: string): Map<string, Region> {
  const byName = new Map<string, Region>();
  for (const { properties } of features) {
    const { code, name, english } = properties;
    const regionCode = code?.startsWith(prefix) ? code.slice(prefix.length) : undefined;
    for (const one of [code, name, english, regionCode]) {
      if (one && !byName.has(normalized(one))) byName.set(normalized(one), properties);
    }
  }
  return byName;
}

const titleOf = ({ code, name }: Region) => (code ? `${name} (${code})` : name);

function withGaps(legend: MapLegend | null, color: string | undefined): MapLegend | null {
  if (!legend || !color) return legend;
  return { ...legend, parts: [...legend.parts, { kind: "items", items: [{ color, label: t("No data") }] }] };
}

function frameIn({ width, height }: Box, { features }: Regions): { right: number } | { bottom: number } {
  if (densityOf(width, height) !== "full") return { bottom: LEGEND_LINE };
  const [west, south, east, north] = spanOf(features);
  const scale = (across: number, down: number) => Math.min(across / (east - west), down / (north - south));
  const isBeside = scale(width - LEGEND.width, height) >= scale(width, height - LEGEND.height);
  return isBeside ? { right: LEGEND.width } : { bottom: LEGEND.height };
}

function lookAt({ features }: Regions, focus: string | null): { center?: [number, number]; zoom?: number } {
  const shape = focus === null ? undefined : features.find(({ properties }) => idOf(properties) === focus);
  if (!shape) return {};
  const [west, south, east, north] = spanOf([shape]);
  const whole = spanOf(features);
  const ratio = Math.max((east - west) / (whole[2] - whole[0]), (north - south) / (whole[3] - whole[1]));
  return { center: [(west + east) / 2, (south + north) / 2], zoom: Math.max(1, Math.min(12, 0.5 / ratio)) };
}

function spanOf(shapes: readonly Feature<MultiPolygon>[]): [number, number, number, number] {
  const span: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x = 0, y = 0] of shapes.flatMap(({ geometry }) => geometry.coordinates.flat(2))) {
    span[0] = Math.min(span[0], x);
    span[1] = Math.min(span[1], y);
    span[2] = Math.max(span[2], x);
    span[3] = Math.max(span[3], y);
  }
  return span;
}
