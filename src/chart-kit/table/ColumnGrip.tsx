import { type PointerEvent, useRef, useState } from "react";
import { inlineSign } from "../../i18n/direction.ts";
import styles from "./DataTable.module.css";

const MIN_WIDTH = 40;

export function ColumnGrip({ width, onResize }: { width: number; onResize(width: number | undefined): void }) {
  const start = useRef({ x: 0, width: 0 });
  const [isDragging, setDragging] = useState(false);

  function handleMove(event: PointerEvent) {
    if (!isDragging) return;
    const moved = inlineSign() * (event.clientX - start.current.x);
    onResize(Math.max(MIN_WIDTH, Math.round(start.current.width + moved)));
  }

  return (
    <span
      className={styles.grip}
      aria-hidden
      data-dragging={isDragging}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={() => onResize(undefined)}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width };
        setDragging(true);
      }}
      onPointerMove={handleMove}
      onPointerUp={() => setDragging(false)}
      onPointerCancel={() => setDragging(false)}
    />
  );
}
