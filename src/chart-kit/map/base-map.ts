import { url as coarseBorders } from "ground:coarse-borders";
import { url as coarseLand } from "ground:coarse-land";
import { url as fineBorders } from "ground:fine-borders";
import { url as fineLand } from "ground:fine-land";
import { url as states } from "ground:states";
import type { FeatureCollection, GeoJSON } from "geojson";
import type { GeoJSONSource, Map as GlMap, StyleSpecification } from "maplibre-gl";
import type { ChartTheme } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";

interface Ground {
  sea: string;
  land: string;
  coast: string;
  border: string;
  state: string;
}

const GROUND: Readonly<Record<ChartTheme["mode"], Ground>> = {
  light: { sea: "#E4EAEE", land: "#FAFAF7", coast: "#B4BEC4", border: "#C3C6C4", state: "#DDDFDC" },
  dark: { sea: "#121417", land: "#25282D", coast: "#474D55", border: "#454A52", state: "#363A41" },
};

const FINE_FROM = 2.8;
const STATES_FROM = 1.8;

const EMPTY: FeatureCollection = { type: "FeatureCollection", features: [] };

export function baseStyle({ mode }: ChartTheme, tiles: MapTiles | null): StyleSpecification {
  const { sea, land, coast, border, state } = GROUND[mode];
  const source = { type: "geojson", data: EMPTY, tolerance: 0.2, maxzoom: 10 } as const;
  return {
    version: 8,
    sources: {
      land: source,
      borders: source,
      states: source,
      ...(tiles
        ? { tiles: { type: "raster", tiles: [tiles.url], tileSize: 256, attribution: tiles.attribution, maxzoom: 19 } }
        : {}),
    },
    layers: [
      { id: "sea", type: "background", paint: { "background-color": sea } },
      { id: "land", type: "fill", source: "land", paint: { "fill-color": land, "fill-antialias": false } },
      { id: "coast", type: "line", source: "land", paint: { "line-color": coast, "line-width": 0.8 } },
      {
        id: "states",
        type: "line",
        source: "states",
        minzoom: STATES_FROM,
        paint: { "line-color": state, "line-width": 0.8 },
      },
      { id: "borders", type: "line", source: "borders", paint: { "line-color": border, "line-width": 0.8 } },
      ...(tiles ? [{ id: "tiles", type: "raster", source: "tiles" } as const] : []),
    ],
  };
}

export interface MapTiles {
  url: string;
  attribution: string;
}

export function paintAround(map: GlMap, { mode }: ChartTheme): void {
  map.getContainer().style.backgroundColor = GROUND[mode].sea;
}

export function paintGround(map: GlMap, { mode }: ChartTheme): void {
  const { sea, land, coast, border, state } = GROUND[mode];
  map.setPaintProperty("sea", "background-color", sea);
  map.setPaintProperty("land", "fill-color", land);
  map.setPaintProperty("coast", "line-color", coast);
  map.setPaintProperty("states", "line-color", state);
  map.setPaintProperty("borders", "line-color", border);
}

/** Loads the shapes the view needs. Rejects when loading fails. */
export async function fillGround(map: GlMap): Promise<void> {
  const isFine = map.getZoom() >= FINE_FROM;
  const put = async (name: string, url: string) => setData(map, name, await shapeOf(url));
  await Promise.all([
    put("land", isFine ? fineLand : coarseLand),
    put("borders", isFine ? fineBorders : coarseBorders),
    map.getZoom() >= STATES_FROM && isUsVisible(map) ? put("states", states) : undefined,
  ]);
}

const lastData = new WeakMap<GeoJSONSource, GeoJSON>();

function setData(map: GlMap, name: string, data: GeoJSON): void {
  const source = map.getSource<GeoJSONSource>(name);
  if (!source || lastData.get(source) === data) return;
  lastData.set(source, data);
  source.setData(data);
}

function isUsVisible(map: GlMap): boolean {
  const view = map.getBounds();
  return view.getWest() < -66 && view.getEast() > -170 && view.getNorth() > 18 && view.getSouth() < 72;
}

const shapes = new Map<string, Promise<GeoJSON>>();

function shapeOf(url: string): Promise<GeoJSON> {
  const known = shapes.get(url);
  if (known) return known;
  const fetching = fetch(url).then((response): Promise<GeoJSON> => {
    if (!response.ok) throw new Error(t("the base map failed to load: {status}", { status: String(response.status) }));
    return response.json();
  });
  shapes.set(url, fetching);
  fetching.catch(() => shapes.delete(url));
  return fetching;
}
