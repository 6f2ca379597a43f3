import { type ECharts, type EChartsCoreOption, init } from "echarts/core";
import type { ChartTheme, MarkAction, RendererProps } from "../../chart-seam/chart-type.ts";
import { inlineSign } from "../../i18n/direction.ts";
import { libraryLocale } from "../../i18n/libraries/libraries.ts";
import { t } from "../../i18n/translate.ts";
import { isOfHiddenNames } from "../legend/hidden-names.ts";
import { baseOption } from "./base-option.ts";
import { BitmapPointer, type HoveredElement, middleOf, type VisibleBitmap } from "./bitmap-layer.ts";
import { isDataUpdate } from "./data-update.ts";
import type { EChartSpec, Hit } from "./echart-spec.ts";
import { keepElements } from "./kept-elements.ts";
import { isRound, Mirror } from "./mirrored.ts";
import { placeTooltip, tooltipElement } from "./tooltip.ts";

export interface ChartHandlers {
  current: Pick<RendererProps, "onSelect" | "onContextMenu"> & { zoom?: ZoomHandlers; onHiddenNames?(): void };
}

export interface ZoomHandlers {
  canGoInto(hit: Hit): boolean;
  into(hit: Hit): void;
  out?(): void;
}

interface MarkEvent {
  componentType?: string;
  seriesIndex?: number;
  dataIndex?: number;
  dataType?: string;
  event?: { event?: Event; offsetX?: number; offsetY?: number };
}

interface LegendEvent {
  selected: Record<string, boolean>;
}

interface NamedEvent {
  seriesName?: string;
  name?: string;
}

/**
 * One ECharts instance with our events. A new spec replaces the option in place, so theme, size or data changes never
 * remount it, and legend toggles persist while the series stay the same.
 */
export class ChartHost {
  readonly #element: HTMLElement;
  readonly #chart: ECharts;
  readonly #handlers: ChartHandlers;
  readonly #mirror: Mirror | undefined;
  #picture: EChartSpec | null = null;
  #drawn: Record<string, unknown> | undefined;
  #legendKey = "";
  /** Names that a user has shown or hidden in the legend. Reading them from ECharts copies its whole option. */
  #selected: Record<string, boolean> | undefined;
  #tooltip: unknown;
  /** The tooltip is created on first hover: it costs elements and a page layout. */
  #isPointedAt = false;
  #hasFormatted = false;
  #hoveredSeries: number | undefined;
  readonly #pointer = new BitmapPointer();

  constructor(element: HTMLElement, renderer: "svg" | "canvas", handlers: ChartHandlers) {
    this.#element = element;
    this.#handlers = handlers;
    const locale = libraryLocale()?.echarts;
    this.#chart = init(element, null, { renderer, width: 1, height: 1, ...(locale ? { locale } : {}) });
    keepElements(this.#chart);
    if (inlineSign() === -1) this.#mirror = new Mirror(this.#chart);
    this.#chart.on("click", (event) => this.#handleClick(event as MarkEvent));
    this.#chart.on("highlight", (event) => this.#leaveUnseen(event as NamedEvent));
    this.#chart.on("mouseover", (event) => this.#hover(event as MarkEvent, (event as MarkEvent).seriesIndex));
    this.#chart.on("mouseout", (event) => this.#hover(event as MarkEvent, undefined));
    for (const change of ["legendselectchanged", "legendselectall", "legendinverseselect"])
      this.#chart.on(change, (event) => this.#hide((event as LegendEvent).selected));
    this.#chart.on("contextmenu", (event) => this.#handleMenu(event as MarkEvent));
    this.#chart.getZr().on("contextmenu", (event) => {
      if (!event.target) this.#openMenuAt({ x: event.offsetX, y: event.offsetY }, null);
    });
    this.#chart.getZr().on("click", ({ target }) => {
      if (isOfHiddenNames(target)) this.#handlers.current.onHiddenNames?.();
    });
    this.#chart.getZr().on("mousemove", ({ offsetX, offsetY, target }) => {
      this.#movePointer({ x: offsetX, y: offsetY }, target);
    });
    this.#chart.getZr().on("globalout", () => this.#pointer.leave());
    element.addEventListener("contextmenu", this.#keepMenu);
    element.addEventListener("pointerenter", this.#prepareTooltip);
    if (renderer === "canvas") this.#redrawWithFonts();
  }

  draw(picture: EChartSpec, { width, height, theme }: { width: number; height: number; theme: ChartTheme }): void {
    if (width < 1 || height < 1) return;
    this.#picture = picture;
    if (this.#chart.getWidth() !== width || this.#chart.getHeight() !== height) {
      this.#chart.resize({ width, height, silent: true });
    }
    const legendKey = JSON.stringify(legendNames(picture.option));
    if (legendKey !== this.#legendKey) this.#selected = undefined;
    this.#legendKey = legendKey;
    const selected = this.#selected;
    picture.hide?.(hiddenOf(this.#legendSelection()));
    const { tooltip, ...option } = { ...baseOption(theme), ...picture.option } as EChartsCoreOption;
    const legend =
      picture.option.legend && selected ? { ...(picture.option.legend as object), selected } : option.legend;
    this.#tooltip = this.#tooltipOf(tooltip);
    const shown = {
      ...option,
      ...(legend ? { legend } : {}),
      ...(this.#isPointedAt ? { tooltip: this.#tooltip } : {}),
    };
    // ECharts would leave marks faded after the option is replaced.
    if (this.#isPointedAt) this.#chart.dispatchAction({ type: "downplay" }, { flush: true });
    this.#setOption((this.#mirror?.optionOf(picture, shown) ?? shown) as Record<string, unknown>);
  }

  #setOption(option: Record<string, unknown>): void {
    const isUpdate = this.#drawn !== undefined && isDataUpdate(this.#drawn, option);
    this.#drawn = option;
    this.#chart.setOption(option, { notMerge: !isUpdate });
  }

  get echarts(): ECharts {
    return this.#chart;
  }

  /** Whether the legend has no room for all of its names. */
  get hidesNames(): boolean {
    const { type } = (this.#picture?.option.legend ?? {}) as { type?: string };
    return type === "scroll" && this.#chart.getZr().storage.getDisplayList(true).some(isOfHiddenNames);
  }

  get isMirrored(): boolean {
    return this.#mirror?.isOn === true && this.#picture !== null && !isRound(this.#picture);
  }

  point(hit: Hit | null): void {
    if (hit) this.#prepareTooltip();
    this.#chart.dispatchAction({ type: "downplay" });
    if (!hit) {
      this.#pointer.leave();
      this.#chart.dispatchAction({ type: "hideTip" });
      return;
    }
    const bitmap = this.#picture?.bitmaps?.[hit.seriesIndex];
    if (bitmap) {
      const place = this.#laidOut(middleOf(bitmap.boxOf(hit.dataIndex)));
      const { target } = this.#chart.getZr().findHover(place.x, place.y) ?? {};
      this.#pointer.pointAt(hit, target as HoveredElement | undefined, this.#bitmaps());
      this.#tellAt(place, hit);
      return;
    }
    this.#chart.dispatchAction({ type: "highlight", ...hit });
    const place = this.#picture?.placeOf?.(hit);
    if (place) this.#tellAt(this.#laidOut(place), hit);
    else this.#tell(hit);
  }

  #tell(hit: Hit): void {
    const { trigger } = (this.#picture?.option.tooltip ?? {}) as { trigger?: string };
    this.#hasFormatted = false;
    this.#chart.dispatchAction({ type: "showTip", ...hit });
    if (this.#hasFormatted || trigger === "axis") return;
    this.#tellAt({ x: this.#chart.getWidth() / 2, y: this.#chart.getHeight() / 2 }, hit);
  }

  #tellAt(place: { x: number; y: number }, hit: Hit): void {
    const content = this.#picture?.tooltip?.([hit]);
    const tooltip = { formatter: () => (content ? tooltipElement(content) : "") };
    this.#chart.dispatchAction({ type: "showTip", ...place, tooltip });
  }

  /** Axis values at a place of the element. */
  valuesAt(place: { x: number; y: number }): readonly [number, number] | undefined {
    const { x, y } = this.#laidOut(place);
    const values = this.#chart.convertFromPixel({ gridIndex: 0 }, [x, y]);
    return Array.isArray(values) && values.every(Number.isFinite) ? [Number(values[0]), Number(values[1])] : undefined;
  }

  placeAt(values: readonly [number, number]): { x: number; y: number } | undefined {
    const [x, y] = [this.#pixelAt("xAxis", values[0]), this.#pixelAt("yAxis", values[1])];
    return Number.isFinite(x) && Number.isFinite(y) ? this.#shown({ x, y }) : undefined;
  }

  /** ECharts itself rounds on axes of categories. */
  #pixelAt(axis: "xAxis" | "yAxis", value: number): number {
    const at = (one: number) => Number(this.#chart.convertToPixel({ [`${axis}Index`]: 0 }, one));
    const [first] = [this.#picture?.option[axis]].flat() as ({ type?: string } | undefined)[];
    if (first?.type !== "category") return at(value);
    const whole = Math.trunc(value);
    return at(whole) + (value - whole) * (at(1) - at(0));
  }

  select(hit: Hit, isAdditive: boolean): void {
    const mark = this.#picture?.mark?.(hit);
    if (!mark?.selection) return;
    this.#handlers.current.onSelect?.(mark.isSelected && !isAdditive ? null : mark.selection, isAdditive);
  }

  openMenu(hit: Hit): void {
    const middle = { x: this.#chart.getWidth() / 2, y: this.#chart.getHeight() / 2 };
    this.#openMenuAt(middle, hit);
  }

  dispose(): void {
    this.#element.removeEventListener("contextmenu", this.#keepMenu);
    this.#element.removeEventListener("pointerenter", this.#prepareTooltip);
    this.#chart.dispose();
  }

  /** ECharts keeps the content of an axis tooltip while the pointer stays at the same point of the axis. */
  #hover({ event }: MarkEvent, series: number | undefined): void {
    const { trigger } = (this.#picture?.option.tooltip ?? {}) as { trigger?: string };
    if (series === this.#hoveredSeries || trigger !== "axis") return;
    this.#hoveredSeries = series;
    const { offsetX: x, offsetY: y } = event ?? {};
    if (series === undefined || x === undefined || y === undefined) return;
    this.#chart.dispatchAction({ type: "hideTip" });
    this.#chart.dispatchAction({ type: "showTip", x, y });
  }

  #movePointer(place: { x: number; y: number }, target: unknown): void {
    if (!this.#picture?.bitmaps) return;
    this.#pointer.moveTo(this.#laidOut(place), target as HoveredElement | undefined, this.#bitmaps());
  }

  #bitmaps(): VisibleBitmap[] {
    const { bitmaps, option } = this.#picture ?? {};
    if (!bitmaps) return [];
    const selected = option?.legend ? this.#legendSelection() : undefined;
    const names = ((option?.series ?? []) as { name?: string }[]).map(({ name }) => name ?? "");
    return bitmaps
      .map((bitmap, seriesIndex) => ({ bitmap, seriesIndex }))
      .filter(({ seriesIndex }) => selected?.[names[seriesIndex] ?? ""] !== false);
  }

  #hitOf(event: MarkEvent): Hit | null {
    const hit = toHit(event);
    if (!hit || !this.#picture) return hit;
    const { offsetX: x, offsetY: y } = event.event ?? {};
    const place = x !== undefined && y !== undefined ? this.#laidOut({ x, y }) : undefined;
    return this.#pointer.hitOf(hit, this.#bitmaps(), place);
  }

  /** Between the picture's pixels and ECharts' own. */
  #laidOut(place: { x: number; y: number }): { x: number; y: number } {
    return this.#mirror?.laidOut(place) ?? place;
  }

  /** Between ECharts' pixels and those of the element. */
  #shown(place: { x: number; y: number }): { x: number; y: number } {
    return this.#mirror?.shown(place) ?? place;
  }

  #handleClick(event: MarkEvent): void {
    const hit = this.#hitOf(event);
    const pointer = event.event?.event as MouseEvent | undefined;
    const { onSelect, zoom } = this.#handlers.current;
    if (hit && zoom && !onSelect) zoom.into(hit);
    else if (hit) this.select(hit, Boolean(pointer?.ctrlKey || pointer?.metaKey));
  }

  /** ECharts fades other series even when the hovered legend item is hidden; this prevents that. */
  #leaveUnseen({ seriesName, name }: NamedEvent): void {
    const named = seriesName ?? name;
    if (named === undefined || this.#legendSelection()?.[named] !== false) return;
    this.#chart.dispatchAction({ type: "downplay" });
  }

  #hide(selected: Record<string, boolean>): void {
    this.#selected = selected;
    if (!this.#picture?.hide) return;
    this.#picture.hide(hiddenOf(selected));
    this.#chart.setOption({});
  }

  #handleMenu(event: MarkEvent): void {
    this.#openMenuAt({ x: event.event?.offsetX ?? 0, y: event.event?.offsetY ?? 0 }, this.#hitOf(event));
  }

  #openMenuAt(inside: { x: number; y: number }, hit: Hit | null): void {
    const box = this.#element.getBoundingClientRect();
    const selection = hit ? (this.#picture?.mark?.(hit)?.selection ?? null) : null;
    const { x, y } = this.#shown(inside);
    const at = { x: box.left + x, y: box.top + y };
    const actions = zoomActions(this.#handlers.current.zoom, hit);
    this.#handlers.current.onContextMenu?.(at, selection, ...(actions.length > 0 ? [actions] : []));
  }

  /** Canvas text keeps the font it was drawn with: redraw once fonts have loaded. */
  #redrawWithFonts(): void {
    if (document.fonts?.status !== "loading") return;
    void document.fonts.ready.then(() => {
      if (!this.#chart.isDisposed()) this.#chart.resize({ silent: true });
    });
  }

  readonly #keepMenu = (event: Event) => {
    if (this.#handlers.current.onContextMenu) event.preventDefault();
  };

  #legendSelection(): Record<string, boolean> | undefined {
    return this.#selected ?? (this.#picture?.option.legend as Partial<LegendEvent> | undefined)?.selected;
  }

  readonly #prepareTooltip = () => {
    if (this.#isPointedAt || !this.#picture) return;
    this.#isPointedAt = true;
    this.#chart.setOption({ tooltip: this.#tooltip } as EChartsCoreOption);
  };

  #tooltipOf(option: unknown): unknown {
    return {
      ...(option as object),
      renderMode: "html",
      appendTo: () => document.fullscreenElement ?? document.body,
      formatter: (params: unknown) => {
        this.#hasFormatted = true;
        if (isLegendName(params)) return tooltipElement({ title: params.name, rows: [] });
        const hits = (Array.isArray(params) ? params : [params])
          .map((p) => this.#hitOf(p as MarkEvent))
          .filter((h) => h !== null)
          .map((h) => (h.seriesIndex === this.#hoveredSeries ? { ...h, isHovered: true } : h));
        const content = this.#picture?.tooltip?.(hits);
        return content ? tooltipElement(content) : "";
      },
      position: (...[[left, top], , , , size]: TooltipPosition) => {
        const { x, y } = this.#shown({ x: left, y: top });
        return placeTooltip({
          point: [x, y],
          size: size.contentSize,
          chart: this.#element.getBoundingClientRect(),
          window: { width: window.innerWidth, height: window.innerHeight },
          isRightToLeft: this.#mirror !== undefined,
        });
      },
    };
  }
}

function zoomActions(zoom: ZoomHandlers | undefined, hit: Hit | null): MarkAction[] {
  const { out } = zoom ?? {};
  return [
    ...(zoom && hit && zoom.canGoInto(hit)
      ? [{ key: "zoom-in", label: t("Zoom in"), onSelect: () => zoom.into(hit) }]
      : []),
    ...(out ? [{ key: "zoom-out", label: t("Zoom out"), onSelect: () => out() }] : []),
  ];
}

/** ECharts' arguments for a tooltip's `position`: pointer, params, element, rect, sizes. */
type TooltipPosition = [[number, number], unknown, unknown, unknown, { contentSize: [number, number] }];

function toHit(event: MarkEvent): Hit | null {
  if (event.componentType !== undefined && event.componentType !== "series") return null;
  if (event.seriesIndex === undefined) return null;
  const hit: Hit = { seriesIndex: event.seriesIndex, dataIndex: event.dataIndex ?? -1 };
  return event.dataType === "edge" ? { ...hit, dataType: "edge" } : hit;
}

function isLegendName(params: unknown): params is { name: string } {
  return (params as MarkEvent).componentType === "legend";
}

const hiddenOf = (selected: Record<string, boolean> = {}) =>
  new Set(Object.keys(selected).filter((name) => !selected[name]));

/** Part of the key: a legend whose own `selected` changes is a new legend. */
function legendNames({ legend }: Readonly<Record<string, unknown>>): unknown {
  const { data, selected } = (legend ?? {}) as { data?: unknown; selected?: unknown };
  return [data ?? null, selected ?? null];
}
