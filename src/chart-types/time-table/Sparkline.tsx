import { useState } from "react";
import {
  type SparkPicture,
  type SparkPoint,
  type SparkScale,
  sparkPicture,
  sparkScale,
} from "../../chart-kit/kpi/spark.ts";
import { inlineSign } from "../../i18n/direction.ts";
import styles from "./Renderer.module.css";
import type { TimeHeading } from "./transform.ts";

interface Props {
  points: readonly SparkPoint[];
  labels: readonly string[];
  range?: readonly [number | null, number | null];
  heading: TimeHeading;
  color: string;
  isNarrow: boolean;
  last: string;
}

const WIDTH = 160;
const NARROW_WIDTH = 96;
const HEIGHT = 28;

export function Sparkline({ points, labels, range, heading, color, isNarrow, last }: Props) {
  const [hovered, setHovered] = useState<number>();
  const width = isNarrow ? NARROW_WIDTH : Math.min(heading.width ?? WIDTH, 400);
  const height = Math.min(heading.height ?? HEIGHT, 120);
  const scale = scaleOf(points, range, heading.sparkType === "bar");
  if (!Number.isFinite(scale.yMin) || !Number.isFinite(scale.yMax)) return <span className={styles.missing}>N/A</span>;
  const step = width / Math.max(1, points.length);
  return (
    <span className={styles.course}>
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={`${heading.label}: ${labels[0]}, ${labels.at(-1)}`}
        onPointerMove={(event) => {
          const { left, right } = event.currentTarget.getBoundingClientRect();
          const x = inlineSign() === 1 ? event.clientX - left : right - event.clientX;
          setHovered(Math.min(points.length - 1, Math.max(0, Math.floor(x / step))));
        }}
        onPointerLeave={() => setHovered(undefined)}
      >
        <Marks {...{ points, scale, width, height, color, hovered }} kind={heading.sparkType} />
      </svg>
      {heading.hasAxis && (
        <span className={styles.axis} style={{ height }}>
          <bdi>{heading.format(scale.yMax)}</bdi>
          <bdi>{heading.format(scale.yMin)}</bdi>
        </span>
      )}
      {hovered === undefined ? null : (
        <span className={styles.tip} role="status">
          {labels[hovered] ?? last}
        </span>
      )}
    </span>
  );
}

function scaleOf(points: Props["points"], range: Props["range"], isBar: boolean): SparkScale {
  const plain = sparkScale(points, { fromZero: isBar });
  return { ...plain, yMin: range?.[0] ?? plain.yMin, yMax: range?.[1] ?? plain.yMax };
}

interface MarksProps {
  kind: TimeHeading["sparkType"];
  points: Props["points"];
  scale: SparkScale;
  width: number;
  height: number;
  color: string;
  hovered: number | undefined;
}

function Marks({ kind, points, scale, color, hovered, ...size }: MarksProps) {
  const { line, area, marks } = sparkPicture(points, scale, size);
  if (kind === "bar") return <Bars {...{ marks, scale, color, hovered }} {...size} step={size.width / points.length} />;
  const marked = marks.find(({ index }) => index === hovered) ?? marks.at(-1);
  return (
    <>
      {kind === "area" && <path d={area} fill={color} opacity={0.14} />}
      <path d={line} fill="none" stroke={color} strokeWidth={1.5} strokeLinejoin="round" />
      {marked && <circle cx={marked.x} cy={marked.y} r={2.5} fill={color} />}
    </>
  );
}

interface BarsProps extends Pick<MarksProps, "scale" | "color" | "hovered" | "height"> {
  marks: SparkPicture["marks"];
  step: number;
}

function Bars({ marks, scale, color, hovered, height, step }: BarsProps) {
  const zero = height - 4 + (scale.yMin / (scale.yMax - scale.yMin || 1)) * (height - 8);
  return marks.map(({ index, y }) => (
    <rect
      key={index}
      x={index * step + 0.5}
      width={Math.max(1, step - 1)}
      y={Math.min(y, zero)}
      height={Math.max(1, Math.abs(zero - y))}
      fill={color}
      opacity={hovered === undefined || hovered === index ? 1 : 0.5}
    />
  ));
}
