import type { Geometry } from "geojson";
import type { Selection } from "../../chart-seam/chart-type.ts";
import type { BrushDimension } from "../../model/brush.ts";
import type { ChartDataResult, DataRow } from "../../model/query-context.ts";
import type { TooltipContent } from "../echart/echart-spec.ts";
import type { Bounds } from "./bounds.ts";
import type { Ground } from "./map-style.ts";
import type { Position } from "./spatial.ts";

/**
 * Input of `MapChart`: layers as plain data and the meaning of their marks. Independent of map libraries, so transforms
 * can be tested, layers of several charts combined, and the server can read them.
 */
export interface MapSpec {
  summary: string;
  layers: readonly MapLayer[];
  bounds: Bounds | null;
  margin?: number;
  view: MapView | null;
  /** Bearing and pitch when the view fits the data; missing = north up, pitch by layer. */
  angle?: Pick<MapView, "bearing" | "pitch">;
  ground?: Ground | null;
  legend: MapLegend | null;
  table: ChartDataResult | undefined;
  brush?: AreaSelection | undefined;
}

/** Readers can select the places in an area. */
export interface AreaSelection {
  select(area: MapArea): Selection | null;
  shown?: MapArea;
  /** Of the ranges that are selected within an area. */
  dimensions(within: MapArea): readonly BrushDimension[];
}

/** Degrees. */
export interface MapArea {
  west: number;
  east: number;
  south: number;
  north: number;
}

export interface MapView {
  longitude: number;
  latitude: number;
  zoom: number;
  bearing: number;
  pitch: number;
}

export type Rgba = readonly [number, number, number, number];

export interface MapMark {
  at: Position;
  tooltip: TooltipContent;
  template?: MarkTemplate;
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
  name?: string;
  count: number;
  mark?(index: number): MapMark | null;
  /** For layers that the map library can't pick from. */
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
    elevation: number;
  }[];
  isFilled: boolean;
  isStroked: boolean;
  isExtruded: boolean;
  lineWidth: number;
  lineUnit: "meters" | "pixels";
  pointRadius: number;
}

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
  isStepped: boolean;
  cellPixels: number;
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

export interface ClusterLayer extends LayerBase {
  kind: "clusters";
  clustersAt(zoom: number): readonly Cluster[];
  /** Unit of single points; clusters use pixels. */
  unit: "meters" | "pixels";
  isLive: boolean;
  color: Rgba;
  ink: Rgba;
}

export interface Cluster {
  at: Position;
  radius: number;
  label: string;
  mark: MapMark;
  /** Zoom at which the cluster splits; missing = single point. */
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
      /** Set when items are steps of a scale; small maps show them as a gradient. */
      ends?: { low: string; high: string };
      isFalling?: boolean;
    }
  | { kind: "ramp"; colors: readonly string[]; low: string; high: string };
