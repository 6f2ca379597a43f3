import type { RefObject } from "react";
import { inlineKey } from "../../i18n/direction.ts";
import { type BrushLayerProps, bandOf, type PendingBand } from "./brush.ts";
import type { EChartSpec, Hit } from "./echart-spec.ts";
import { boxOf, closestStop, type SteppedRange, stepOf, stepped } from "./range-keys.ts";

type Show = (band: PendingBand | null) => void;

/**
 * Shift and an arrow key start a range at the mark that the keyboard is at, and move its end; arrow keys then move the
 * range. Enter selects it, Escape and leaving the chart cancel.
 */
export function listenToKeys(frame: HTMLElement, latest: RefObject<BrushLayerProps>, show: Show): () => void {
  let range: SteppedRange | undefined;
  const end = () => {
    range = undefined;
    show(null);
  };
  const cancel = () => {
    if (!range) return;
    end();
    latest.current.onBrush?.({ kind: "cancel" });
  };
  const finish = () => {
    const { brush, onSelect } = latest.current;
    const selection = range && brush.select(boxOf(brush, range));
    if (!selection) return cancel();
    end();
    onSelect(selection, false);
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== latest.current.element.current) return;
    if (range && event.key === "Enter") finish();
    else if (range && event.key === "Escape") cancel();
    else {
      const next = rangeAfter(event, range, latest.current);
      if (!next) return;
      range = next;
      follow(next, event.timeStamp, latest.current, show);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const stop = new AbortController();
  const options = { capture: true, signal: stop.signal };
  frame.addEventListener("keydown", press, options);
  frame.addEventListener("focusout", cancel, options);
  frame.addEventListener("pointerdown", cancel, options);
  return () => {
    cancel();
    stop.abort();
  };
}

function rangeAfter(
  { key, shiftKey }: KeyboardEvent,
  range: SteppedRange | undefined,
  { brush, host, picture, walked }: BrushLayerProps,
): SteppedRange | undefined {
  if (!range && !shiftKey) return undefined;
  const { stops, axes } = brush;
  const meant = host.current?.isMirrored ? inlineKey(key) : key;
  const move = stepOf(meant, shiftKey, { axes, up: isUpwards(picture) ? 1 : -1 });
  if (!move) return undefined;
  const [x, y] = valuesOf(picture, walked);
  return stepped(brush, range, { ...move, at: { x: closestStop(stops.x, x), y: closestStop(stops.y, y) } });
}

function isUpwards({ option }: EChartSpec): boolean {
  return (option.yAxis as { inverse?: boolean } | undefined)?.inverse !== true;
}

/** Of a mark on the axes. */
function valuesOf({ option }: EChartSpec, hit: Hit | null): readonly (number | undefined)[] {
  const series = option.series as { data?: readonly unknown[] }[] | undefined;
  if (!hit) return [];
  const point = series?.[hit.seriesIndex]?.data?.[hit.dataIndex];
  const values = (point as { value?: unknown } | undefined)?.value ?? point;
  return Array.isArray(values) ? [Number(values[0]), Number(values[1])] : [hit.dataIndex, hit.dataIndex];
}

function follow(range: SteppedRange, at: number, props: BrushLayerProps, show: Show): void {
  const { brush, host, onBrush } = props;
  const box = boxOf(brush, range);
  const selection = brush.select(box);
  onBrush?.(selection ? { kind: "move", selection, at } : { kind: "cancel" });
  const band = host.current && bandOf(host.current, props, box);
  show(band ? { ...band, label: selection?.label, isStepped: true } : null);
}
