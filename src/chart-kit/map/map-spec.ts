import type { Geometry } from "geojson";
import type { Selection } from "../../chart-seam/chart-type.ts";
import type { ChartDataResult, DataRow } from "../../model/query-context.ts";
import type { TooltipContent } from "../echart/echart-spec.ts";
import type { Bounds } from "./bounds.ts";
import type { Ground } from "./map-style.ts";
import type { Position } from "./spatial.ts";

/**
 * What `MapChart` draws: layers as plain data, and the meaning of their marks. Nothing of a map library is in it, so
 * transforms are tested without one, the layers of several charts can be put together, and the server can read them.
 */
export interface MapSpec {
  /** One sentence for screen readers. */
  summary: string;
  /** The first lies lowest. */
  layers: readonly MapLayer[];
  /** Where the data are; null: nowhere. */
  bounds: Bounds | null;
  /** Kept free around them, pixels; missing: a little. */
  margin?: number;
  /** The author's view; null: as the data need. */
  view: MapView | null;
  /** How the author looks at the data where the view is as they need; missing: from the south, as the layers need. */
  angle?: Pick<MapView, "bearing" | "pitch">;
  /** null and missing: as the theme. */
  ground?: Ground | null;
  legend: MapLegend | null;
  /** The rows behind it, shown where a map cannot be drawn. */
  table: ChartDataResult | undefined;
}

export interface MapView {
  longitude: number;
  latitude: number;
  zoom: number;
  /** Degrees. */
  bearing: number;
  pitch: number;
}

export type Rgba = readonly [number, number, number, number];

/** Said of one mark. */
export interface MapMark {
  at: Position;
  tooltip: TooltipContent;
  /** The author's words instead, as a template over these values. */
  template?: MarkTemplate;
  /** Said to screen readers. */
  text: string;
  selection: Selection | null;
  isSelected: boolean;
}

export interface MarkTemplate {
  text: string;
  values: DataRow;
}

interface LayerBase {
  id: string;
  /** Its name where several charts are on one map. */
  name?: string;
  /** Marks that the pointer and the arrow keys reach. */
  count: number;
  mark?(index: number): MapMark | null;
  /** The mark at a place, of what the map itself does not find under the pointer. */
  near?(at: Position): MapMark | null;
}

export type MapLayer =
  | PointLayer
  | ArcLayer
  | PathLayer
  | ShapeLayer
  | ColumnLayer
  | HeatLayer
  | ScreenGridLayer
  | ContourLayer
  | LabelLayer
  | ClusterLayer;

export interface PointLayer extends LayerBase {
  kind: "points";
  points: readonly { at: Position; radius: number; color: Rgba }[];
  unit: "meters" | "pixels";
  minPixels: number;
  maxPixels: number;
  /** Around each; none when missing. */
  outline?: Rgba;
}

export interface ArcLayer extends LayerBase {
  kind: "arcs";
  arcs: readonly { from: Position; to: Position; fromColor: Rgba; toColor: Rgba; width: number }[];
}

export interface PathLayer extends LayerBase {
  kind: "paths";
  paths: readonly { path: readonly Position[]; color: Rgba }[];
  width: number;
  unit: "meters" | "pixels";
}

export interface ShapeLayer extends LayerBase {
  kind: "shapes";
  shapes: readonly {
    geometry: Geometry;
    fill: Rgba;
    line: Rgba;
    /** Meters. */
    elevation: number;
  }[];
  isFilled: boolean;
  isStroked: boolean;
  isExtruded: boolean;
  lineWidth: number;
  lineUnit: "meters" | "pixels";
  /** Pixels, of points. */
  pointRadius: number;
}

/** Cells of one size: squares and hexagons, flat or standing. */
export interface ColumnLayer extends LayerBase {
  kind: "columns";
  cells: readonly { ring: readonly Position[]; color: Rgba; elevation: number }[];
  isExtruded: boolean;
}

export interface Weighted {
  at: Position;
  weight: number;
}

export interface HeatLayer extends LayerBase {
  kind: "heat";
  points: readonly Weighted[];
  ramp: readonly Rgba[];
  radiusPixels: number;
  intensity: number;
  aggregation: "SUM" | "MEAN";
}

export interface ScreenGridLayer extends LayerBase {
  kind: "screen-grid";
  points: readonly Weighted[];
  ramp: readonly Rgba[];
  /** Each colour of the ramp stands for a range of values; else they run into each other. */
  isStepped: boolean;
  cellPixels: number;
  /** Of a cell under the pointer: what its points weigh together, and which they are. */
  cell(value: number, points: readonly number[], at: Position): MapMark | null;
}

export interface ContourLayer extends LayerBase {
  kind: "contours";
  points: readonly Weighted[];
  cellMeters: number;
  aggregation: "SUM" | "MEAN" | "MIN" | "MAX";
  contours: readonly { threshold: number | readonly [number, number]; color: Rgba; width: number }[];
}

export interface LabelLayer extends LayerBase {
  kind: "labels";
  labels: readonly { at: Position; text: string }[];
  color: Rgba;
  size: number;
  unit: "meters" | "pixels";
}

/** Points that are drawn as one where they are close to each other. */
export interface ClusterLayer extends LayerBase {
  kind: "clusters";
  /** Of the points as one sees them at a zoom. */
  clustersAt(zoom: number): readonly Cluster[];
  /** Of single points; clusters are measured in pixels. */
  unit: "meters" | "pixels";
  /** Whether clusters part while the reader zooms, or when they are done. */
  isLive: boolean;
  color: Rgba;
  ink: Rgba;
}

export interface Cluster {
  at: Position;
  /** Of single points in the layer's unit. */
  radius: number;
  label: string;
  mark: MapMark;
  /** The zoom at which it falls apart; missing: it is a single point. */
  opensAt?: number;
}

export type LegendCorner = "tl" | "tr" | "bl" | "br";

export interface MapLegend {
  corner: LegendCorner;
  title?: string;
  parts: readonly LegendPart[];
}

export type LegendPart =
  | {
      kind: "items";
      items: readonly { color: string; label: string }[];
      /** Of items that are steps between two values; small maps show them as a ramp. */
      ends?: { low: string; high: string };
      /** True when the highest step comes first. */
      isFalling?: boolean;
    }
  | { kind: "ramp"; colors: readonly string[]; low: string; high: string };
