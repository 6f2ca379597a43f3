import { type CSSProperties, type PointerEvent, useRef, useState } from "react";

interface Bag {
  /** Spread on the element that moves. */
  frame: { style?: CSSProperties; onDoubleClick?(): void };
  /** Spread on the part that is dragged. */
  handle: { style?: CSSProperties; onPointerDown?(event: PointerEvent): void };
}

const HIDDEN: Bag = { frame: {}, handle: {} };

/** Lets a dialog be moved by its title and resized by its corner. Off: returns nothing to spread. */
export function useDragAndResize(enabled: boolean): Bag {
  const [offset, setOffset] = useState({ x: 0, y: 0 });
  const start = useRef<{ x: number; y: number } | null>(null);
  if (!enabled) return HIDDEN;
  const handleDown = (event: PointerEvent) => {
    start.current = { x: event.clientX - offset.x, y: event.clientY - offset.y };
    const move = (e: globalThis.PointerEvent) => {
      if (start.current) setOffset({ x: e.clientX - start.current.x, y: e.clientY - start.current.y });
    };
    const end = () => {
      start.current = null;
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", end);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end);
  };
  return {
    frame: {
      style: {
        transform: `translate(${offset.x}px, ${offset.y}px)`,
        resize: "both",
        overflow: "auto",
        maxWidth: "100vw",
      },
    },
    handle: { style: { cursor: "move", display: "block", userSelect: "none" }, onPointerDown: handleDown },
  };
}
