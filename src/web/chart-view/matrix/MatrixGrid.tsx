import { type ComponentType, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { ChartType } from "../../../chart-seam/chart-type.ts";
import { controlsOf } from "../../../chart-seam/define.ts";
import { t } from "../../../i18n/translate.ts";
import type { FormData } from "../../../model/form-data.ts";
import { MAX_MEMBERS, type Matrix, type Sides } from "../../../model/matrix.ts";
import { type GridLayout, layoutOf } from "../../../model/matrix-layout.ts";
import type { ChartDataResult } from "../../../model/query-context.ts";
import { lazy } from "../../../ui/lazy.ts";
import { useLazy } from "../../../ui/lazy-component.tsx";
import { useBoxSize } from "../../../ui/use-box-size.ts";
import type { ChartViewProps } from "../ChartView.tsx";
import type { ChartStatus } from "../chart-state.ts";
import { DataAlternative } from "../DataAlternative.tsx";
import type { CellPlan } from "./cell-plans.ts";
import { MatrixCell } from "./MatrixCell.tsx";
import { MatrixLegend } from "./MatrixLegend.tsx";
import styles from "./matrix.module.css";
import { axisTitle } from "./member-words.ts";
import type { Cells, GridColors } from "./use-cells.ts";
import { GRID, type GridState, unfold, useIsWhole } from "./whole.ts";

export interface MatrixGridProps {
  view: ChartViewProps;
  Cell: ComponentType<ChartViewProps>;
  requestedForm: FormData;
  type: ChartType;
  matrix: Matrix;
  sides: Sides;
  plans: readonly CellPlan[];
  ledger: GridColors;
  /** JSON of the shared scale, by the metrics of the cells. */
  scales: ReadonlyMap<string, string>;
  cells: Cells;
  hidden: ReadonlySet<string>;
  onHide(hidden: ReadonlySet<string>): void;
  isRequested: boolean;
  results: readonly ChartDataResult[] | undefined;
}

export function MatrixGrid(props: MatrixGridProps) {
  const { view, type, matrix, sides, plans, ledger, results, hidden } = props;
  const { formData, dataset } = view;
  const [box, now] = useBoxSize();
  const { gridState, isWhole, size } = useUnfolded(box, { ...props, size: now });
  const layout = useMemo(() => size && layoutOf(formData, plans, size), [formData, plans, size]);
  const summary = useMemo(() => summaryOf({ type, matrix, plans, dataset }), [type, matrix, plans, dataset]);
  const { x_axis_title: xTitle, y_axis_title: yTitle } = formData as { x_axis_title?: unknown; y_axis_title?: unknown };
  return (
    <figure className={styles.figure} aria-label={summary} {...{ [GRID]: gridState }}>
      {ledger.isMany && showsLegend(type, formData) ? (
        <MatrixLegend drawn={ledger.drawn} hidden={hidden} onHide={props.onHide} />
      ) : null}
      <div className={styles.middle}>
        {typeof yTitle === "string" && yTitle ? <p className={styles.yTitle}>{yTitle}</p> : null}
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset draws its own box */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need to scroll it */}
        <div ref={box} role="group" aria-label={t("Charts")} className={styles.scroller} tabIndex={0}>
          {layout
            ? layout.bands.map((band) => <Band key={band[0]} {...props} {...{ band, layout, box, isWhole }} />)
            : null}
        </div>
      </div>
      {typeof xTitle === "string" && xTitle ? <p className={styles.xTitle}>{xTitle}</p> : null}
      {[sides.rows, sides.columns].map(({ isTruncated }, at) =>
        isTruncated ? (
          <p key={at === 0 ? "rows" : "columns"} className={styles.note}>
            {t("Showing the first {count, number} values of {column}.", {
              count: MAX_MEMBERS,
              column: axisTitle(at === 0 ? matrix.rows : matrix.columns, dataset),
            })}
          </p>
        ) : null,
      )}
      {results ? <DataAlternative results={results} dataset={dataset} label={summary} /> : null}
    </figure>
  );
}

type Unfolding = Pick<MatrixGridProps, "plans" | "cells" | "view"> & { size: Size | undefined };

interface Size {
  width: number;
  height: number;
}

function useUnfolded(box: RefObject<HTMLDivElement | null>, { plans, cells, view, size }: Unfolding) {
  const isWhole = useIsWhole(box);
  const before = useRef(size);
  if (!isWhole || !before.current) before.current = size;
  const isFinished = ({ key }: CellPlan) => !UNFINISHED.has(cells.states.get(key)?.state.status ?? "waiting");
  const isDone = isWhole && (view.visible === false || plans.every(isFinished));
  const [isUnfolded, setIsUnfolded] = useState(false);
  useEffect(() => {
    if (!isDone || !box.current) return;
    const fold = unfold(box.current);
    setIsUnfolded(true);
    return () => {
      fold();
      setIsUnfolded(false);
    };
  }, [isDone, box]);
  const gridState: GridState = isWhole ? (isUnfolded ? "whole" : "busy") : "in-part";
  return { gridState, isWhole, size: before.current };
}

const UNFINISHED = new Set<ChartStatus>(["waiting", "loading"]);

function showsLegend(type: ChartType, formData: FormData): boolean {
  const control = controlsOf(type.sections).find(({ name }) => name === "show_legend");
  return control !== undefined && Boolean(formData.show_legend ?? control.default);
}

interface BandProps extends MatrixGridProps {
  band: readonly number[];
  layout: GridLayout;
  box: RefObject<HTMLDivElement | null>;
  isWhole: boolean;
}

function Band(props: BandProps) {
  const { band, layout, plans, view, scales, box, isWhole, isRequested } = props;
  const { hasRowLabels, hasColumnHeaders, isNarrow } = layout;
  const titleOf = useTitles(view.formData.matrixify_cell_title_template);
  const rows = Map.groupBy(
    plans.filter(({ column }) => band.includes(column)),
    ({ row }) => row,
  );
  const heads = [...rows.values()][0] ?? [];
  const hidden = JSON.stringify([...props.hidden]);
  const label = layout.bands.length > 1 ? bandLabel(heads) : t("Charts");
  const beside = hasRowLabels && !isNarrow;
  const style = {
    gridTemplateColumns: `${beside ? "28px " : ""}repeat(${layout.bands[0]?.length ?? 1}, minmax(0, 1fr))`,
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: its rows are a grid of equal columns
    <div role="table" aria-label={label} className={styles.band} data-narrow={isNarrow || undefined}>
      {hasColumnHeaders ? (
        // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above
        <div role="row" className={styles.heads} style={style}>
          {beside ? <span aria-hidden /> : null}
          {heads.map(({ column, columnLabel }) => (
            // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above
            <div key={column} role="columnheader" className={styles.head} title={columnLabel}>
              {columnLabel}
            </div>
          ))}
        </div>
      ) : null}
      {[...rows].map(([row, cells]) => (
        // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above
        <div key={row} role="row" className={styles.row} style={style}>
          {hasRowLabels ? (
            // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above
            <div role="rowheader" className={styles.rowLabel} title={cells[0]?.rowLabel}>
              <span>{cells[0]?.rowLabel}</span>
            </div>
          ) : null}
          {cells.map((plan) => (
            <MatrixCell
              key={plan.key}
              {...{ plan, view, box, isWhole, isRequested, hidden }}
              Cell={props.Cell}
              requestedForm={props.requestedForm}
              height={layout.rowHeight}
              title={titleOf(plan)}
              scale={scales.get(plan.metrics) ?? "{}"}
              colors={props.ledger.colorsOf(plan.key)}
              report={props.cells.report}
              staysRendered={plans.length <= MAX_RENDERED}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function bandLabel(heads: readonly CellPlan[]): string {
  const [first, last] = [heads[0]?.columnLabel, heads.at(-1)?.columnLabel];
  if (!first || !last || first === last) return t("Charts, {label}", { label: first || last || "" });
  return t("Charts, {first} to {last}", { first, last });
}

const MAX_RENDERED = 60;

function summaryOf({
  type,
  matrix,
  plans,
  dataset,
}: Pick<MatrixGridProps, "type" | "matrix" | "plans"> & Pick<ChartViewProps, "dataset">) {
  const namesOf = (labels: readonly string[]) => [...new Set(labels)].filter(Boolean).join(", ");
  const rows = { title: axisTitle(matrix.rows, dataset), names: namesOf(plans.map(({ rowLabel }) => rowLabel)) };
  const columns = {
    title: axisTitle(matrix.columns, dataset),
    names: namesOf(plans.map(({ columnLabel }) => columnLabel)),
  };
  const sideTexts = [
    matrix.rows && t("Rows: {title}, {names}.", rows),
    matrix.columns && t("Columns: {title}, {names}.", columns),
  ].filter(Boolean);
  const whole = t("Grid of {count, plural, one {# chart} other {# charts}} ({type}).", {
    count: plans.length,
    type: t(type.name),
  });
  return [whole, ...sideTexts].join(" ");
}

const RENDER = lazy(async () => (await import("../../../chart-kit/handlebars/evaluate.ts")).render);

function useTitles(template: unknown): (cell: CellPlan) => string | undefined {
  const text = typeof template === "string" ? template.trim() : "";
  const render = useLazy(text ? RENDER : undefined);
  return ({ rowLabel, columnLabel }) => {
    if (!text || !render) return undefined;
    const values = { rowLabel, colLabel: columnLabel, columnLabel, row: rowLabel, column: columnLabel };
    try {
      return plain(render(text, values));
    } catch (cause) {
      return cause instanceof Error ? cause.message : String(cause);
    }
  };
}

function plain(html: string): string {
  return new DOMParser().parseFromString(html, "text/html").body.textContent ?? "";
}
