import { type ComponentType, memo, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Drawing, RendererProps } from "../../../chart-seam/chart-type.ts";
import type { FormData } from "../../../model/form-data.ts";
import { cellForm } from "../../../model/matrix.ts";
import { RENDER_MARGIN } from "../../../model/matrix-layout.ts";
import type { ChartColors, ChartViewProps } from "../ChartView.tsx";
import type { ChartState } from "../chart-state.ts";
import { markOfCell, markOfGrid } from "./cell-marks.ts";
import { type CellPlan, ownForm } from "./cell-plans.ts";
import { withoutLabels } from "./hidden-labels.ts";
import styles from "./matrix.module.css";
import type { Cells } from "./use-cells.ts";

interface MatrixCellProps {
  plan: CellPlan;
  view: ChartViewProps;
  Cell: ComponentType<ChartViewProps>;
  requestedForm: FormData;
  height: number;
  title: string | undefined;
  /** JSON of form data for a scale shared with other cells. */
  scale: string;
  colors: ChartColors;
  report: Cells["report"];
  box: RefObject<HTMLDivElement | null>;
  staysRendered: boolean;
  isWhole: boolean;
  isRequested: boolean;
  hidden: string;
}

/** Shown once for the whole grid instead. */
const CELL_DEFAULTS = { show_legend: false, x_axis_title: "", y_axis_title: "" };

export const MatrixCell = memo(function MatrixCell(props: MatrixCellProps) {
  const { plan, view, Cell, height, title, scale, colors, report, box, staysRendered } = props;
  const { key, labels, members } = plan;
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useNear(frame, box, staysRendered);
  const isDrawn = isNear || props.isWhole;
  const { hidden } = props;
  const adjust = useMemo(() => {
    const labels: string[] = JSON.parse(hidden);
    return labels.length > 0 ? (drawing: Drawing) => withoutLabels(drawing, labels) : undefined;
  }, [hidden]);
  const formData = useMemo(
    (): FormData => ({ ...cellForm(view.formData, members), ...CELL_DEFAULTS, ...JSON.parse(scale) }),
    [view.formData, members, scale],
  );
  const tell = useCallback((state: ChartState) => report(key, { labels, state }), [report, key, labels]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a cell of the grid around it
    <div
      ref={frame}
      role="cell"
      className={styles.cell}
      style={{ height }}
      aria-label={labels.map(([, label]) => label).join(", ")}
    >
      {title ? (
        <p className={styles.title} title={title}>
          {title}
        </p>
      ) : null}
      <div className={styles.chart} hidden={!isDrawn}>
        {isDrawn || props.isRequested ? (
          <Cell
            {...view}
            {...marksOf(props)}
            formData={formData}
            queryFormData={plan.form}
            colors={colors}
            onState={tell}
            adjust={adjust}
            isCell
          />
        ) : null}
      </div>
    </div>
  );
});

function marksOf({ plan, view }: MatrixCellProps): Pick<ChartViewProps, "selected" | "onSelect" | "onContextMenu"> {
  const { onSelect, onContextMenu, selected } = view;
  const named = plan.labels.map(([, label]) => label);
  const cell = { members: plan.members, labels: named, form: ownForm(plan) };
  const opened: RendererProps["onContextMenu"] =
    onContextMenu && ((at, mark, actions) => onContextMenu(at, markOfGrid(mark, cell), actions));
  return {
    selected: markOfCell(selected, plan.members),
    onSelect: onSelect && ((mark, isAdditive) => onSelect(mark && markOfGrid(mark, cell), isAdditive)),
    onContextMenu: opened,
  };
}

function useNear(
  frame: RefObject<HTMLDivElement | null>,
  box: RefObject<HTMLDivElement | null>,
  staysRendered: boolean,
): boolean {
  const [isNear, setIsNear] = useState(typeof IntersectionObserver === "undefined");
  useEffect(() => {
    const target = frame.current;
    if (!target || typeof IntersectionObserver === "undefined") return;
    const watch = (entries: IntersectionObserverEntry[]) => {
      const isSeen = entries.some((entry) => entry.isIntersecting);
      setIsNear((before) => isSeen || (staysRendered && before));
    };
    const observer = new IntersectionObserver(watch, { root: box.current, rootMargin: `${RENDER_MARGIN * 100}% 0px` });
    observer.observe(target);
    return () => observer.disconnect();
  }, [frame, box, staysRendered]);
  return isNear;
}
