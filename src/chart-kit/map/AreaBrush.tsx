import { type KeyboardEvent, type PointerEvent, useState } from "react";
import type { RendererProps } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { isDrag } from "../echart/brush.ts";
import styles from "./AreaBrush.module.css";
import type { MarkMap } from "./gl-map.ts";
import type { MapArea, MapSpec } from "./map-spec.ts";

interface Place {
  x: number;
  y: number;
}

interface AreaBrushProps extends Pick<RendererProps, "onBrush"> {
  map: MarkMap;
  brush: NonNullable<MapSpec["brush"]>;
  onSelect: NonNullable<RendererProps["onSelect"]>;
  onClose(): void;
}

/** Lies over the map while an area is drawn, as a drag moves the map otherwise. */
export function AreaBrush({ map, brush, onSelect, onBrush, onClose }: AreaBrushProps) {
  const [drag, setDrag] = useState<{ from: Place; to: Place } | null>(null);
  const start = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture?.(event.pointerId);
    const from = placeIn(event);
    setDrag({ from, to: from });
  };
  const move = (event: PointerEvent) => {
    if (!drag) return;
    const to = placeIn(event);
    setDrag({ ...drag, to });
    const selection = isDrag(drag.from, to, "xy") ? brush.select(areaBetween(map, drag.from, to)) : null;
    if (selection) onBrush?.({ kind: "move", selection, at: event.timeStamp });
  };
  const abandon = () => {
    onBrush?.({ kind: "cancel" });
    onClose();
  };
  const finish = () => {
    const isArea = drag && isDrag(drag.from, drag.to, "xy");
    const selection = isArea ? brush.select(areaBetween(map, drag.from, drag.to)) : null;
    if (!selection) return abandon();
    onSelect(selection, false);
    onClose();
  };
  const cancel = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    abandon();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: fields in the tile's menu do the same
    <div
      ref={(element) => element?.focus()}
      className={styles.cover}
      tabIndex={-1}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={finish}
      onPointerCancel={abandon}
      onKeyDown={cancel}
    >
      {drag ? <Box a={drag.from} b={drag.to} /> : <p className={styles.hint}>{t("Drag to select an area")}</p>}
    </div>
  );
}

/** Of two corners of the map, in pixels. */
export function areaBetween(map: MarkMap, from: Place, to: Place): MapArea {
  const [a, b] = [map.positionAt(from), map.positionAt(to)];
  return {
    west: Math.min(a[0], b[0]),
    east: Math.max(a[0], b[0]),
    south: Math.min(a[1], b[1]),
    north: Math.max(a[1], b[1]),
  };
}

export function Box({ a, b }: { a: Place; b: Place }) {
  const [left, top] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return (
    <div
      className={styles.box}
      data-testid="area"
      style={{ left, top, width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) }}
    />
  );
}

function placeIn({ clientX, clientY, currentTarget }: PointerEvent): Place {
  const { left, top } = currentTarget.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}
