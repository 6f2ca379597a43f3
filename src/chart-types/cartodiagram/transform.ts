import { unionOf } from "../../chart-kit/map/bounds.ts";
import { cssOf, toRgba } from "../../chart-kit/map/color.ts";
import { boundsOfGeometry, featuresIn, middleOf } from "../../chart-kit/map/geometry.ts";
import { datasetOf } from "../../chart-kit/map/map-rows.ts";
import type { MapMark, MapSpec, PointLayer } from "../../chart-kit/map/map-spec.ts";
import { legendOf } from "../../chart-kit/map/paint.ts";
import type { Position } from "../../chart-kit/map/spatial.ts";
import { rowsOf } from "../../chart-kit/table/column.ts";
import { warningOf } from "../../chart-kit/warning.ts";
import type { ChartPart, Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { columnLabel } from "../../model/adhoc.ts";
import type { ChartDataResult } from "../../model/query-context.ts";
import { legendFor } from "./legend.ts";
import { type CartodiagramForm, sizeAt } from "./schema.ts";

type Input = TransformInput<CartodiagramForm>;

export interface CartodiagramDrawing {
  picture: MapSpec;
  part: ChartPart | undefined;
  places: readonly Place[];
  sizeAt(zoom: number): { width: number; height: number };
  draw(place: Place, size: { width: number; height: number }): Drawing;
  background: string;
  radius: string;
}

interface Place {
  key: string;
  at: Position;
  results: readonly ChartDataResult[];
}

const MAX_CHARTS = 100;

const MIN_SIZE = 16;

export function transform(input: Input): Drawing<CartodiagramDrawing> {
  const { formData: form } = input;
  const [part] = input.parts ?? [];
  const key = form.geom_column ? columnLabel(form.geom_column) : "";
  const { places: all, left } = placesOf(part?.results ?? [], key);
  const places = all.slice(0, MAX_CHARTS);
  // Smaller maps get smaller charts to avoid overlaps.
  const factor = Math.min(1, Math.min(input.width / 640, input.height / 400));
  const sizeIn = (zoom: number) => {
    const size = sizeAt(form, zoom);
    const fit =
      factor < 1
        ? Math.min(factor, Math.max(MIN_SIZE / Math.min(size.width, size.height), touchingScale(places, size, zoom)))
        : 1;
    return { width: Math.max(MIN_SIZE, size.width * fit), height: Math.max(MIN_SIZE, size.height * fit) };
  };
  const drawIn: CartodiagramDrawing["draw"] = (place, size) => drawPlace({ ...input, ...size }, part, place);
  const names = legendFor(input, (recording) => {
    for (const place of places) drawPlace({ ...recording, ...sizeIn(0) }, part, place);
  });
  const summary = summaryOf(part, places.length);
  return {
    summary,
    isEmpty: places.length === 0,
    ...warningOf([
      places.length > 0 &&
        left > 0 &&
        t(
          "{count, plural, one {# row without a location was left out} other {# rows without a location were left out}}",
          { count: left },
        ),
      all.length > MAX_CHARTS &&
        t("Showing the first {count, number} of {total, number} locations", { count: MAX_CHARTS, total: all.length }),
    ]),
    props: {
      part,
      places,
      sizeAt: sizeIn,
      draw: drawIn,
      background: form.chart_background_color ? cssOf(toRgba(form.chart_background_color)) : "transparent",
      radius: `${Math.max(0, Math.min(100, form.chart_background_border_radius)) / 2}%`,
      picture: {
        ...pictureOf(input, { part, places, summary, draw: drawIn, margin: marginOf(input, places, sizeIn) }),
        legend: legendOf(form, [names], part?.name),
      },
    },
  };
}

function drawPlace(input: Input, part: ChartPart | undefined, { results }: Place): Drawing {
  if (!part) throw new Error(t("Choose a saved chart to draw"));
  const { type, formData } = part;
  return type.transform({ ...input, formData, dataset: datasetOf(part, input), results, selected: null });
}

function onPlane([longitude, latitude]: Position, world: number): { x: number; y: number } {
  const turned = Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) / (2 * Math.PI);
  return { x: (longitude / 360) * world, y: turned * world };
}

const EDGE_GAP = 10;

export function onMap(at: Position, height: number, zoom: number): Position {
  // A whole zoom level covers half a level around it.
  const world = 512 * 2 ** (zoom - 0.5);
  const { y } = onPlane(at, world);
  const most = world / 2 - height / 2 - 2;
  if (Math.abs(y) <= most || most <= 0) return at;
  const turned = (Math.sign(y) * most * 2 * Math.PI) / world;
  return [at[0], (Math.atan(Math.exp(turned)) * 360) / Math.PI - 90];
}

function marginOf({ width, height }: Input, places: readonly Place[], sizeIn: CartodiagramDrawing["sizeAt"]): number {
  const points = places.map(({ at }) => onPlane(at, 512));
  const spanOf = (values: readonly number[]) => Math.max(0.001, Math.max(...values) - Math.min(...values));
  const [across, down] = [spanOf(points.map(({ x }) => x)), spanOf(points.map(({ y }) => y))];
  const marginAt = (zoom: number) => {
    const size = sizeIn(zoom);
    return Math.max(size.width, size.height) / 2 + EDGE_GAP;
  };
  const zoomFor = (margin: number) =>
    Math.log2(Math.max(0.1, Math.min((width - 2 * margin) / across, (height - 2 * margin) / down)));
  return marginAt(zoomFor(marginAt(zoomFor(0))));
}

function touchingScale(
  places: readonly Place[],
  { width, height }: { width: number; height: number },
  zoom: number,
): number {
  // A whole zoom level covers half a level around it.
  const world = 512 * 2 ** (zoom - 0.5);
  const points = places.map(({ at }) => onPlane(at, world));
  const scales = points.flatMap((one, i) =>
    points.slice(i + 1).map((other) => Math.max(Math.abs(one.x - other.x) / width, Math.abs(one.y - other.y) / height)),
  );
  return scales.reduce((least, scale) => (scale > 0 ? Math.min(least, scale) : least), 1);
}

function placesOf(results: readonly ChartDataResult[], key: string): { places: Place[]; left: number } {
  const values = new Set(rowsOf(results[0]).map((row) => row[key]));
  let left = 0;
  const places = [...values].flatMap((value): Place[] => {
    const [feature] = value === null || value === undefined ? [] : featuresIn(value as string);
    const bounds = feature && boundsOfGeometry(feature.geometry);
    if (!bounds) {
      left += 1;
      return [];
    }
    return [{ key: String(value), at: middleOf(bounds), results: results.map((one) => only(one, key, value)) }];
  });
  return { places, left };
}

function only(result: ChartDataResult, key: string, value: unknown): ChartDataResult {
  const at = (result.colnames ?? []).indexOf(key);
  const rest = <T>(list: readonly T[] | null | undefined) => (list ?? []).filter((_, index) => index !== at);
  const data = rowsOf(result)
    .filter((row) => row[key] === value)
    .map(({ [key]: _, ...row }) => row);
  return { ...result, data, colnames: rest(result.colnames), coltypes: rest(result.coltypes), rowcount: data.length };
}

interface Drawn extends Pick<CartodiagramDrawing, "part" | "places" | "draw"> {
  summary: string;
  margin: number;
}

const INVISIBLE = [0, 0, 0, 0] as const;

function pictureOf({ formData: form }: Input, { part, places, summary, draw, margin }: Drawn): Omit<MapSpec, "legend"> {
  const layer: PointLayer = {
    id: "places",
    kind: "points",
    count: places.length,
    mark: (index): MapMark | null => {
      const place = places[index];
      if (!place) return null;
      const text = draw(place, sizeAt(form, 0)).summary;
      return { at: place.at, text, tooltip: { rows: [], note: text }, selection: null, isSelected: false };
    },
    points: places.map(({ at }) => ({ at, radius: 3, color: INVISIBLE })),
    unit: "pixels",
    minPixels: 3,
    maxPixels: 3,
  };
  const { map_view: view } = form;
  const isOwn = view && view.mode !== "FIT_DATA";
  return {
    summary,
    layers: [layer],
    bounds: unionOf(places.map(({ at: [x, y] }) => [x, y, x, y] as const)),
    view: isOwn ? { longitude: view.longitude, latitude: view.latitude, zoom: view.zoom, bearing: 0, pitch: 0 } : null,
    margin,
    table: part?.results[0],
  };
}

function summaryOf(part: ChartPart | undefined, count: number): string {
  const chart = part?.name || (part ? t(part.type.name) : t("a chart"));
  return t("Map with {chart} at {count, plural, one {# location} other {# locations}}.", { chart, count });
}
