import { Button } from "antd";
import { useEffect, useState } from "react";
import type { Skeleton } from "../../chart-types/chart-type.ts";
import { later, useElapsed } from "../clock.ts";
import styles from "./chart-view.module.css";

interface Props {
  shape: Skeleton;
  startedAt?: number;
  stop?(): void;
}

const BARS = [92, 78, 64, 58, 47, 40, 33, 26];
const COLUMNS = [38, 52, 47, 66, 80, 71, 58, 84, 69, 45, 53, 74].map((height, id) => ({ id, height }));
const CELLS = Array.from({ length: 84 }, (_, id) => ({ id, opacity: ((id * 37) % 60) / 100 + 0.25 }));

/** Stands where the chart will be, in its shape, after 150 ms; says how long it has taken after two seconds. */
export function ChartSkeleton({ shape, startedAt, stop }: Props) {
  const isShown = useAfter(150);
  const elapsedMs = useElapsed(startedAt);
  if (!isShown) return null;
  return (
    <div className={styles.skeleton} role="status" aria-label="Loading">
      <div className={styles[`shape-${shape}`]} aria-hidden>
        <Shape shape={shape} />
      </div>
      {elapsedMs > 2000 && (
        <div className={styles.elapsed}>
          <span>{(elapsedMs / 1000).toFixed(1)} s</span>
          {stop && (
            <Button size="small" type="text" onClick={stop}>
              Cancel
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function Shape({ shape }: { shape: Skeleton }) {
  switch (shape) {
    case "number":
      return (
        <>
          <i style={{ width: "40%", height: 28 }} />
          <i style={{ width: "60%", height: 12 }} />
        </>
      );
    case "pie":
      return <i />;
    case "grid":
      return CELLS.map(({ id, opacity }) => <i key={id} style={{ opacity }} />);
    case "table":
      return BARS.map((width) => <i key={width} style={{ width: `${Math.min(100, width + 8)}%` }} />);
    case "bars":
      return BARS.map((width) => <i key={width} style={{ width: `${width}%` }} />);
    case "line":
    case "points":
      return COLUMNS.map(({ id, height }) => <i key={id} style={{ height: `${height}%` }} />);
  }
}

function useAfter(ms: number): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => later(ms, () => setPast(true)), [ms]);
  return isPast;
}
