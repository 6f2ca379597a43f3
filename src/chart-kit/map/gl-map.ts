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

/** What is under the pointer. Pixels are of the map's own box. */
export interface MapHit {
  /** Empty where no mark has been found. */
  layer: string;
  index: number;
  at?: Position;
  x: number;
  y: number;
  /** That the library itself has counted. */
  cell?: { value: number; points: readonly number[]; at: Position };
  /** Of what is no mark of a layer: a cluster. */
  mark?: MapMark;
}

export interface MapEvents {
  onPoint(hit: MapHit | null): void;
  onChoose(hit: MapHit | null, isAdditive: boolean): void;
  onMenu(hit: MapHit | null, at: { x: number; y: number }): void;
  /** The reader has moved the map. */
  onView(view: MapView): void;
  /** All there is to be seen is there. */
  onDrawn(): void;
  onMove(): void;
}

/** Closer than this nothing of the ground is left to see. */
const FIT_MAX_ZOOM = 12;

/** Pixels that the pointer may miss a mark by. */
const PICKING_RADIUS = 4;

/**
 * One map with our layers over it, in one drawing surface. The view follows the data, or the author's choice, until the
 * reader moves the map; then it stays until other data, or another choice, come.
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
  /** Where the pointer is, and whether deck.gl has found a mark there. */
  #under: { x: number; y: number } | null = null;
  #isOnMark = false;
  #isFollowed = false;
  #covered: CoveredCorner | null = null;
  /** The zoom for which clusters are drawn. */
  #level = 0;
  /** The zoom for which names are chosen. */
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
      // Pictures of charts are taken from what is drawn.
      canvasContextAttributes: { preserveDrawingBuffer: true, antialias: true },
    });
    // deck.gl 9.4 reads the height from where earlier versions of the map library had it.
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

  /** What lies over a corner of the map: no mark is under it when the view follows the data. */
  keepClear(cover: HTMLElement | null): void {
    const covered = cover ? cornerUnder(cover, this.#map.getContainer()) : null;
    if (JSON.stringify(covered) === JSON.stringify(this.#covered)) return;
    this.#covered = covered;
    if (!this.#isMoved) this.#look();
  }

  /** Puts a ring around a place; null takes it away. */
  ring(at: Position | null): void {
    this.#ring = at;
    this.#layers();
  }

  /** Where a place is in the map's own box; moves the map there when it is outside. */
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

  zoomBy(steps: number): void {
    this.#isMoved = true;
    this.#map.zoomTo(this.#map.getZoom() + steps, { animate: false }, { originalEvent: true });
  }

  /** Back to where the data are. */
  home(): void {
    this.#isMoved = false;
    this.#look();
  }

  /** The zoom of the view, whole steps. */
  zoom(): number {
    return Math.round(this.#map.getZoom());
  }

  /** Tells of each whole step of zoom; gives the end of it. */
  watchZoom(listener: (zoom: number) => void): () => void {
    const tell = () => listener(this.zoom());
    tell();
    this.#map.on("zoom", tell);
    return () => this.#map.off("zoom", tell);
  }

  /** Puts an element on the map, its middle at a place, and keeps it there; gives the way to take it off. */
  pin(element: HTMLElement, at: Position): () => void {
    const marker = new Marker({ element }).setLngLat([at[0], at[1]]).addTo(this.#map);
    return () => void marker.remove();
  }

  /** Whether the wheel zooms: only while the reader is in the map, or the page could not be scrolled past it. */
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

  /** Draws clusters, and chooses names, for another zoom. */
  #regroup(isUnderWay: boolean): void {
    const isOther = Math.floor(this.#map.getZoom()) !== this.#level;
    const isScaled = scaleAt(this.#map.getZoom()) !== this.#scale;
    const isWanted = (layer: MapLayer) =>
      layer.kind === "clusters" ? isOther && (layer.isLive || !isUnderWay) : layer.kind === "labels" && isScaled;
    if (this.#picture?.layers.some(isWanted)) this.#layers();
  }

  /** Under the pointer, where deck.gl finds none, and of clicks: its own are lost when the button is held for 0.25 s. */
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

  /** deck.gl 9.4 looks for marks in the view it was made in until the map moves after it has begun to follow. */
  #follow(): void {
    if (this.#isFollowed) return;
    this.#isFollowed = true;
    queueMicrotask(() => this.#map.fire("move"));
  }

  /** Whether marks are found by their places, of layers that deck.gl does not pick from. */
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

  /** A click on a cluster goes to where it falls apart. */
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

/** What lies on the ground is seen as on a page of that theme. */
function themeOn(ground: Ground | null | undefined, readers: ChartTheme): ChartTheme {
  return ground && ground !== readers.mode ? chartTheme(ground) : readers;
}

/** Degrees: what stands up is looked at from the side. */
function pitchOf(layer: MapLayer): number {
  if (layer.kind === "arcs") return 25;
  return "isExtruded" in layer && layer.isExtruded ? 40 : 0;
}

/** What is said of the mark that was hit. */
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

/** Quarters of a step, rounded down: names that lie apart there do so on a larger map too. */
const scaleAt = (zoom: number) => Math.floor(zoom * 4) / 4;
