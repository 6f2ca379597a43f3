import type { MouseEvent } from "react";
import styles from "./Figure.module.css";
import { figureSizes } from "./figure.ts";
import type { FigureProps } from "./figure-props.ts";
import { Spark } from "./Spark.tsx";

const ARROWS = { up: "▲", down: "▼", same: "" } as const;

/** One number, what it is, how it changed, and its course as a small line beside or below. */
export function Figure(
  props: FigureProps & { width: number; height: number; onMenu?(at: { x: number; y: number }): void },
) {
  const { width, height, change, trend } = props;
  const lines = [props.metricName, props.subtitle, change?.text, props.note].filter(Boolean).length;
  const sizes = figureSizes({ width, height, header: props.header, sub: props.sub }, props.text, lines, Boolean(trend));
  const other = (share: number) =>
    figureSizes({ width, height, header: props.header, sub: share }, props.text, lines, false).sub;

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
      style={props.background ? { background: props.background } : undefined}
      onContextMenu={handleMenu}
    >
      <div className={styles.text}>
        {props.metricName && (
          <div className={styles.line} style={{ fontSize: other(props.nameSize) }}>
            {props.metricName}
          </div>
        )}
        <div
          className={styles.value}
          data-missing={props.isMissing}
          title={props.text}
          style={{ fontSize: sizes.value, color: props.color }}
        >
          {props.text}
        </div>
        {change && (
          <div className={styles.line} style={{ fontSize: sizes.sub }} title={`${change.text} ${change.base}`}>
            <span className={styles.change} data-tone={change.tone}>
              {ARROWS[change.direction]} {change.text}
            </span>{" "}
            {change.base}
          </div>
        )}
        {props.subtitle && (
          <div className={styles.line} style={{ fontSize: other(props.subtitleSize) }} title={props.subtitle}>
            {props.subtitle}
          </div>
        )}
        {props.note && (
          <div className={styles.line} style={{ fontSize: sizes.sub }}>
            {props.note}
          </div>
        )}
      </div>
      {trend && sizes.spark !== "none" && sizes.sparkHeight > 12 && (
        <Spark {...trend} width={sizes.sparkWidth} height={sizes.sparkHeight} />
      )}
    </div>
  );
}
