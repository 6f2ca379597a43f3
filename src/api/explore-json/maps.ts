import polyline from "@mapbox/polyline";
import geohash from "ngeohash";
import { t } from "../../i18n/translate.ts";
import type { QueryColumn, QueryFilter, QueryMetric } from "../../model/adhoc.ts";
import {
  byMetric,
  columnsOf,
  formError,
  type LegacyForm,
  type LegacyQuery,
  type LegacyType,
  labelsOf,
  listOf,
  metricLabels,
  metricsOf,
  numberOf,
  type Row,
  TIMESTAMP,
} from "./legacy-type.ts";

type Position = [number | null, number | null];

interface Spatial {
  type?: string;
  lonCol?: string;
  latCol?: string;
  lonlatCol?: string;
  geohashCol?: string;
  delimiter?: string;
  reverseCheckbox?: boolean;
}

function spatialColumns(value: unknown): string[] {
  const { type, latCol, lonCol, lonlatCol, geohashCol } = (value ?? {}) as Spatial;
  const known = new Map([
    ["latlong", [latCol, lonCol]],
    ["delimited", [lonlatCol]],
    ["geohash", [geohashCol]],
  ]);
  const columns = known.get(type ?? "");
  if (!columns?.every((name) => typeof name === "string" && name !== "")) throw formError(t("Bad spatial key"));
  return columns as string[];
}

function positionOf(row: Row, value: unknown): Position {
  const spatial = (value ?? {}) as Spatial;
  const [first = "", second = ""] = spatialColumns(value);
  if (spatial.type === "latlong") return [numberOf(row[second]), numberOf(row[first])];
  const text = row[first];
  if (text === null || text === undefined) return [null, null];
  if (spatial.type === "geohash") {
    const { longitude, latitude } = geohash.decode(String(text));
    return [longitude, latitude];
  }
  const [a = null, b = null] = String(text)
    .split(spatial.delimiter || ",")
    .map((part) => (Number.isFinite(Number(part)) ? Number(part) : null));
  return spatial.reverseCheckbox ? [b, a] : [a, b];
}

const notNull = (form: LegacyForm, columns: readonly string[]): QueryFilter[] =>
  form.filter_nulls === false ? [] : columns.map((col) => ({ col, op: "IS NOT NULL" }));

interface Parts {
  places: string[];
  more?: QueryColumn[];
  metrics?: QueryMetric[];
  hasTime?: boolean;
}

function mapQuery(form: LegacyForm, { places, more = [], metrics = [], hasTime = false }: Parts): LegacyQuery {
  const all = [...places, ...more, ...columnsOf(form.js_columns)];
  const labels = labelsOf(all);
  return {
    columns: all.filter((_, i) => labels.indexOf(labels[i] ?? "") === i),
    metrics,
    filters: notNull(form, [...new Set(places)]),
    orderby: metrics.length > 0 ? byMetric(form, metrics, false) : [],
    is_timeseries: hasTime && Boolean(form.granularity_sqla && form.time_grain_sqla),
  };
}

const timeOf = (row: Row) => row[TIMESTAMP] ?? null;

function extraOf(row: Row, form: LegacyForm): object {
  const names = labelsOf(columnsOf(form.js_columns));
  return names.length === 0 ? {} : { extraProps: Object.fromEntries(names.map((name) => [name, row[name] ?? null])) };
}

const collected = (features: unknown[], metricLabelsOfLayer?: readonly string[]) => ({
  features,
  mapboxApiKey: "",
  ...(metricLabelsOfLayer ? { metricLabels: metricLabelsOfLayer } : {}),
});

function fixedOrMetric(value: unknown): { fixed: number | null; metric: QueryMetric[] } {
  const { type, value: inner } = (typeof value === "object" && value !== null ? value : { value }) as {
    type?: string;
    value?: unknown;
  };
  if (type === "metric") return { fixed: null, metric: metricsOf(inner) };
  return { fixed: inner === undefined || inner === null || inner === "" ? null : Number(inner), metric: [] };
}

export const deckScatter: LegacyType = {
  query: (form) =>
    mapQuery(form, {
      places: spatialColumns(form.spatial),
      more: columnsOf(form.dimension),
      metrics: fixedOrMetric(form.point_radius_fixed).metric,
      hasTime: true,
    }),
  shape: (rows, form) => {
    const { fixed, metric } = fixedOrMetric(form.point_radius_fixed);
    const [label] = metricLabels(metric);
    const [dimension] = labelsOf(columnsOf(form.dimension));
    const features = rows.map((row) => {
      const value = label === undefined ? null : (row[label] ?? null);
      return {
        metric: value,
        radius: label === undefined ? fixed : value,
        cat_color: dimension === undefined ? null : (row[dimension] ?? null),
        position: positionOf(row, form.spatial),
        [TIMESTAMP]: timeOf(row),
        ...extraOf(row, form),
      };
    });
    return collected(features, []);
  },
};

type Weighted = { position: Position; weight: unknown };

function weighted(hasTime: boolean, more: (row: Row, form: LegacyForm) => object): LegacyType {
  return {
    query: (form) => mapQuery(form, { places: spatialColumns(form.spatial), metrics: metricsOf(form.size), hasTime }),
    shape: (rows, form) => {
      const labels = metricLabels(metricsOf(form.size));
      const [label] = labels;
      const features = rows.map((row): Weighted & object => ({
        position: positionOf(row, form.spatial),
        weight: label === undefined ? 1 : (row[label] ?? null),
        ...more(row, form),
        ...extraOf(row, form),
      }));
      return collected(features, labels);
    },
  };
}

export const deckScreengrid = weighted(true, (row) => ({ [TIMESTAMP]: timeOf(row) }));
export const deckWeighted = weighted(false, () => ({}));
export const deckContour = weighted(false, (row, form) => ({
  _originalData: { ...row, spatial: positionOf(row, form.spatial) },
}));

export const deckArc: LegacyType = {
  query: (form) =>
    mapQuery(form, {
      places: [...spatialColumns(form.start_spatial), ...spatialColumns(form.end_spatial)],
      more: columnsOf(form.dimension),
      hasTime: true,
    }),
  shape: (rows, form) => {
    const [dimension] = labelsOf(columnsOf(form.dimension));
    return collected(
      rows.map((row) => ({
        sourcePosition: positionOf(row, form.start_spatial),
        targetPosition: positionOf(row, form.end_spatial),
        cat_color: dimension === undefined ? null : (row[dimension] ?? null),
        [TIMESTAMP]: timeOf(row),
        ...extraOf(row, form),
      })),
    );
  },
};

function lineColumn(form: LegacyForm): string {
  if (typeof form.line_column !== "string" || form.line_column === "") throw formError(t("Pick a line column"));
  return form.line_column;
}

function pointsOf(row: Row, form: LegacyForm): unknown[] {
  const text = row[lineColumn(form)];
  if (text === null || text === undefined) return [];
  const points = lineReader(String(form.line_type ?? "json"))(String(text));
  return form.reverse_long_lat ? points.map((point) => (Array.isArray(point) ? [...point].reverse() : point)) : points;
}

function lineReader(type: string): (text: string) => unknown[] {
  switch (type) {
    case "geohash":
    case "zipcode":
      return cornersOf;
    case "polyline":
      return (text) => polyline.decode(text);
    default:
      return jsonPoints;
  }
}

function cornersOf(hash: string): unknown[] {
  const [south, west, north, east] = geohash.decode_bbox(hash);
  return [
    [west, north],
    [east, north],
    [east, south],
    [west, south],
    [west, north],
  ];
}

function jsonPoints(text: string): unknown[] {
  const value = maybeJson(text) as { geometry?: unknown; type?: string; coordinates?: unknown } | unknown[] | undefined;
  if (Array.isArray(value)) return value;
  const geometry = (value?.geometry ?? value) as { type?: string; coordinates?: unknown[] } | undefined;
  const [outline] = geometry?.coordinates ?? [];
  return geometry?.type === "Polygon" && Array.isArray(outline) ? outline : (geometry?.coordinates ?? []);
}

function maybeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const deckPath: LegacyType = {
  query: (form) => mapQuery(form, { places: [lineColumn(form)], metrics: metricsOf(form.metric), hasTime: true }),
  shape: (rows, form) => {
    const features = rows.map((row) => ({
      ...row,
      path: pointsOf(row, form),
      [TIMESTAMP]: timeOf(row),
      ...extraOf(row, form),
    }));
    return collected(features, metricLabels(metricsOf(form.metric)));
  },
};

export const deckPolygon: LegacyType = {
  query: (form) => {
    const metrics = metricsOf(form.metric, ...fixedOrMetric(form.point_radius_fixed).metric);
    return mapQuery(form, { places: [lineColumn(form)], metrics, hasTime: true });
  },
  shape: (rows, form) => {
    const { fixed, metric } = fixedOrMetric(form.point_radius_fixed);
    const [height] = metricLabels(metric);
    const features = rows.map((row) => ({
      ...row,
      polygon: pointsOf(row, form),
      [TIMESTAMP]: timeOf(row),
      elevation: height === undefined ? fixed : (row[height] ?? null),
      ...extraOf(row, form),
    }));
    return collected(features, metricLabels(metricsOf(form.metric)));
  },
};

export const deckGeojson: LegacyType = {
  query: (form) => {
    if (!form.geojson) throw formError(t("Pick a GeoJSON column"));
    return mapQuery(form, { places: labelsOf(columnsOf(form.geojson)) });
  },
  shape: (rows, form) => {
    const [column = ""] = labelsOf(columnsOf(form.geojson));
    return collected(
      rows.flatMap((row) => {
        const feature = maybeJson(String(row[column]));
        return typeof feature === "object" && feature !== null ? [{ ...feature, ...extraOf(row, form) }] : [];
      }),
      [],
    );
  },
};

export const pointClusters: LegacyType = {
  query: (form) => {
    const [longitude] = columnsOf(form.all_columns_x);
    const [latitude] = columnsOf(form.all_columns_y);
    if (longitude === undefined || latitude === undefined) throw formError(t("Pick a longitude and a latitude column"));
    const places = [latitude, longitude];
    const groups = columnsOf(form.groupby);
    if (groups.length > 0 && !labelsOf(places).every((name) => labelsOf(groups).includes(name))) {
      throw formError(t("[Longitude] and [Latitude] columns must be present in [Group By]"));
    }
    const columns = [...places, ...groups, ...pointColumns(form)];
    const labels = labelsOf(columns);
    return { columns: columns.filter((_, i) => labels.indexOf(labels[i] ?? "") === i), metrics: [], orderby: [] };
  },
  shape: (rows, form) => {
    const [longitude = "", latitude = ""] = labelsOf([
      ...columnsOf(form.all_columns_x),
      ...columnsOf(form.all_columns_y),
    ]);
    const [label] = labelColumns(form);
    const [radius] = radiusColumns(form);
    const points = rows.map((row): Position => [numberOf(row[longitude]), numberOf(row[latitude])]);
    const features = rows.map((row, i) => ({
      type: "Feature",
      properties: {
        metric: label === undefined ? null : (row[label] ?? null),
        radius: radius === undefined ? null : (row[radius] ?? null),
      },
      geometry: { type: "Point", coordinates: points[i] },
    }));
    return {
      geoJSON: { type: "FeatureCollection", features },
      hasCustomMetric: label !== undefined,
      mapboxApiKey: "",
      mapStyle: form.mapbox_style ?? form.map_style ?? null,
      aggregatorName: form.pandas_aggfunc ?? null,
      clusteringRadius: form.clustering_radius ?? null,
      pointRadiusUnit: form.point_radius_unit ?? null,
      globalOpacity: form.global_opacity ?? null,
      bounds: boundsOf(points),
      renderWhileDragging: form.render_while_dragging ?? null,
      tooltip: form.rich_tooltip ?? null,
      color: form.mapbox_color ?? form.map_color ?? null,
    };
  },
};

const labelColumns = (form: LegacyForm) =>
  listOf<string>(form.map_label ?? form.mapbox_label).filter((name) => name !== "count");
const radiusColumns = (form: LegacyForm) => listOf<string>(form.point_radius).filter((name) => name !== "Auto");
const pointColumns = (form: LegacyForm) => [...labelColumns(form).slice(0, 1), ...radiusColumns(form).slice(0, 1)];

function boundsOf(points: readonly Position[]): [Position, Position] | null {
  let [west, south] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [east, north] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [longitude, latitude] of points) {
    if (longitude === null || latitude === null) continue;
    [west, east] = [Math.min(west, longitude), Math.max(east, longitude)];
    [south, north] = [Math.min(south, latitude), Math.max(north, latitude)];
  }
  return west <= east
    ? [
        [west, south],
        [east, north],
      ]
    : null;
}
