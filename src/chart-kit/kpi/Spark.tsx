import { type PointerEvent, useMemo, useState } from "react";
import styles from "./Figure.module.css";
import type { Trend } from "./figure-props.ts";
import { type SparkPicture, sparkPicture, sparkScale } from "./spark.ts";

interface Props extends Trend {
  width: number;
  height: number;
  /** No axis labels: there is no room for them. */
  isPlain?: boolean;
}

const LABEL_HEIGHT = 16;
const LABEL_WIDTH = 44;

/** The course of a number as a bare line, with the last point marked and every point readable on hover. */
export function Spark(props: Props) {
  const { points, labels, color, fromZero, xRange } = props;
  const { xEnds, yEnds } = props.isPlain ? {} : (props as Pick<Trend, "xEnds" | "yEnds">);
  const [hovered, setHovered] = useState<number>();
  const width = Math.max(24, props.width - (yEnds ? LABEL_WIDTH : 0));
  const height = Math.max(12, props.height - (xEnds ? LABEL_HEIGHT : 0));
  const picture = useMemo(
    () => sparkPicture(points, sparkScale(points, { fromZero, xRange }), { width, height }),
    [points, fromZero, xRange, width, height],
  );
  const marked = picture.marks.find((mark) => mark.index === hovered) ?? picture.marks.at(-1);
  const label = labels[hovered ?? -1];

  return (
    <div
      className={styles.spark}
      style={{ width: props.width, height: props.height }}
      aria-hidden
      onPointerMove={(event) => setHovered(nearestIndex(picture, event))}
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
        {marked && <circle cx={marked.x} cy={marked.y} r={3} fill={color} stroke={props.ground} />}
      </svg>
      <AxisEnds {...{ xEnds, yEnds, width, height }} right={props.width - width} />
      {label && marked && (
        <div className={styles.tip} style={{ bottom: props.height - marked.y + 8, ...besides(marked.x, props.width) }}>
          <b>{label.y}</b> <span>{label.x}</span>
        </div>
      )}
    </div>
  );
}

interface AxisEndsProps extends Pick<Trend, "xEnds" | "yEnds"> {
  width: number;
  height: number;
  /** Room at the right that the line leaves. */
  right: number;
}

/** First and last moment below, highest and lowest value beside. */
function AxisEnds({ xEnds, yEnds, width, height, right }: AxisEndsProps) {
  const texts = [
    { key: "first", text: xEnds?.[0], style: { left: 0, bottom: 0 } },
    { key: "last", text: xEnds?.[1], style: { right, bottom: 0 } },
    { key: "high", text: yEnds?.[1], style: { left: width + 6, top: 0 } },
    { key: "low", text: yEnds?.[0], style: { left: width + 6, top: height - 14 } },
  ];
  return texts.map(({ key, text, style }) =>
    text === undefined ? null : (
      <span key={key} className={styles.axisText} style={style}>
        {text}
      </span>
    ),
  );
}

function nearestIndex(picture: SparkPicture, event: PointerEvent): number | undefined {
  const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
  const distance = (mark: { x: number }) => Math.abs(mark.x - x);
  return [...picture.marks].sort((a, b) => distance(a) - distance(b))[0]?.index;
}

/** Keeps the tooltip inside: it grows to the left in the right half. */
function besides(x: number, width: number) {
  return x > width / 2 ? { right: width - x } : { left: x };
}
