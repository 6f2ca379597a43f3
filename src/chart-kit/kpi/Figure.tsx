import type { MouseEvent } from "react";
import styles from "./Figure.module.css";
import { figureSizes, subSize } from "./figure.ts";
import type { FigureChange, FigureProps } from "./figure-props.ts";
import { Spark } from "./Spark.tsx";

const ARROWS = { up: "▲", down: "▼", same: "" } as const;

interface Props extends FigureProps {
  width: number;
  height: number;
  onMenu?(at: { x: number; y: number }): void;
}

/** One number, what it is, how it changed, and its course as a small line beside or below. */
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
    <div className={styles.line} style={{ fontSize: size }} title={text}>
      {text}
    </div>
  );
}

function Change({ direction, text, base, tone, size }: FigureChange & { size: number }) {
  return (
    <div className={styles.line} style={{ fontSize: size }} title={`${text} ${base}`}>
      <span className={styles.change} data-tone={tone}>
        {ARROWS[direction]} {text}
      </span>{" "}
      {base}
    </div>
  );
}
