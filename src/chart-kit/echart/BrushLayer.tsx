import { type RefObject, useEffect, useRef, useState } from "react";
import type { Selection } from "../../chart-seam/chart-type.ts";
import styles from "./BrushLayer.module.css";
import {
  type BrushLayerProps,
  bandBetween,
  bandOf,
  boxBetween,
  isDrag,
  isInside,
  type PendingBand,
  plotArea,
  type Rectangle,
} from "./brush.ts";
import type { ChartHost } from "./echart-host.ts";
import { listenToKeys } from "./range-keyboard.ts";

interface Place {
  x: number;
  y: number;
}

interface Drag {
  pointerId: number;
  /** Of the frame in the window: reading it in each move would lay out the page. */
  origin: Place;
  from: Place;
  to: Place;
  isOn: boolean;
  /** Has been followed since the last frame. */
  isAhead: boolean;
}

/** Comes when the pointer moves. The first in a frame leaves time to evaluate it before the frame, the others wait for it. */
const RAW_MOVE = "pointerrawupdate";

const isOf = (event: Event, { pointerId }: Drag): event is PointerEvent =>
  (event as PointerEvent).pointerId === pointerId;

/**
 * Selects a range by dragging with a mouse or pen, with Shift where a drag moves a zoomed chart, or by Shift and arrow
 * keys. Escape cancels, a double click clears. Touch scrolls the page; the tile's menu has fields for the range.
 */
export function BrushLayer(props: BrushLayerProps) {
  const { element } = props;
  const latest = useRef(props);
  latest.current = props;
  const [pending, setPending] = useState<PendingBand | null>(null);
  const moving = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useShownRange(props);
  useEffect(() => {
    const frame = element.current?.parentElement;
    if (!frame) return undefined;
    // A band that moves is placed without React, in the frame of its event.
    const show = (band: PendingBand | null) =>
      band && moving.current ? placeBand(moving.current, band) : setPending(band);
    const stops = [
      listen(frame, latest, { show, keep: setShown }),
      listenToKeys(frame, latest, show),
      watch(frame, latest),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [element, setShown]);
  if (pending) {
    return (
      <div
        ref={moving}
        key="pending"
        className={styles.band}
        data-dragging
        data-testid="brush"
        style={sidesOf(pending)}
      >
        <span className={styles.label} aria-live={pending.isStepped ? "polite" : undefined}>
          {pending.label}
        </span>
      </div>
    );
  }
  return shown && <div key="shown" className={styles.band} data-testid="brush" style={sidesOf(shown)} />;
}

const sidesOf = ({ left, top, right, bottom }: Rectangle) => ({
  left: `${left}px`,
  top: `${top}px`,
  width: `${Math.max(2, right - left)}px`,
  height: `${Math.max(2, bottom - top)}px`,
});

function placeBand(element: HTMLElement, band: PendingBand): void {
  Object.assign(element.style, sidesOf(band));
  const label = element.firstElementChild;
  const text = band.label ?? "";
  // Other children would invalidate more styles than other text.
  if (label?.firstChild) label.firstChild.nodeValue = text;
  else if (label && text !== "") label.textContent = text;
}

/** After the chart is drawn, as its axes place the range. */
function useShownRange({ brush, picture, width, height, host }: BrushLayerProps) {
  const [shown, setShown] = useState<Rectangle | null>(null);
  useEffect(() => {
    setShown(host.current ? placeOf(host.current, { brush, picture, width, height }) : null);
  }, [brush, picture, width, height, host]);
  return [shown, setShown] as const;
}

function placeOf(
  host: ChartHost,
  of: Pick<BrushLayerProps, "brush" | "picture" | "width" | "height">,
): Rectangle | null {
  return of.brush.shown ? bandOf(host, of, of.brush.shown) : null;
}

/** Tells the page that a range can be selected, so that it can prepare for it. A double click clears the range. */
function watch(frame: HTMLElement, latest: RefObject<BrushLayerProps>): () => void {
  const near = () => latest.current.onBrush?.({ kind: "near", dimensions: latest.current.brush.dimensions() });
  near();
  const stop = new AbortController();
  const options = { signal: stop.signal, capture: true };
  for (const event of ["pointerenter", "pointerdown", "focusin"]) frame.addEventListener(event, near, options);
  const clear = (event: MouseEvent) => {
    const { brush, onSelect } = latest.current;
    if (brush.shown && isInside(placeIn(frame, event), areaOf(latest.current))) onSelect(null, false);
  };
  frame.addEventListener("dblclick", clear, options);
  // After ECharts, which sets the cursor of marks.
  frame.addEventListener("mousemove", (event) => showCursor(frame, event, latest.current), { signal: stop.signal });
  return () => stop.abort();
}

/** Where ECharts sets the cursor. */
const canvasIn = ({ element }: BrushLayerProps) => element.current?.querySelector<HTMLElement>(":scope > div");

function showCursor(frame: HTMLElement, event: MouseEvent, props: BrushLayerProps): void {
  const canvas = canvasIn(props);
  if (!canvas || canvas.style.cursor === "pointer") return;
  const isMoving = props.picture.option.dataZoom !== undefined && !event.shiftKey;
  canvas.style.cursor = !isMoving && isInside(placeIn(frame, event), areaOf(props)) ? "crosshair" : "default";
}

function areaOf({ picture, width, height, host }: BrushLayerProps): Rectangle {
  return plotArea(picture, { width, height }, host.current?.isMirrored === true);
}

interface Bands {
  show(band: PendingBand | null): void;
  /** Until the chart is drawn with the selected range. */
  keep(band: Rectangle | null): void;
}

function listen(frame: HTMLElement, latest: RefObject<BrushLayerProps>, { show, keep }: Bands): () => void {
  const stop = new AbortController();
  const options = { capture: true, signal: stop.signal };
  let drag: Drag | undefined;
  const end = () => {
    drag = undefined;
    window.removeEventListener(RAW_MOVE, moveEarly, options);
    show(null);
  };
  const abandon = () => {
    if (drag?.isOn) latest.current.onBrush?.({ kind: "cancel" });
    end();
  };
  const down = (event: PointerEvent) => {
    const isMoving = latest.current.picture.option.dataZoom !== undefined;
    if (event.button !== 0 || event.pointerType === "touch" || (isMoving && !event.shiftKey)) return;
    const from = placeIn(frame, event);
    if (!isInside(from, areaOf(latest.current))) return;
    drag = { pointerId: event.pointerId, origin: originOf(frame), from, to: from, isOn: false, isAhead: false };
    window.addEventListener(RAW_MOVE, moveEarly, options);
    if (isMoving) event.stopPropagation();
  };
  const moveTo = (event: PointerEvent) => {
    if (!drag) return;
    const to = { x: event.clientX - drag.origin.x, y: event.clientY - drag.origin.y };
    if (drag.isOn && to.x === drag.to.x && to.y === drag.to.y) return;
    drag.to = to;
    if (!drag.isOn && !isDrag(drag.from, to, latest.current.brush.axes)) return;
    if (!drag.isOn) takePointer(frame, event, latest.current);
    drag.isOn = true;
    show(followed(drag, event.timeStamp, latest.current));
  };
  const moveEarly = (event: Event) => {
    if (!drag || drag.isAhead || !isOf(event, drag)) return;
    drag.isAhead = true;
    moveTo(event);
  };
  const move = (event: PointerEvent) => {
    if (!drag || !isOf(event, drag)) return;
    drag.isAhead = false;
    moveTo(event);
    if (drag.isOn) event.stopPropagation();
  };
  const up = (event: PointerEvent) => {
    const done = drag;
    if (!done || !isOf(event, done)) return;
    end();
    const chosen = done.isOn ? choose(done, latest.current) : null;
    if (chosen) keep(chosen);
  };
  frame.addEventListener("pointerdown", down, options);
  window.addEventListener("pointermove", move, options);
  frame.addEventListener("pointerup", up, options);
  frame.addEventListener("pointercancel", abandon, options);
  listenAround(frame, { drag: () => drag, abandon }, options);
  return () => {
    if (drag?.isOn) abandon();
    stop.abort();
  };
}

function takePointer(frame: HTMLElement, { pointerId }: PointerEvent, props: BrushLayerProps): void {
  props.host.current?.point(null);
  const canvas = canvasIn(props);
  if (canvas) canvas.style.cursor = "crosshair";
  frame.setPointerCapture?.(pointerId);
}

/** To what else happens during a drag. */
function listenAround(
  frame: HTMLElement,
  { drag, abandon }: { drag(): Drag | undefined; abandon(): void },
  options: AddEventListenerOptions,
): void {
  const hide = (event: MouseEvent) => {
    if (drag()?.isOn) event.stopPropagation();
  };
  const cancel = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !drag()?.isOn) return;
    event.stopPropagation();
    abandon();
  };
  const scroll = () => {
    const dragged = drag();
    if (dragged) dragged.origin = originOf(frame);
  };
  // ECharts follows a pressed mouse from the document, and would show tooltips.
  window.addEventListener("mousemove", hide, options);
  window.addEventListener("keydown", cancel, options);
  window.addEventListener("scroll", scroll, options);
}

function originOf(frame: HTMLElement): Place {
  const { left, top } = frame.getBoundingClientRect();
  return { x: left, y: top };
}

function placeIn(frame: HTMLElement, { clientX, clientY }: MouseEvent): Place {
  const { x, y } = originOf(frame);
  return { x: clientX - x, y: clientY - y };
}

function selectionIn({ left, top, right, bottom }: Rectangle, { brush, host }: BrushLayerProps) {
  const [a, b] = [host.current?.valuesAt({ x: left, y: bottom }), host.current?.valuesAt({ x: right, y: top })];
  return a && b ? brush.select(boxBetween(a, b, brush.axes)) : null;
}

const bandOfDrag = ({ from, to }: Drag, props: BrushLayerProps) =>
  bandBetween(from, to, { axes: props.brush.axes, area: areaOf(props) });

function followed(drag: Drag, at: number, props: BrushLayerProps): PendingBand {
  const band = bandOfDrag(drag, props);
  const selection = selectionIn(band, props);
  props.onBrush?.(selection ? { kind: "move", selection, at } : { kind: "cancel" });
  return { ...((selection && bandAround(selection, props)) ?? band), label: selection?.label };
}

/** Where the band stays after the release. */
function bandAround(selection: Selection, props: BrushLayerProps): Rectangle | null {
  const box = props.brush.boxOf?.(selection);
  return box && props.host.current ? bandOf(props.host.current, props, box) : null;
}

/** Returns where its range is. */
function choose(drag: Drag, props: BrushLayerProps): Rectangle | null {
  const selection = selectionIn(bandOfDrag(drag, props), props);
  if (selection) props.onSelect(selection, false);
  else props.onBrush?.({ kind: "cancel" });
  return selection && bandAround(selection, props);
}
