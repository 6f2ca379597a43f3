import { type CSSProperties, type PointerEvent, useRef, useState } from "react";

/** Lets something be moved by a part of it. What was taken hold of stays within the window. */
export function useDrag(): { frame: CSSProperties; onPointerDown(event: PointerEvent): void } {
  const [offset, setOffset] = useState({ x: 0, y: 0 });
  const start = useRef({ x: 0, y: 0 });
  const handleDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    start.current = { x: event.clientX - offset.x, y: event.clientY - offset.y };
    const move = ({ clientX, clientY }: globalThis.PointerEvent) => {
      const x = Math.min(Math.max(clientX, 0), window.innerWidth);
      const y = Math.min(Math.max(clientY, 0), window.innerHeight);
      setOffset({ x: x - start.current.x, y: y - start.current.y });
    };
    const end = () => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", end);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end);
  };
  const isMoved = offset.x !== 0 || offset.y !== 0;
  return { frame: isMoved ? { transform: `translate(${offset.x}px, ${offset.y}px)` } : {}, onPointerDown: handleDown };
}
