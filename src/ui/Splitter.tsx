import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { inlineSign } from "../i18n/direction.ts";
import styles from "./Splitter.module.css";

export interface SplitterProps {
  size: number;
  onSize(size: number): void;
  min: number;
  max: number;
  initial: number;
  label: string;
  panel: "before" | "after";
  /** `vertical`: a vertical line between columns. */
  orientation?: "vertical" | "horizontal";
}

const STEP = 16;

export function Splitter(props: SplitterProps) {
  const { size, onSize, min, max, initial, label, panel, orientation = "vertical" } = props;
  const start = useRef<{ at: number; size: number } | null>(null);
  const sign = (panel === "before" ? 1 : -1) * (orientation === "vertical" ? inlineSign() : 1);
  const set = (next: number) => onSize(Math.round(Math.min(max, Math.max(min, next))));
  const at = (event: PointerEvent) => (orientation === "vertical" ? event.clientX : event.clientY);

  const handleKey = (event: KeyboardEvent) => {
    const [less, more] = orientation === "vertical" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
    if (event.key === less) set(size - sign * STEP);
    else if (event.key === more) set(size + sign * STEP);
    else if (event.key === "Home") set(min);
    else if (event.key === "End") set(max);
    else if (event.key === "Enter") set(initial);
    else return;
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr can't be focused and moved
    <div
      className={styles.splitter}
      data-orientation={orientation}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={max}
      onDoubleClick={() => set(initial)}
      onKeyDown={handleKey}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { at: at(event), size };
      }}
      onPointerMove={(event) => {
        if (start.current) set(start.current.size + sign * (at(event) - start.current.at));
      }}
      onPointerUp={() => {
        start.current = null;
      }}
      onPointerCancel={() => {
        start.current = null;
      }}
    />
  );
}
