import { type RefObject, useEffect, useRef, useState } from "react";
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
  from: Place;
  to: Place;
  isOn: boolean;
}

/**
 * Selects a range by dragging with a mouse or pen, with Shift where a drag moves a zoomed chart, or by Shift and arrow
 * keys. Escape cancels, a double click clears. Touch scrolls the page; the tile's menu has fields for the range.
 */
export function BrushLayer(props: BrushLayerProps) {
  const { element } = props;
  const latest = useRef(props);
  latest.current = props;
  const [pending, setPending] = useState<PendingBand | null>(null);
  const shown = useShownRange(props);
  useEffect(() => {
    const frame = element.current?.parentElement;
    if (!frame) return undefined;
    const stops = [listen(frame, latest, setPending), listenToKeys(frame, latest, setPending), watch(frame, latest)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [element]);
  const band = pending ?? shown;
  if (!band) return null;
  const { left, top, right, bottom } = band;
  return (
    <div
      className={styles.band}
      data-dragging={pending ? true : undefined}
      data-testid="brush"
      style={{ left, top, width: Math.max(2, right - left), height: Math.max(2, bottom - top) }}
    >
      {pending?.label ? (
        <span className={styles.label} aria-live={pending.isStepped ? "polite" : undefined}>
          {pending.label}
        </span>
      ) : null}
    </div>
  );
}

/** After the chart is drawn, as its axes place the range. */
function useShownRange({ brush, picture, width, height, host }: BrushLayerProps): Rectangle | null {
  const [shown, setShown] = useState<Rectangle | null>(null);
  useEffect(() => {
    setShown(host.current ? placeOf(host.current, { brush, picture, width, height }) : null);
  }, [brush, picture, width, height, host]);
  return shown;
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
  return () => stop.abort();
}

function areaOf({ picture, width, height, host }: BrushLayerProps): Rectangle {
  return plotArea(picture, { width, height }, host.current?.isMirrored === true);
}

type Show = (band: PendingBand | null) => void;

function listen(frame: HTMLElement, latest: RefObject<BrushLayerProps>, show: Show): () => void {
  let drag: Drag | undefined;
  const end = () => {
    drag = undefined;
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
    drag = { pointerId: event.pointerId, from, to: from, isOn: false };
    if (isMoving) event.stopPropagation();
  };
  const move = (event: PointerEvent) => {
    if (!drag || event.pointerId !== drag.pointerId) return;
    drag.to = placeIn(frame, event);
    const { axes } = latest.current.brush;
    if (!drag.isOn && !isDrag(drag.from, drag.to, axes)) return;
    if (!drag.isOn) {
      latest.current.host.current?.point(null);
      frame.setPointerCapture?.(event.pointerId);
    }
    drag.isOn = true;
    event.stopPropagation();
    show(followed(drag, event.timeStamp, latest.current));
  };
  const hide = (event: MouseEvent) => {
    if (drag?.isOn) event.stopPropagation();
  };
  const up = (event: PointerEvent) => {
    const done = drag;
    if (!done || event.pointerId !== done.pointerId) return;
    end();
    if (done.isOn) choose(done, latest.current);
  };
  const cancel = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !drag?.isOn) return;
    event.stopPropagation();
    abandon();
  };
  const stop = new AbortController();
  const options = { capture: true, signal: stop.signal };
  frame.addEventListener("pointerdown", down, options);
  window.addEventListener("pointermove", move, options);
  // ECharts follows a pressed mouse from the document, and would show tooltips.
  window.addEventListener("mousemove", hide, options);
  frame.addEventListener("pointerup", up, options);
  frame.addEventListener("pointercancel", abandon, options);
  window.addEventListener("keydown", cancel, options);
  return () => {
    if (drag?.isOn) abandon();
    stop.abort();
  };
}

function placeIn(frame: HTMLElement, { clientX, clientY }: MouseEvent): Place {
  const { left, top } = frame.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
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
  return { ...band, label: selection?.label };
}

function choose(drag: Drag, props: BrushLayerProps): void {
  const selection = selectionIn(bandOfDrag(drag, props), props);
  if (selection) props.onSelect(selection, false);
  else props.onBrush?.({ kind: "cancel" });
}
