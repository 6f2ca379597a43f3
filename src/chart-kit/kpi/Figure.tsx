import { type MouseEvent, type PointerEvent, useMemo, useState } from "react";
import { inlineSign } from "../../i18n/direction.ts";
import styles from "./Figure.module.css";
import type { FigureChange, FigureProps } from "./figure.ts";
import { figureSizes, subSize } from "./figure.ts";
import type { Trend } from "./spark.ts";
import { type SparkPicture, sparkPicture, sparkScale } from "./spark.ts";

const ARROWS = { up: "▲", down: "▼", same: "" } as const;

/** Signs and percent stay beside their number in a page from right to left. */
const ownDirection = () => (inlineSign() === -1 ? "auto" : undefined);

interface Props extends FigureProps {
  width: number;
  height: number;
  onMenu?(at: { x: number; y: number }): void;
}

export function Figure(props: Props) {
  const { width, height, change, trend, text } = props;
  const lines = [props.metricName, props.subtitle, change?.text, props.note].filter(Boolean).length;
  const sizes = figureSizes({
    width,
    height,
    text,
    lines,
    header: props.header,
    sub: props.sub,
    hasSpark: Boolean(trend),
  });

  function handleMenu(event: MouseEvent) {
    if (!props.onMenu) return;
    event.preventDefault();
    props.onMenu({ x: event.clientX, y: event.clientY });
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the tile's menu key opens the same menu
    <div
      className={styles.figure}
      data-spark={sizes.spark}
      style={{ background: props.background }}
      onContextMenu={handleMenu}
    >
      <div className={styles.text}>
        <Line text={props.metricName} size={subSize({ height, sub: props.nameSize })} />
        <div
          className={styles.value}
          data-missing={props.isMissing}
          dir={ownDirection()}
          title={text}
          style={{ fontSize: sizes.value, color: props.color }}
        >
          {text}
        </div>
        {change && <Change {...change} size={sizes.sub} />}
        <Line text={props.subtitle} size={subSize({ height, sub: props.subtitleSize })} />
        <Line text={props.note} size={sizes.sub} />
      </div>
      {trend && sizes.spark !== "none" && sizes.sparkHeight > 12 && (
        <Spark {...trend} isPlain={sizes.spark === "right"} width={sizes.sparkWidth} height={sizes.sparkHeight} />
      )}
    </div>
  );
}

function Line({ text, size }: { text: string | undefined; size: number }) {
  if (!text) return null;
  return (
    <div className={styles.line} dir={ownDirection()} style={{ fontSize: size }} title={text}>
      {text}
    </div>
  );
}

function Change({ direction, text, base, tone, size }: FigureChange & { size: number }) {
  return (
    <div className={styles.line} style={{ fontSize: size }} title={`${text} ${base}`}>
      <span className={styles.change} dir={ownDirection()} data-tone={tone}>
        {ARROWS[direction]} {text}
      </span>{" "}
      {base}
    </div>
  );
}

interface SparkProps extends Trend {
  width: number;
  height: number;
  isPlain?: boolean;
}

const LABEL_HEIGHT = 16;
const LABEL_WIDTH = 44;

function Spark(props: SparkProps) {
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
      <svg width={width} height={height} aria-hidden="true" style={inlineSign() === -1 ? { scale: "-1 1" } : undefined}>
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
      <AxisEnds {...{ xEnds, yEnds, width, height }} end={props.width - width} />
      {label && marked && (
        <div
          className={styles.tip}
          style={{ bottom: props.height - marked.y + 8, ...tooltipSide(marked.x, props.width) }}
        >
          <b dir="auto">{label.y}</b> <span dir="auto">{label.x}</span>
        </div>
      )}
    </div>
  );
}

interface AxisEndsProps extends Pick<Trend, "xEnds" | "yEnds"> {
  width: number;
  height: number;
  end: number;
}

function AxisEnds({ xEnds, yEnds, width, height, end }: AxisEndsProps) {
  const texts = [
    { key: "first", text: xEnds?.[0], style: { insetInlineStart: 0, bottom: 0 } },
    { key: "last", text: xEnds?.[1], style: { insetInlineEnd: end, bottom: 0 } },
    { key: "high", text: yEnds?.[1], style: { insetInlineStart: width + 6, top: 0 } },
    { key: "low", text: yEnds?.[0], style: { insetInlineStart: width + 6, top: height - 14 } },
  ];
  return texts.map(({ key, text, style }) =>
    text === undefined ? null : (
      <span key={key} className={styles.axisText} style={style}>
        <bdi>{text}</bdi>
      </span>
    ),
  );
}

function nearestIndex(picture: SparkPicture, event: PointerEvent): number | undefined {
  const { left, right } = event.currentTarget.getBoundingClientRect();
  const x = inlineSign() === 1 ? event.clientX - left : right - event.clientX;
  const distance = (mark: { x: number }) => Math.abs(mark.x - x);
  return [...picture.marks].sort((a, b) => distance(a) - distance(b))[0]?.index;
}

function tooltipSide(x: number, width: number) {
  return x > width / 2 ? { insetInlineEnd: width - x } : { insetInlineStart: x };
}
