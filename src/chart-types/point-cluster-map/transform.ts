import Supercluster from "supercluster";
import type { TooltipContent } from "../../chart-kit/echart/echart-spec.ts";
import { axisNumberFormatter } from "../../chart-kit/format/plain-number.ts";
import { coreBounds } from "../../chart-kit/map/bounds.ts";
import { aggregate } from "../../chart-kit/map/cells.ts";
import { rgbaOf } from "../../chart-kit/map/color.ts";
import {
  type LocatedRow,
  locatedRows,
  markOf,
  missingLocationWarning,
  tooltipText,
  tooltipWriter,
} from "../../chart-kit/map/map-rows.ts";
import type { Cluster, ClusterLayer, MapSpec, MapView } from "../../chart-kit/map/map-spec.ts";
import { groundOf } from "../../chart-kit/map/map-style.ts";
import { type Position, toPosition } from "../../chart-kit/map/spatial.ts";
import { labelOf } from "../../chart-kit/selection.ts";
import { columnsOfResult } from "../../chart-kit/table/column.ts";
import { numberIn } from "../../chart-kit/values/measure.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { number } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { columnLabel, type QueryColumn } from "../../model/adhoc.ts";
import { type ClusterForm, isGrouped, labelColumn, radiusColumn } from "./schema.ts";

type Input = TransformInput<ClusterForm>;

export function transform(input: Input): Drawing<MapSpec> {
  const { formData: form } = input;
  const key = (column: QueryColumn | null | undefined) => (column ? columnLabel(column) : "");
  const [x, y] = [key(form.all_columns_x), key(form.all_columns_y)];
  const { placed, left } = locatedRows(input, (row) => toPosition(row[x], row[y]));
  const layer = layerOf(input, placed);
  const summary = t(
    "Map of {points, plural, one {# point} other {# points}}, in {groups, plural, one {# cluster} other {# clusters}} when zoomed out.",
    { points: placed.length, groups: layer.clustersAt(0).length },
  );
  return {
    summary,
    isEmpty: placed.length === 0,
    ...missingLocationWarning(left, placed.length),
    props: {
      summary,
      layers: [layer],
      bounds: coreBounds(placed.map(({ at }) => at)),
      margin: largestOf(input) + EDGE_GAP,
      view: viewOf(form),
      ground: groundOf(form),
      legend: null,
      table: input.results[0],
    },
  };
}

function viewOf({ viewport_longitude, viewport_latitude, viewport_zoom }: ClusterForm): MapView | null {
  if (viewport_longitude === null || viewport_latitude === null || viewport_zoom === null) return null;
  const place = toPosition(viewport_longitude, viewport_latitude);
  return place && { longitude: place[0], latitude: place[1], zoom: viewport_zoom, bearing: 0, pitch: 0 };
}

/** Default point radius in pixels, and the radius of the smallest and largest cluster. */
const POINT = 5;
const SMALLEST = 11;
const LARGEST = 30;
const EDGE_GAP = 4;
const METERS = { Pixels: 1, Miles: 1609.344, Kilometers: 1000 } as const;

function layerOf(input: Input, placed: readonly LocatedRow[]): ClusterLayer {
  const { formData: form } = input;
  const points = pointsOf(input, placed);
  const index = clusterPoints(input, points);
  const clustersByZoom = new Map<number, readonly Cluster[]>();
  const clustersAt = (zoom: number) => {
    const level = Math.max(0, Math.min(20, zoom));
    const known = clustersByZoom.get(level) ?? index(level);
    clustersByZoom.set(level, known);
    return known;
  };
  const color = rgbaOf(form.map_color || "#008b8b", Math.max(0, Math.min(1, form.global_opacity)));
  return {
    id: "clusters",
    kind: "clusters",
    count: points.length,
    mark: (at) => points[at]?.mark ?? null,
    clustersAt,
    unit: form.point_radius_unit === "Pixels" ? "pixels" : "meters",
    isLive: form.render_while_dragging,
    color,
    ink: rgbaOf(isLight(color) ? "#1B1D21" : "#FFFFFF"),
  };
}

const isLight = ([r, g, b]: readonly number[]) => 0.299 * (r ?? 0) + 0.587 * (g ?? 0) + 0.114 * (b ?? 0) > 150;

interface Point extends Cluster {
  rows: number;
  value: number | null;
}

function pointsOf(input: Input, placed: readonly LocatedRow[]): Point[] {
  const { formData: form } = input;
  const label = labelColumn(form);
  const radius = radiusColumn(form);
  const columns = columnsOfResult(input.results[0] ?? {}, input.dataset).map(({ key }) => key);
  const write = tooltipWriter(input, columns);
  return placed.map(({ row, at }) => {
    const mark = markOf(input, { at, tooltip: write(row), columns: [], row });
    const size = radius ? numberIn(row, columnLabel(radius)) : null;
    return {
      at,
      mark,
      radius: size === null ? POINT : Math.max(0, size) * METERS[form.point_radius_unit],
      label: label ? labelOf(row[columnLabel(label)]) : "",
      rows: isGrouped(form) ? (numberIn(row, "count") ?? 1) : 1,
      value: label ? numberIn(row, columnLabel(label)) : null,
    };
  });
}

function largestOf({ formData: form, width, height }: Input): number {
  return Math.max(SMALLEST, Math.min(LARGEST, form.clustering_radius * 0.55, Math.min(width, height) * 0.11));
}

function clusterPoints(input: Input, points: readonly Point[]): (zoom: number) => Cluster[] {
  const { formData: form } = input;
  const radius = form.clustering_radius;
  const largest = largestOf(input);
  if (!(radius > 0)) return () => [...points];
  const index = new Supercluster<{ at: number }>({ radius, maxZoom: 20 });
  index.load(
    points.map(({ at }, order) => ({
      type: "Feature",
      geometry: { type: "Point", coordinates: [...at] },
      properties: { at: order },
    })),
  );
  return (zoom) => {
    const features = index.getClusters([-180, -90, 180, 90], zoom);
    const most = features.reduce(
      (top, { properties }) => Math.max(top, "cluster" in properties ? properties.point_count : 1),
      1,
    );
    return features.flatMap(({ geometry, properties }): Cluster[] => {
      if (!("cluster" in properties)) return points[properties.at] ? [points[properties.at] as Point] : [];
      const { cluster_id: id } = properties;
      const inside = index.getLeaves(id, Number.POSITIVE_INFINITY).flatMap((leaf) => points[leaf.properties.at] ?? []);
      const [longitude = 0, latitude = 0] = geometry.coordinates;
      return [
        clusterOf(form, {
          at: [longitude, latitude],
          inside,
          radius: SMALLEST + (largest - SMALLEST) * Math.sqrt(inside.length / most),
          opensAt: index.getClusterExpansionZoom(id),
        }),
      ];
    });
  };
}

interface Inside {
  at: Position;
  inside: readonly Point[];
  radius: number;
  opensAt: number;
}

function clusterOf(form: ClusterForm, { at, inside, radius, opensAt }: Inside): Cluster {
  const label = labelColumn(form);
  const rows = inside.reduce((sum, point) => sum + point.rows, 0);
  const values = inside.flatMap(({ value }) => value ?? []);
  const value = label && values.length > 0 ? sampleAggregate(values, form.pandas_aggfunc) : null;
  const write = axisNumberFormatter();
  const tooltip: TooltipContent = {
    rows: [
      { label: t("Points"), value: number(rows) },
      ...(label && value !== null
        ? [{ label: `${columnLabel(label)} (${form.pandas_aggfunc})`, value: number(value) }]
        : []),
    ],
  };
  return {
    at,
    opensAt,
    radius,
    label: write(value ?? rows),
    mark: { at, tooltip, text: tooltipText(tooltip), selection: null, isSelected: false },
  };
}

function sampleAggregate(values: readonly number[], by: ClusterForm["pandas_aggfunc"]): number {
  switch (by) {
    case "std":
    case "var": {
      const variance = values.length > 1 ? (aggregate(values, "variance") * values.length) / (values.length - 1) : 0;
      return by === "std" ? Math.sqrt(variance) : variance;
    }
    default:
      return aggregate(values, by);
  }
}
