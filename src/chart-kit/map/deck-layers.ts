import { ContourLayer, HeatmapLayer, ScreenGridLayer } from "@deck.gl/aggregation-layers";
import type { Layer } from "@deck.gl/core";
import { ArcLayer, GeoJsonLayer, PathLayer, ScatterplotLayer, SolidPolygonLayer, TextLayer } from "@deck.gl/layers";
import type { ChartTheme } from "../../chart-seam/chart-type.ts";
import { textWidth } from "../text-width.ts";
import { rgbaOf } from "./color.ts";
import type { Cluster, LabelLayer, MapLayer, Rgba } from "./map-spec.ts";
import type { Position } from "./spatial.ts";

type Label = LabelLayer["labels"][number];

const LABEL_GAP = 4;
const LINE = 1.1;

export function withoutOverlaps(labels: readonly Label[], { zoom, size }: { zoom: number; size: number }): Label[] {
  const world = 512 * 2 ** zoom;
  const height = size * LINE;
  const rows = new Map<number, { x: number; y: number; half: number }[]>();
  return labels.filter(({ at: [longitude, latitude], text }) => {
    const x = (longitude / 360) * world;
    const y = (Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) / (2 * Math.PI)) * world;
    const half = textWidth(text, size) / 2 + LABEL_GAP / 2;
    const row = Math.floor(y / height);
    const near = [row - 1, row, row + 1].flatMap((one) => rows.get(one) ?? []);
    if (near.some((one) => Math.abs(one.y - y) < height && Math.abs(one.x - x) < one.half + half)) return false;
    rows.set(row, [...(rows.get(row) ?? []), { x, y, half }]);
    return true;
  });
}

type Color = [number, number, number, number];
type Point = [number, number];
type Point3 = [number, number, number];

const color = (value: Rgba) => value as unknown as Color;
const point = (at: Position) => at as unknown as Point;

const BODY = { ambient: 0.72, diffuse: 0.5, shininess: 1, specularColor: [0, 0, 0] as Point3 };

type Of<K extends MapLayer["kind"]> = Extract<MapLayer, { kind: K }>;
type Common = { id: string; pickable: boolean; autoHighlight: boolean; highlightColor: Color };
type Maker<K extends MapLayer["kind"]> = (layer: Of<K>, common: Common, view: View) => Layer | Layer[];

interface View {
  theme: ChartTheme;
  zoom: number;
  scale: number;
}

const MAKERS: { readonly [K in MapLayer["kind"]]: Maker<K> } = {
  points: ({ points, unit, minPixels, maxPixels, outline }, common) =>
    new ScatterplotLayer({
      ...common,
      data: points,
      getPosition: (one) => point(one.at),
      getRadius: (one) => one.radius,
      getFillColor: (one) => color(one.color),
      radiusUnits: unit,
      radiusMinPixels: minPixels,
      radiusMaxPixels: maxPixels,
      stroked: outline !== undefined,
      getLineColor: color(outline ?? [0, 0, 0, 0]),
      lineWidthUnits: "pixels",
      getLineWidth: 0.75,
    }),
  arcs: ({ arcs }, common) =>
    new ArcLayer({
      ...common,
      data: arcs,
      getSourcePosition: (one) => point(one.from),
      getTargetPosition: (one) => point(one.to),
      getSourceColor: (one) => color(one.fromColor),
      getTargetColor: (one) => color(one.toColor),
      getWidth: (one) => one.width,
      getHeight: 0.35,
      greatCircle: false,
    }),
  paths: ({ paths, width, unit }, common) =>
    new PathLayer({
      ...common,
      data: paths,
      getPath: (one) => one.path as Point[],
      getColor: (one) => color(one.color),
      getWidth: width,
      widthUnits: unit,
      widthMinPixels: 1,
      capRounded: true,
      jointRounded: true,
    }),
  shapes: (layer, common) =>
    new GeoJsonLayer({
      ...common,
      data: layer.shapes.map(({ geometry }, index) => ({ type: "Feature" as const, geometry, properties: { index } })),
      filled: layer.isFilled,
      stroked: layer.isStroked,
      extruded: layer.isExtruded,
      material: BODY,
      getFillColor: (one) => color(layer.shapes[one.properties?.index]?.fill ?? [0, 0, 0, 0]),
      getLineColor: (one) => color(layer.shapes[one.properties?.index]?.line ?? [0, 0, 0, 0]),
      getElevation: (one) => layer.shapes[one.properties?.index]?.elevation ?? 0,
      getLineWidth: layer.lineWidth,
      lineWidthUnits: layer.lineUnit,
      lineWidthMinPixels: 0.5,
      getPointRadius: layer.pointRadius,
      pointRadiusUnits: "pixels",
      lineJointRounded: true,
    }),
  columns: ({ cells, isExtruded }, common) =>
    new SolidPolygonLayer({
      ...common,
      data: cells,
      getPolygon: (one) => one.ring as Point[],
      getFillColor: (one) => color(one.color),
      getElevation: (one) => one.elevation,
      extruded: isExtruded,
      material: BODY,
    }),
  heat: ({ points, ramp, radiusPixels, intensity, aggregation }, common) =>
    new HeatmapLayer({
      ...common,
      pickable: false,
      data: points,
      getPosition: (one) => point(one.at),
      getWeight: (one) => one.weight,
      colorRange: ramp.map(color),
      radiusPixels,
      intensity,
      threshold: 0.05,
      aggregation,
    }),
  "screen-grid": ({ points, ramp, isStepped, cellPixels }, common) =>
    new ScreenGridLayer({
      ...common,
      data: points,
      getPosition: (one) => point(one.at),
      getWeight: (one) => one.weight,
      colorRange: ramp.map(color),
      colorScaleType: isStepped ? "quantize" : "linear",
      cellSizePixels: cellPixels,
      cellMarginPixels: 1,
      gpuAggregation: false,
    }),
  contours: ({ points, cellMeters, aggregation, contours }, common) =>
    new ContourLayer({
      ...common,
      pickable: false,
      data: points,
      getPosition: (one) => point(one.at),
      getWeight: (one) => one.weight,
      cellSize: cellMeters,
      aggregation,
      gpuAggregation: false,
      contours: contours.map((one, zIndex) => ({
        threshold: one.threshold as number | [number, number],
        color: color(one.color),
        strokeWidth: one.width,
        zIndex,
      })),
    }),
  labels: ({ labels, color: ink, size, unit }, common, { theme, scale }) =>
    new TextLayer({
      ...common,
      pickable: false,
      // Labels in meters scale with the map, so overlaps don't change.
      data: unit === "pixels" ? withoutOverlaps(labels, { zoom: scale, size }) : labels,
      getPosition: (one) => point(one.at),
      getText: (one) => one.text,
      getColor: color(ink),
      getSize: size,
      sizeUnits: unit,
      fontFamily: theme.fontFamily,
      characterSet: "auto",
      // An outline in the background color keeps labels readable over lines.
      fontSettings: { fontSize: 32, sdf: true, buffer: 8 },
      outlineWidth: 4,
      outlineColor: color(rgbaOf(theme.background)),
    }),
  clusters: (layer, common, view) => clusterLayers(layer, common, view),
};

function clusterLayers(
  { id, clustersAt, unit, color: fill, ink }: Of<"clusters">,
  common: Common,
  view: View,
): Layer[] {
  const all = clustersAt(view.zoom);
  const isCluster = (one: Cluster) => one.opensAt !== undefined;
  const circles = (name: string, data: readonly Cluster[], radiusUnits: "meters" | "pixels") =>
    new ScatterplotLayer<Cluster>({
      ...common,
      id: `${id}-${name}`,
      data,
      getPosition: (one) => point(one.at),
      getRadius: (one) => one.radius,
      radiusUnits,
      radiusMinPixels: 2,
      getFillColor: color(fill),
      stroked: true,
      getLineColor: color(rgbaOf(view.theme.background, 0.8)),
      lineWidthUnits: "pixels",
      getLineWidth: 0.75,
    });
  return [
    circles(
      "points",
      all.filter((one) => !isCluster(one)),
      unit,
    ),
    circles("clusters", all.filter(isCluster), "pixels"),
    new TextLayer<Cluster>({
      id: `${id}-labels`,
      data: all.filter((one) => one.label !== ""),
      getPosition: (one) => point(one.at),
      getText: (one) => one.label,
      getColor: (one) => (isCluster(one) ? color(ink) : color(rgbaOf(view.theme.text))),
      getPixelOffset: (one) => (isCluster(one) ? [0, 0] : [0, -12]),
      getSize: 12,
      fontFamily: view.theme.fontFamily,
      // Thin letters are too faint when scaled down.
      fontWeight: 600,
      characterSet: "auto",
      fontSettings: { fontSize: 32 },
    }),
  ];
}

export function deckLayerOf(layer: MapLayer, view: View): Layer | Layer[] {
  const common: Common = {
    id: layer.id,
    pickable: layer.count > 0 || layer.kind === "screen-grid",
    autoHighlight: true,
    highlightColor: color(rgbaOf(view.theme.text, 0.35)),
  };
  return (MAKERS[layer.kind] as Maker<MapLayer["kind"]>)(layer as never, common, view);
}

export function ringLayer(at: Position, theme: ChartTheme): Layer {
  return new ScatterplotLayer({
    id: "walked",
    data: [at],
    getPosition: point,
    getRadius: 9,
    radiusUnits: "pixels",
    filled: false,
    stroked: true,
    getLineColor: color(rgbaOf(theme.text)),
    lineWidthUnits: "pixels",
    getLineWidth: 2.5,
  });
}
