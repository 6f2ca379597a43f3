import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import type { CSSProperties } from "react";
import { ColumnGrip } from "../../chart-kit/table/ColumnGrip.tsx";
import { t } from "../../i18n/translate.ts";
import { classList } from "./class-list.ts";
import { FoldMark } from "./FoldMark.tsx";
import type { HeadingRun } from "./headings.ts";
import { levelNames, type PivotLayout } from "./layout.ts";
import type { Line } from "./lines.ts";
import { Text } from "./PivotRow.tsx";
import styles from "./Renderer.module.css";
import { toneOf } from "./selecting.ts";
import type { PivotDrawing } from "./transform.ts";
import type { PivotSort } from "./use-pivot-view.ts";
import { headingKey } from "./use-pivot-widths.ts";

export const TITLE_HEIGHT = 22;

export interface PivotHeadProps {
  id: string;
  drawing: PivotDrawing;
  columns: readonly Line[];
  runs: readonly (readonly HeadingRun[])[];
  levels: number;
  lefts?: readonly number[];
  frozenWidth: number;
  from: number;
  to: number;
  hasBefore: boolean;
  hasAfter: boolean;
  lineHeights: readonly number[];
  hasTitle: boolean;
  sort?: PivotSort;
  active?: { row: number; column: number };
  isClickable: boolean;
  layout: PivotLayout;
  /** Keyed by value column or row heading; undefined = fit to content. */
  onResize(key: string, width: number | undefined): void;
}

export function PivotHead(props: PivotHeadProps) {
  const { runs, levels, from, to, hasTitle } = props;
  return (
    <thead className={styles.head}>
      {hasTitle && <TitleLine {...props} />}
      {runs.map((line, level) => {
        const isInnermost = level === runs.length - 1;
        return (
          <tr key={line[0]?.key ?? level} style={{ height: props.lineHeights[level] }}>
            {levels > 0 && (isInnermost ? <RowNames {...props} /> : <Blank {...props} />)}
            {props.hasBefore && <td aria-hidden className={styles.gap} />}
            {line
              .filter((run) => run.end > from && run.start < to)
              .map((run) => (
                <ColumnHeading key={run.start} {...props} run={run} level={level} />
              ))}
            {props.hasAfter && <td aria-hidden className={styles.gap} />}
          </tr>
        );
      })}
    </thead>
  );
}

const frozen = (insetInlineStart: number | undefined): CSSProperties | undefined =>
  insetInlineStart === undefined ? undefined : { insetInlineStart };

function TitleLine({ drawing, columns, levels, lefts, from, to, hasBefore, hasAfter }: PivotHeadProps) {
  const [metric = ""] = drawing.order;
  const isAlone = drawing.order.length === 1 && !drawing.rows.shape.metrics && !drawing.columns.shape.metrics;
  const count = Math.min(to, columns.length) - from + Number(hasBefore) + Number(hasAfter);
  return (
    <tr className={styles.title} style={{ height: TITLE_HEIGHT }}>
      {levels > 0 && (
        <td colSpan={levels} className={`${styles.inner} ${lefts ? styles.frozen : ""}`} style={frozen(lefts?.[0])}>
          {isAlone ? drawing.metrics.get(metric)?.label : ""}
        </td>
      )}
      <td colSpan={count} className={styles.names}>
        {drawing.columns.names.join(" › ")}
      </td>
    </tr>
  );
}

function Blank({ levels, lefts }: PivotHeadProps) {
  return <td colSpan={levels} className={`${styles.inner} ${lefts ? styles.frozen : ""}`} style={frozen(lefts?.[0])} />;
}

function RowNames({ id, drawing, levels, lefts, sort, active, layout, onResize }: PivotHeadProps) {
  const keys = sort?.by === "keys" ? sort : undefined;
  return levelNames(drawing, "rows").map((name, level) => (
    <th
      // biome-ignore lint/suspicious/noArrayIndexKey: levels have no other identity
      key={level}
      id={`${id}--1-${level}`}
      scope="col"
      title={name}
      data-level={level}
      aria-sort={level === 0 && name ? sortState(keys) : undefined}
      className={classList([
        [styles.frozen, lefts],
        [styles.loose, !lefts],
        [styles.inner, level === levels - 1],
        [styles.sortable, name],
        [styles.active, isAt(active, -1, level)],
      ])}
      style={frozen(lefts?.[level])}
    >
      <span className={styles.name}>
        <span className={styles.text}>{name}</span>
        {level === 0 && keys && <Arrow descending={keys.descending} />}
      </span>
      <ColumnGrip width={layout.headings[level] ?? 0} onResize={(width) => onResize(headingKey(level), width)} />
    </th>
  ));
}

const isAt = (active: PivotHeadProps["active"], row: number, column: number) =>
  active?.row === row && active.column === column;

function Arrow({ descending }: { descending: boolean }) {
  const Icon = descending ? ArrowDown : ArrowUp;
  return <Icon size={12} strokeWidth={2} aria-hidden />;
}

function ColumnHeading(props: PivotHeadProps & { run: HeadingRun; level: number }) {
  const { id, drawing, run, level, runs, levels, from, to } = props;
  const isInnermost = level + run.span === runs.length;
  const isGroup = !isInnermost || run.end - run.start > 1;
  const sorted = isInnermost ? sortOf(props) : undefined;
  const tone = run.node && toneOf(drawing.columns, run.node, drawing.selected);
  return (
    <th
      id={`${id}-${level - runs.length}-${levels + run.start}`}
      scope={isGroup ? "colgroup" : "col"}
      colSpan={Math.min(run.end, to) - Math.max(run.start, from)}
      rowSpan={run.span}
      className={classList([
        [styles.column, true],
        [styles.group, isGroup],
        [styles.loose, !isGroup],
        [styles.clickable, canFilter(props)],
        [styles.muted, tone === "muted"],
        [styles.chosen, tone === "selected"],
        [styles.sorted, sorted],
        [styles.active, isActiveRun(props)],
      ])}
      data-line={run.start}
      data-level={level}
      data-total={run.isTotal}
      title={run.text}
      aria-sort={isGroup ? undefined : sortState(sorted)}
      aria-expanded={run.fold && run.fold === "open"}
    >
      <span className={styles.name} style={isGroup ? { left: (props.lefts ? props.frozenWidth : 0) + 9 } : undefined}>
        {run.fold && <FoldMark fold={run.fold} />}
        <Text heading={run} allowHtml={drawing.allowHtml} />
        {!isGroup && <SortMark sorted={sorted} />}
      </span>
      {!isGroup && <RunGrip {...props} />}
    </th>
  );
}

function RunGrip({ run, columns, layout, onResize }: RunProps) {
  const key = columns[run.start]?.key ?? "";
  return <ColumnGrip width={layout.values[run.start] ?? 0} onResize={(width) => onResize(key, width)} />;
}

type RunProps = PivotHeadProps & { run: HeadingRun; level: number };

function sortOf({ sort, columns, run }: RunProps) {
  return sort?.by === "column" && sort.column === columns[run.start]?.key ? sort : undefined;
}

function canFilter({ isClickable, run }: RunProps): boolean {
  return isClickable && run.node !== undefined && !run.isTotal;
}

function isActiveRun({ active, run, level, runs, levels }: RunProps): boolean {
  if (active?.row !== level - runs.length) return false;
  return active.column >= levels + run.start && active.column < levels + run.end;
}

function sortState(sorted: { descending: boolean } | undefined) {
  if (!sorted) return "none" as const;
  return sorted.descending ? ("descending" as const) : ("ascending" as const);
}

function SortMark({ sorted }: { sorted: { descending: boolean } | undefined }) {
  const Icon = !sorted ? ArrowUpDown : sorted.descending ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      tabIndex={-1}
      data-act="sort"
      className={styles.mark}
      data-on={Boolean(sorted)}
      aria-label={t("Sort rows by this column")}
    >
      <Icon size={12} strokeWidth={2} />
    </button>
  );
}
