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
  asked: FormData;
  /** Pixels. */
  height: number;
  title: string | undefined;
  /** JSON of what it is drawn with so that it can be compared with others. */
  scale: string;
  colors: ChartColors;
  report: Cells["report"];
  /** What scrolls. */
  box: RefObject<HTMLDivElement | null>;
  /** Stays once it was seen. */
  isKept: boolean;
  /** Drawn wherever it is. */
  isWhole: boolean;
  /** Asked for wherever it is. */
  isAsked: boolean;
  /** JSON of the labels whose marks are switched off. */
  hidden: string;
}

/** What is said once for all cells is not said in each. */
const QUIET = { show_legend: false, x_axis_title: "", y_axis_title: "" };

/** One chart of a grid, from when it comes near the view. */
export const MatrixCell = memo(function MatrixCell(props: MatrixCellProps) {
  const { plan, view, Cell, height, title, scale, colors, report, box, isKept } = props;
  const { key, labels, members } = plan;
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useNear(frame, box, isKept);
  const isDrawn = isNear || props.isWhole;
  const { hidden } = props;
  const adjust = useMemo(() => {
    const labels: string[] = JSON.parse(hidden);
    return labels.length > 0 ? (drawing: Drawing) => withoutLabels(drawing, labels) : undefined;
  }, [hidden]);
  const formData = useMemo(
    (): FormData => ({ ...cellForm(view.formData, members), ...QUIET, ...JSON.parse(scale) }),
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
        {isDrawn || props.isAsked ? (
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

/** Its marks are those of the grid, with its members' values. */
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

/** Whether a cell is within half a screen of being seen; when it is kept, also after it was. */
function useNear(
  frame: RefObject<HTMLDivElement | null>,
  box: RefObject<HTMLDivElement | null>,
  isKept: boolean,
): boolean {
  const [isNear, setIsNear] = useState(typeof IntersectionObserver === "undefined");
  useEffect(() => {
    const target = frame.current;
    if (!target || typeof IntersectionObserver === "undefined") return;
    const watch = (entries: IntersectionObserverEntry[]) => {
      const isSeen = entries.some((entry) => entry.isIntersecting);
      setIsNear((before) => isSeen || (isKept && before));
    };
    const observer = new IntersectionObserver(watch, { root: box.current, rootMargin: `${RENDER_MARGIN * 100}% 0px` });
    observer.observe(target);
    return () => observer.disconnect();
  }, [frame, box, isKept]);
  return isNear;
}
