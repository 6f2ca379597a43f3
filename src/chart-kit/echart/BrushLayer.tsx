import { type RefObject, useEffect, useRef, useState } from "react";
import type { RendererProps } from "../../chart-seam/chart-type.ts";
import styles from "./BrushLayer.module.css";
import { bandBetween, boxBetween, isDrag, isInside, plotArea, type Rectangle } from "./brush.ts";
import type { ChartHost } from "./echart-host.ts";
import type { Brush, EChartSpec } from "./echart-spec.ts";

interface BrushLayerProps {
  brush: Brush;
  picture: EChartSpec;
  width: number;
  height: number;
  onSelect: NonNullable<RendererProps["onSelect"]>;
  host: RefObject<ChartHost | null>;
  element: RefObject<HTMLDivElement | null>;
}

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
 * Selects a range by dragging with a mouse or pen, with Shift where a drag moves a zoomed chart. Escape cancels, a double
 * click clears. Touch scrolls the page; the tile's menu has fields for the range.
 */
export function BrushLayer(props: BrushLayerProps) {
  const { element } = props;
  const latest = useRef(props);
  latest.current = props;
  const [dragged, setDragged] = useState<Rectangle | null>(null);
  const shown = useShownRange(props);
  useEffect(() => {
    const frame = element.current?.parentElement;
    return frame ? listen(frame, latest, setDragged) : undefined;
  }, [element]);
  const band = dragged ?? shown;
  if (!band) return null;
  const { left, top, right, bottom } = band;
  return (
    <div
      className={styles.band}
      data-dragging={dragged ? true : undefined}
      data-testid="brush"
      style={{ left, top, width: Math.max(2, right - left), height: Math.max(2, bottom - top) }}
    />
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
  { brush, picture, width, height }: Pick<BrushLayerProps, "brush" | "picture" | "width" | "height">,
): Rectangle | null {
  const { x, y } = brush.shown ?? {};
  if (!x && !y) return null;
  const area = plotArea(picture, { width, height }, host.isMirrored);
  const middle = host.valuesAt({ x: (area.left + area.right) / 2, y: (area.top + area.bottom) / 2 });
  const corner = (at: 0 | 1) => middle && host.placeAt([x?.[at] ?? middle[0], y?.[at] ?? middle[1]]);
  const [a, b] = [corner(0), corner(1)];
  return a && b ? bandBetween(a, b, { axes: brush.axes, area }) : null;
}

function listen(
  frame: HTMLElement,
  latest: RefObject<BrushLayerProps>,
  show: (band: Rectangle | null) => void,
): () => void {
  let drag: Drag | undefined;
  const areaNow = () => {
    const { picture, width, height, host } = latest.current;
    return plotArea(picture, { width, height }, host.current?.isMirrored === true);
  };
  const end = () => {
    drag = undefined;
    show(null);
  };
  const down = (event: PointerEvent) => {
    const isMoving = latest.current.picture.option.dataZoom !== undefined;
    if (event.button !== 0 || event.pointerType === "touch" || (isMoving && !event.shiftKey)) return;
    const from = placeIn(frame, event);
    if (!isInside(from, areaNow())) return;
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
    show(bandBetween(drag.from, drag.to, { axes, area: areaNow() }));
  };
  const up = (event: PointerEvent) => {
    const done = drag;
    if (!done || event.pointerId !== done.pointerId) return;
    end();
    if (done.isOn) choose(done, areaNow(), latest.current);
  };
  const cancel = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !drag?.isOn) return;
    event.stopPropagation();
    end();
  };
  const clear = (event: MouseEvent) => {
    const { brush, onSelect } = latest.current;
    if (brush.shown && isInside(placeIn(frame, event), areaNow())) onSelect(null, false);
  };
  const stop = new AbortController();
  const options = { capture: true, signal: stop.signal };
  frame.addEventListener("pointerdown", down, options);
  frame.addEventListener("pointermove", move, options);
  frame.addEventListener("pointerup", up, options);
  frame.addEventListener("pointercancel", end, options);
  frame.addEventListener("dblclick", clear, options);
  window.addEventListener("keydown", cancel, options);
  return () => stop.abort();
}

function placeIn(frame: HTMLElement, { clientX, clientY }: MouseEvent): Place {
  const { left, top } = frame.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

function choose({ from, to }: Drag, area: Rectangle, { brush, host, onSelect }: BrushLayerProps): void {
  const { left, top, right, bottom } = bandBetween(from, to, { axes: brush.axes, area });
  const [a, b] = [host.current?.valuesAt({ x: left, y: bottom }), host.current?.valuesAt({ x: right, y: top })];
  const selection = a && b ? brush.select(boxBetween(a, b, brush.axes)) : null;
  if (selection) onSelect(selection, false);
}
