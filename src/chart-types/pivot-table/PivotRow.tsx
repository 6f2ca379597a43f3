import { memo } from "react";
import { looksLikeHtml, SafeHtml } from "../../chart-kit/table/SafeHtml.tsx";
import type { DataValue } from "../../model/query-context.ts";
import { classList } from "./class-list.ts";
import { FoldMark } from "./FoldMark.tsx";
import { type Heading, headingsOf, isOfData, levelCount } from "./headings.ts";
import { metricOf } from "./layout.ts";
import type { Line } from "./lines.ts";
import styles from "./Renderer.module.css";
import { type Tone, toneOf } from "./selecting.ts";
import type { PivotDrawing } from "./transform.ts";

export interface PivotRowProps {
  id: string;
  drawing: PivotDrawing;
  line: Line;
  /** Previous row; missing where headings are repeated, as at the top of the view. */
  above?: Line;
  below?: Line;
  index: number;
  height: number;
  columns: readonly Line[];
  tones: readonly Tone[];
  from: number;
  to: number;
  hasBefore: boolean;
  hasAfter: boolean;
  lefts?: readonly number[];
  active?: number;
  isClickable: boolean;
}

export const PivotRow = memo(function PivotRow(props: PivotRowProps) {
  const { id, drawing, line, index, columns, from, to } = props;
  const headings = headingsOf(line, drawing.rows, drawing);
  const levels = headings.reduce((sum, { span }) => sum + span, 0);
  const tone = toneOf(drawing.rows, line.node, drawing.selected);
  return (
    <tr
      className={styles.row}
      style={{ height: props.height }}
      data-kind={line.kind}
      data-tone={tone}
      aria-rowindex={index + 1}
    >
      {headings.map((heading) => (
        <RowHeading key={heading.level} {...props} heading={heading} />
      ))}
      {props.hasBefore && <td aria-hidden className={styles.gap} />}
      {columns.slice(from, to).map((column, at) => (
        <ValueCell
          key={column.key}
          {...{ drawing, line, column }}
          id={`${id}-${index}-${levels + from + at}`}
          row={index}
          at={from + at}
          isMuted={tone === "muted" || props.tones[from + at] === "muted"}
          isActive={props.active === levels + from + at}
          isClickable={props.isClickable}
        />
      ))}
      {props.hasAfter && <td aria-hidden className={styles.gap} />}
    </tr>
  );
});

function RowHeading(props: PivotRowProps & { heading: Heading }) {
  const { heading, drawing, above, below, index, lefts } = props;
  const isShared = (line: Line | undefined) =>
    line !== undefined && keyAt(line, heading.level, drawing) === heading.key;
  return (
    <th
      id={`${props.id}-${index}-${heading.level}`}
      scope="row"
      colSpan={heading.span}
      className={classList([
        [styles.heading, true],
        [styles.frozen, lefts],
        [styles.clickable, props.isClickable && heading.node && !heading.isTotal],
        [styles.last, !isShared(below)],
        [styles.inner, heading.level + heading.span === levelCount(drawing.rows)],
        [styles.active, props.active === heading.level],
      ])}
      style={lefts ? { insetInlineStart: lefts[heading.level] } : undefined}
      data-row={index}
      data-level={heading.level}
      data-total={heading.isTotal}
      title={heading.text}
      aria-expanded={heading.fold && heading.fold === "open"}
    >
      <HeadingText {...{ heading }} isRepeated={isShared(above)} allowHtml={drawing.allowHtml} />
    </th>
  );
}

function HeadingText({
  heading,
  isRepeated,
  allowHtml,
}: {
  heading: Heading;
  isRepeated: boolean;
  allowHtml: boolean;
}) {
  if (isRepeated) return <span className={styles.spoken}>{heading.text}</span>;
  return (
    <span className={styles.name}>
      {heading.fold && <FoldMark fold={heading.fold} />}
      <Text heading={heading} allowHtml={allowHtml} />
    </span>
  );
}

function keyAt(line: Line, level: number, drawing: PivotDrawing): string | undefined {
  return headingsOf(line, drawing.rows, drawing).find((heading) => heading.level === level)?.key;
}

export function Text({ heading, allowHtml }: { heading: Heading; allowHtml: boolean }) {
  const { text } = heading;
  const isMarkup = allowHtml && isOfData(heading) && looksLikeHtml(text);
  return (
    <span className={styles.text} dir="auto">
      {isMarkup ? <SafeHtml html={text} /> : text}
    </span>
  );
}

interface ValueCellProps {
  id: string;
  drawing: PivotDrawing;
  line: Line;
  column: Line;
  row: number;
  at: number;
  isMuted: boolean;
  isActive: boolean;
  isClickable: boolean;
}

function ValueCell({ id, drawing, line, column, row, at, ...state }: ValueCellProps) {
  const metric = metricOf(line, column, drawing);
  const value = drawing.model.valueOf(line.node, column.node, metric);
  return (
    <td
      id={id}
      dir="auto"
      data-row={row}
      data-column={at}
      className={classList([
        [styles.sum, column.kind !== "cells"],
        [styles.muted, state.isMuted],
        [styles.active, state.isActive],
        [styles.clickable, state.isClickable && value !== undefined],
      ])}
      style={paintOf({ drawing, line, column }, value)}
    >
      {value === undefined ? null : (
        <Value value={value} text={drawing.metrics.get(metric)?.format(value) ?? String(value)} />
      )}
    </td>
  );
}

function paintOf({ drawing, line, column }: Pick<ValueCellProps, "drawing" | "line" | "column">, value?: DataValue) {
  if (value === undefined || line.kind !== "cells" || column.kind !== "cells") return undefined;
  return drawing.metrics.get(metricOf(line, column, drawing))?.look?.(value);
}

function Value({ value, text }: { value: DataValue; text: string }) {
  return value === null ? <span className={styles.missing}>{text}</span> : text;
}
