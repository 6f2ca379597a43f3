import { Button } from "antd";
import { type CSSProperties, useEffect, useState } from "react";
import type { Skeleton } from "../../chart-seam/chart-type.ts";
import { number } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { later, useElapsed } from "../client/clock.ts";
import { useQueueText } from "../client/query-queue.ts";
import styles from "./chart-view.module.css";

interface Props {
  shape: Skeleton;
  startedAt?: number;
  stop?(): void;
}

const BARS = [92, 78, 64, 58, 47, 40, 33, 26];
const COLUMNS = [38, 52, 47, 66, 80, 71, 58, 84, 69, 45, 53, 74];
const ONE_DIGIT = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
const CELLS = Array.from({ length: 84 }, (_, id) => id);

export function ChartSkeleton({ shape, startedAt, stop }: Props) {
  const isShown = useAfter(150);
  const elapsedMs = useElapsed(startedAt);
  if (!isShown) return null;
  return (
    <div className={styles.skeleton} role="status" aria-label={t("Loading")}>
      <div className={styles[`shape-${shape}`]} aria-hidden>
        <Shape shape={shape} />
      </div>
      {elapsedMs > 2000 && (
        <div className={styles.elapsed}>
          <span>
            {t("{seconds} s", { seconds: number(elapsedMs / 1000, ONE_DIGIT) })}
            <QueueText />
          </span>
          {stop && (
            <Button size="small" type="text" onClick={stop}>
              {t("Cancel")}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function QueueText() {
  const text = useQueueText(true);
  return text ? ` · ${text}` : null;
}

function Shape({ shape }: { shape: Skeleton }) {
  switch (shape) {
    case "number":
      return (
        <>
          <i />
          <i />
        </>
      );
    case "pie":
      return <i />;
    case "grid":
      return CELLS.map((id) => <i key={id} />);
    case "table":
      return BARS.map((row) => <i key={row} />);
    case "bars":
      return BARS.map((width) => <i key={width} style={{ width: `${width}%` }} />);
    case "line":
    case "points":
      return COLUMNS.map((height) => <i key={height} style={{ "--at": `${height}%` } as CSSProperties} />);
  }
}

function useAfter(ms: number): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => later(ms, () => setPast(true)), [ms]);
  return isPast;
}
