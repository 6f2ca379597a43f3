import type { PickingInfo } from "@deck.gl/core";
import { MapboxOverlay } from "@deck.gl/mapbox";
import { Map as GlMap, Marker, setWorkerUrl } from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import type { ChartTheme } from "../../chart-seam/chart-type.ts";
import { chartTheme } from "../colors/theme.ts";
import { baseStyle, fillGround, type MapTiles, paintAround, paintGround } from "./base-map.ts";
import type { Bounds } from "./bounds.ts";
import { type CoveredCorner, cornerUnder, paddingsAvoiding, placesIn, type Sides } from "./corner-padding.ts";
import { deckLayerOf, ringLayer } from "./deck-layers.ts";
import type { Cluster, MapLayer, MapMark, MapSpec, MapView } from "./map-spec.ts";
import type { Ground } from "./map-style.ts";
import type { Position } from "./spatial.ts";

setWorkerUrl(workerUrl);

export interface MapHit {
  layer: string;
  index: number;
  at?: Position;
  x: number;
  y: number;
  cell?: { value: number; points: readonly number[]; at: Position };
  mark?: MapMark;
}

export interface MapEvents {
  onPoint(hit: MapHit | null): void;
  onChoose(hit: MapHit | null, isAdditive: boolean): void;
  onMenu(hit: MapHit | null, at: { x: number; y: number }): void;
  onView(view: MapView): void;
  onDrawn(): void;
  onMove(): void;
}

const FIT_MAX_ZOOM = 12;

const PICKING_RADIUS = 4;

/**
 * The view follows the data or the author's setting until the user moves the map, and then stays until the data or
 * setting changes.
 */
export class MarkMap {
  readonly #map: GlMap;
  readonly #overlay: MapboxOverlay;
  readonly #events: MapEvents;
  #theme: ChartTheme;
  #picture: MapSpec | null = null;
  #viewKey = "";
  #isMoved = false;
  #ring: Position | null = null;
  #under: { x: number; y: number } | null = null;
  #isOnMark = false;
  #isFollowed = false;
  #covered: CoveredCorner | null = null;
  #level = 0;
  #scale = 0;

  constructor(element: HTMLElement, start: { theme: ChartTheme; tiles: MapTiles | null; events: MapEvents }) {
    this.#theme = start.theme;
    this.#events = start.events;
    this.#map = new GlMap({
      container: element,
      style: baseStyle(start.theme, start.tiles),
      minZoom: -2,
      maxPitch: 70,
      attributionControl: start.tiles?.attribution ? { compact: false } : false,
      keyboard: false,
      scrollZoom: false,
      fadeDuration: 0,
      trackResize: false,
      // Screenshots need the drawing buffer.
      canvasContextAttributes: { preserveDrawingBuffer: true, antialias: true },
    });
    // deck.gl 9.4 reads the camera height from where older map libraries had it.
    Object.defineProperty(this.#map, "transform", {
      value: {
        get height() {
          return element.clientHeight;
        },
      },
    });
    this.#overlay = new MapboxOverlay({
      interleaved: true,
      layers: [],
      pickingRadius: PICKING_RADIUS,
      onHover: (info) => this.#point(hitOf(info)),
      getCursor: ({ isDragging }) => (isDragging ? "grabbing" : "default"),
      onAfterRender: () => this.#follow(),
    });
    this.#map.addControl(this.#overlay);
    this.#findMarks();
    this.#map.on("idle", () => this.#events.onDrawn());
    this.#map.on("move", () => this.#events.onMove());
    this.#map.on("zoom", () => this.#regroup(true));
    this.#map.on("moveend", ({ originalEvent }) => this.#moved(originalEvent !== undefined));
    this.#map.on("contextmenu", ({ point, originalEvent }) => {
      originalEvent.preventDefault();
      const info = this.#pick(point);
      this.#events.onMenu((info && hitOf(info)) ?? this.#placeAt(point), {
        x: originalEvent.clientX,
        y: originalEvent.clientY,
      });
    });
    this.#map.once("load", () => {
      paintGround(this.#map, this.#theme);
      this.#ground();
    });
  }

  draw(picture: MapSpec, readers: ChartTheme): void {
    const theme = themeOn(picture.ground, readers);
    paintAround(this.#map, theme);
    if (theme !== this.#theme && this.#map.isStyleLoaded()) paintGround(this.#map, theme);
    this.#theme = theme;
    this.#picture = picture;
    const key = JSON.stringify([picture.view, picture.bounds]);
    if (key !== this.#viewKey) this.#isMoved = false;
    this.#viewKey = key;
    if (!this.#isMoved) this.#look();
    this.#layers();
  }

  resize(): void {
    this.#map.resize();
    if (!this.#isMoved) this.#look();
  }

  keepClear(cover: HTMLElement | null): void {
    const covered = cover ? cornerUnder(cover, this.#map.getContainer()) : null;
    if (JSON.stringify(covered) === JSON.stringify(this.#covered)) return;
    this.#covered = covered;
    if (!this.#isMoved) this.#look();
  }

  ring(at: Position | null): void {
    this.#ring = at;
    this.#layers();
  }

  reach(at: Position): { x: number; y: number } {
    const { clientWidth, clientHeight } = this.#map.getContainer();
    const isInside = ({ x, y }: { x: number; y: number }) =>
      x > 8 && y > 8 && x < clientWidth - 8 && y < clientHeight - 8;
    const there = this.#map.project([at[0], at[1]]);
    if (isInside(there)) return there;
    this.#isMoved = true;
    this.#map.jumpTo({ center: [at[0], at[1]] });
    return this.#map.project([at[0], at[1]]);
  }

  positionAt({ x, y }: { x: number; y: number }): Position {
    const { lng, lat } = this.#map.unproject([x, y]);
    return [lng, lat];
  }

  placeOf([longitude, latitude]: Position): { x: number; y: number } {
    return this.#map.project([longitude, latitude]);
  }

  watchView(listener: () => void): () => void {
    this.#map.on("move", listener);
    return () => this.#map.off("move", listener);
  }

  zoomBy(steps: number): void {
    this.#isMoved = true;
    this.#map.zoomTo(this.#map.getZoom() + steps, { animate: false }, { originalEvent: true });
  }

  home(): void {
    this.#isMoved = false;
    this.#look();
  }

  zoom(): number {
    return Math.round(this.#map.getZoom());
  }

  watchZoom(listener: (zoom: number) => void): () => void {
    const tell = () => listener(this.zoom());
    tell();
    this.#map.on("zoom", tell);
    return () => this.#map.off("zoom", tell);
  }

  pin(element: HTMLElement, at: Position): () => void {
    const marker = new Marker({ element }).setLngLat([at[0], at[1]]).addTo(this.#map);
    return () => void marker.remove();
  }

  /** Zooms only while the user is in the map; otherwise the page couldn't be scrolled past it. */
  wheel(isOn: boolean): void {
    if (isOn) this.#map.scrollZoom.enable();
    else this.#map.scrollZoom.disable();
  }

  dispose(): void {
    this.#overlay.finalize();
    this.#map.remove();
  }

  #layers(): void {
    this.#level = Math.floor(this.#map.getZoom());
    this.#scale = scaleAt(this.#map.getZoom());
    const view = { theme: this.#theme, zoom: this.#level, scale: this.#scale };
    const layers = (this.#picture?.layers ?? []).flatMap((layer) => deckLayerOf(layer, view));
    this.#overlay.setProps({ layers: this.#ring ? [...layers, ringLayer(this.#ring, this.#theme)] : layers });
  }

  #regroup(isUnderWay: boolean): void {
    const isOther = Math.floor(this.#map.getZoom()) !== this.#level;
    const isScaled = scaleAt(this.#map.getZoom()) !== this.#scale;
    const isWanted = (layer: MapLayer) =>
      layer.kind === "clusters" ? isOther && (layer.isLive || !isUnderWay) : layer.kind === "labels" && isScaled;
    if (this.#picture?.layers.some(isWanted)) this.#layers();
  }

  /** deck.gl's own click events are lost when the button is held for 0.25 s. */
  #findMarks(): void {
    this.#map.on("mousemove", ({ point }) => {
      this.#under = point;
      if (this.#usesOwnPicking() && !this.#isOnMark) this.#events.onPoint(this.#placeAt(point));
    });
    this.#map.on("mouseout", () => {
      this.#under = null;
    });
    this.#map.on("click", ({ point, originalEvent: { ctrlKey, metaKey } }) => {
      const info = this.#pick(point);
      if (info) this.#choose(info, ctrlKey || metaKey);
      else if (this.#usesOwnPicking()) this.#events.onChoose(this.#placeAt(point), ctrlKey || metaKey);
    });
  }

  #pick({ x, y }: { x: number; y: number }): PickingInfo | null {
    return this.#isFollowed ? this.#overlay.pickObject({ x, y, radius: PICKING_RADIUS }) : null;
  }

  /** deck.gl 9.4 picks in the view it was created with until the map moves. */
  #follow(): void {
    if (this.#isFollowed) return;
    this.#isFollowed = true;
    queueMicrotask(() => this.#map.fire("move"));
  }

  #usesOwnPicking(): boolean {
    return this.#picture?.layers.some(({ near }) => near !== undefined) ?? false;
  }

  #placeAt({ x, y }: { x: number; y: number }): MapHit {
    const { lng, lat } = this.#map.unproject([x, y]);
    return { layer: "", index: -1, x, y, at: [lng, lat] };
  }

  #point(hit: MapHit | null): void {
    this.#isOnMark = hit !== null;
    this.#events.onPoint(hit ?? (this.#under && this.#usesOwnPicking() ? this.#placeAt(this.#under) : null));
  }

  #choose(info: PickingInfo, isAdditive: boolean): void {
    const { at, opensAt } = (info.object ?? {}) as Partial<Cluster>;
    if (!at || opensAt === undefined) {
      const hit = hitOf(info);
      if (hit) this.#events.onChoose(hit, isAdditive);
      return;
    }
    this.#isMoved = true;
    this.#map.jumpTo({ center: [at[0], at[1]], zoom: opensAt }, { originalEvent: true });
  }

  #look(): void {
    const { view, bounds } = this.#picture ?? {};
    if (view) {
      const { longitude, latitude, zoom, bearing, pitch } = view;
      this.#map.jumpTo({ center: [longitude, latitude], zoom, bearing, pitch });
    } else if (bounds) {
      this.#fit(bounds);
    }
  }

  #fit([west, south, east, north]: Bounds): void {
    const { clientWidth, clientHeight } = this.#map.getContainer();
    const least = Math.min(clientWidth, clientHeight);
    const around = Math.min(least * 0.4, this.#picture?.margin ?? Math.max(6, Math.min(32, least * 0.07)));
    const { layers = [], angle = { bearing: 0, pitch: Math.max(0, ...layers.map(pitchOf)) } } = this.#picture ?? {};
    const corners: [[number, number], [number, number]] = [
      [west, south],
      [east, north],
    ];
    const fitWithin = (more: Partial<Sides>): number => {
      const padding = { top: around, right: around, bottom: around, left: around, ...more };
      this.#map.fitBounds(corners, { padding, maxZoom: FIT_MAX_ZOOM, animate: false, ...angle });
      return this.#map.getZoom();
    };
    fitWithin({});
    const covered = this.#covered;
    if (!covered || !this.#hasMarkUnder(covered)) return;
    const ways = paddingsAvoiding(covered, around).map((sides) => ({ sides, zoom: fitWithin(sides) }));
    const [best] = ways.sort((a, b) => b.zoom - a.zoom);
    if (best) fitWithin(best.sides);
  }

  #hasMarkUnder({ left, right, top, bottom }: CoveredCorner): boolean {
    const { layers = [], margin: reach = 0 } = this.#picture ?? {};
    return placesIn(layers).some(([longitude, latitude]) => {
      const { x, y } = this.#map.project([longitude, latitude]);
      return x + reach > left && x - reach < right && y + reach > top && y - reach < bottom;
    });
  }

  #moved(isReader: boolean): void {
    this.#ground();
    this.#regroup(false);
    if (!isReader) return;
    this.#isMoved = true;
    const { lng, lat } = this.#map.getCenter();
    this.#events.onView({
      longitude: lng,
      latitude: lat,
      zoom: this.#map.getZoom(),
      bearing: this.#map.getBearing(),
      pitch: this.#map.getPitch(),
    });
  }

  #ground(): void {
    if (!this.#map.isStyleLoaded() && !this.#map.getSource("land")) return;
    fillGround(this.#map).catch(() => undefined);
  }
}

function themeOn(ground: Ground | null | undefined, readers: ChartTheme): ChartTheme {
  return ground && ground !== readers.mode ? chartTheme(ground) : readers;
}

function pitchOf(layer: MapLayer): number {
  if (layer.kind === "arcs") return 25;
  return "isExtruded" in layer && layer.isExtruded ? 40 : 0;
}

interface Found {
  value?: number;
  pointIndices?: readonly number[];
  mark?: MapMark;
}

function hitOf(info: PickingInfo): MapHit | null {
  if (!info.layer || info.index < 0) return null;
  const { x, y } = info;
  const [longitude = 0, latitude = 0] = info.coordinate ?? [];
  const { value, pointIndices: points, mark } = (info.object ?? {}) as Found;
  const at = [longitude, latitude] as const;
  return {
    ...{ layer: info.layer.id, index: info.index, x, y, at, mark },
    ...(value !== undefined && points ? { cell: { value, points, at } } : {}),
  };
}

/** Rounded down to quarter levels: labels that don't overlap there don't on a larger map either. */
const scaleAt = (zoom: number) => Math.floor(zoom * 4) / 4;
