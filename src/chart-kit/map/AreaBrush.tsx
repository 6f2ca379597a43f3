import { type KeyboardEvent, type PointerEvent, useState } from "react";
import type { RendererProps } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { isDrag } from "../echart/brush.ts";
import styles from "./AreaBrush.module.css";
import type { MarkMap } from "./gl-map.ts";
import type { MapSpec } from "./map-spec.ts";

interface Place {
  x: number;
  y: number;
}

interface AreaBrushProps {
  map: MarkMap;
  brush: NonNullable<MapSpec["brush"]>;
  onSelect: NonNullable<RendererProps["onSelect"]>;
  onClose(): void;
}

/** Lies over the map while an area is drawn, as a drag moves the map otherwise. */
export function AreaBrush({ map, brush, onSelect, onClose }: AreaBrushProps) {
  const [drag, setDrag] = useState<{ from: Place; to: Place } | null>(null);
  const start = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture?.(event.pointerId);
    const from = placeIn(event);
    setDrag({ from, to: from });
  };
  const finish = () => {
    if (drag && isDrag(drag.from, drag.to, "xy")) {
      const [a, b] = [map.positionAt(drag.from), map.positionAt(drag.to)];
      const selection = brush.select({
        west: Math.min(a[0], b[0]),
        east: Math.max(a[0], b[0]),
        south: Math.min(a[1], b[1]),
        north: Math.max(a[1], b[1]),
      });
      if (selection) onSelect(selection, false);
    }
    onClose();
  };
  const cancel = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onClose();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: fields in the tile's menu do the same
    <div
      ref={(element) => element?.focus()}
      className={styles.cover}
      tabIndex={-1}
      onPointerDown={start}
      onPointerMove={(event) => drag && setDrag({ ...drag, to: placeIn(event) })}
      onPointerUp={finish}
      onPointerCancel={onClose}
      onKeyDown={cancel}
    >
      {drag ? <Box a={drag.from} b={drag.to} /> : <p className={styles.hint}>{t("Drag to select an area")}</p>}
    </div>
  );
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
