import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { inlineKey, inlineSign } from "../i18n/direction.ts";
import { number } from "../i18n/intl.ts";
import styles from "./RangeSlider.module.css";

type Ends = [low: number, high: number];

export interface RangeSliderProps {
  min: number;
  max: number;
  step: number;
  value: Ends;
  labels: readonly [low: string, high: string];
  onMove(value: Ends): void;
  onChange(value: Ends): void;
}

const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
};

export function RangeSlider({ min, max, step, value, labels, onMove, onChange }: RangeSliderProps) {
  const rail = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState<0 | 1 | null>(null);
  const moved = useRef<Ends>(value);
  const share = (at: number) => (max > min ? (value[at as 0 | 1] - min) / (max - min) : at) * 100;

  const withEnd = (at: 0 | 1, raw: number): Ends => {
    const stepped = min + Math.round((raw - min) / step) * step;
    const tidy = raw >= max ? max : Number(stepped.toPrecision(12));
    return at === 0 ? [clamp(tidy, min, value[1]), value[1]] : [value[0], clamp(tidy, value[0], max)];
  };
  const valueAt = (event: PointerEvent) => {
    const box = rail.current?.getBoundingClientRect();
    if (!box) return min;
    const along = inlineSign() === 1 ? event.clientX - box.left : box.right - event.clientX;
    return min + clamp(along / box.width, 0, 1) * (max - min);
  };
  const move = (at: 0 | 1, raw: number) => {
    moved.current = withEnd(at, raw);
    onMove(moved.current);
  };
  const take = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const raw = valueAt(event);
    const at = raw - value[0] < value[1] - raw ? 0 : 1;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    rail.current?.querySelectorAll<HTMLElement>("[role=slider]")[at]?.focus();
    setHeld(at);
    move(at, raw);
  };
  const handleKey = (at: 0 | 1) => (event: KeyboardEvent) => {
    const far = { Home: at === 0 ? min : value[0], End: at === 0 ? value[1] : max }[event.key];
    const steps = KEY_STEPS[inlineKey(event.key)];
    if (far === undefined && steps === undefined) return;
    event.preventDefault();
    onChange(withEnd(at, far ?? value[at] + (steps ?? 0) * step));
  };

  return (
    <div
      className={styles.slider}
      onPointerDown={take}
      onPointerMove={(event) => held !== null && move(held, valueAt(event))}
      onPointerUp={() => {
        if (held !== null) onChange(moved.current);
        setHeld(null);
      }}
      onPointerCancel={() => setHeld(null)}
    >
      <div
        ref={rail}
        className={styles.rail}
        style={{ "--low": `${share(0)}%`, "--high": `${share(1)}%` } as CSSProperties}
      >
        {([0, 1] as const).map((at) => (
          <div
            key={labels[at]}
            className={styles.handle}
            data-at={at}
            data-held={held === at || undefined}
            role="slider"
            tabIndex={0}
            aria-label={labels[at]}
            aria-valuemin={at === 0 ? min : value[0]}
            aria-valuemax={at === 0 ? value[1] : max}
            aria-valuenow={value[at]}
            aria-valuetext={number(value[at])}
            onKeyDown={handleKey(at)}
          >
            <span className={styles.tip} aria-hidden>
              {number(value[at])}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
