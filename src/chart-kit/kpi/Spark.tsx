import { type PointerEvent, useMemo, useState } from "react";
import styles from "./Figure.module.css";
import type { Trend } from "./figure-props.ts";
import { sparkPicture, sparkScale } from "./spark.ts";

const LABEL_HEIGHT = 16;
const LABEL_WIDTH = 40;

/** The course of a number as a bare line, with the last point marked and every point readable on hover. */
export function Spark(props: Trend & { width: number; height: number }) {
  const { points, labels, color, fromZero, xRange, xEnds, yEnds } = props;
  const [hovered, setHovered] = useState<number>();
  const width = Math.max(24, props.width - (yEnds ? LABEL_WIDTH : 0));
  const height = Math.max(12, props.height - (xEnds ? LABEL_HEIGHT : 0));
  const picture = useMemo(
    () => sparkPicture(points, sparkScale(points, { fromZero, xRange }), width, height),
    [points, fromZero, xRange, width, height],
  );
  const marked = picture.marks.find((mark) => mark.index === hovered) ?? picture.marks.at(-1);
  const label = hovered === undefined ? undefined : labels[hovered];

  function handleMove(event: PointerEvent) {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const nearest = picture.marks.reduce<(typeof picture.marks)[number] | undefined>(
      (best, mark) => (best && Math.abs(best.x - x) <= Math.abs(mark.x - x) ? best : mark),
      undefined,
    );
    setHovered(nearest?.index);
  }

  return (
    <div
      className={styles.spark}
      style={{ width: props.width, height: props.height }}
      aria-hidden
      onPointerMove={handleMove}
      onPointerLeave={() => setHovered(undefined)}
    >
      <svg width={width} height={height} aria-hidden="true">
        <path d={picture.area} fill={color} opacity={0.1} />
        <path
          d={picture.line}
          fill="none"
          stroke={color}
          strokeWidth={1.5}
          strokeLinejoin="round"
          strokeLinecap="round"
        />
        {label && marked && <line x1={marked.x} x2={marked.x} y1={0} y2={height} stroke={color} opacity={0.35} />}
        {marked && <circle cx={marked.x} cy={marked.y} r={2.5} fill={color} stroke={props.ground} />}
      </svg>
      {xEnds && (
        <>
          <span className={styles.axisText} style={{ left: 0, bottom: 0 }}>
            {xEnds[0]}
          </span>
          <span className={styles.axisText} style={{ right: yEnds ? LABEL_WIDTH : 0, bottom: 0 }}>
            {xEnds[1]}
          </span>
        </>
      )}
      {yEnds && (
        <>
          <span className={styles.axisText} style={{ left: width + 6, top: 0 }}>
            {yEnds[1]}
          </span>
          <span className={styles.axisText} style={{ left: width + 6, top: height - 14 }}>
            {yEnds[0]}
          </span>
        </>
      )}
      {label && marked && (
        <div className={styles.tip} style={{ bottom: props.height - marked.y + 8, ...besides(marked.x, width) }}>
          <b>{label.y}</b> <span>{label.x}</span>
        </div>
      )}
    </div>
  );
}

/** Keeps the tooltip inside: it grows to the left in the right half. */
function besides(x: number, width: number) {
  return x > width / 2 ? { right: width - x } : { left: x };
}
