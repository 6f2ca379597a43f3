import { type ComponentType, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { FormData } from "../../../model/form-data.ts";
import { type Matrix, matrixOf } from "../../../model/matrix.ts";
import { ChartProblem } from "../ChartProblem.tsx";
import { ChartSkeleton } from "../ChartSkeleton.tsx";
import type { ChartViewProps } from "../ChartView.tsx";
import type { ChartState } from "../chart-state.ts";
import { type CellPlan, cellPlans } from "./cell-plans.ts";
import { gridState } from "./grid-state.ts";
import { MatrixGrid } from "./MatrixGrid.tsx";
import styles from "./matrix.module.css";
import { sharedScale } from "./shared-scale.ts";
import { type Cells, useCells, useGridColors } from "./use-cells.ts";
import { type GridMembers, useMembers } from "./use-members.ts";

interface MatrixViewProps extends ChartViewProps {
  Cell: ComponentType<ChartViewProps>;
}

export function MatrixView({ Cell, ...view }: MatrixViewProps) {
  const requestedForm = view.queryFormData ?? view.formData;
  const matrix = useMemo(() => matrixOf(requestedForm), [requestedForm]);
  return matrix ? (
    <Matrixed view={view} Cell={Cell} matrix={matrix} requestedForm={requestedForm} />
  ) : (
    <Cell {...view} />
  );
}

interface MatrixedProps {
  view: ChartViewProps;
  Cell: ComponentType<ChartViewProps>;
  matrix: Matrix;
  requestedForm: FormData;
}

function Matrixed({ view, Cell, matrix, requestedForm }: MatrixedProps) {
  const members = useMembers(view, requestedForm, matrix);
  const { type, sides, state: axes } = members;
  const { dataset } = view;
  const plans = useMemo(
    () => (sides ? cellPlans({ sides, matrix, requestedForm, dataset }) : undefined),
    [sides, matrix, requestedForm, dataset],
  );
  const cells = useCells();
  const keys = useMemo(() => (plans ?? []).map(({ key }) => key), [plans]);
  const ledger = useGridColors(view, requestedForm, { keys, states: cells.states });
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const scales = useScales(plans, cells, hidden);
  const [isRequested, setIsRequested] = useState(false);
  const askAll = useCallback(() => setIsRequested(true), []);
  const state = useGridState(members, plans, { cells, askAll });
  useReport(view, state);
  const isEmpty = sides !== undefined && [sides.rows, sides.columns].some(({ list }, at) => hasNone(matrix, at, list));
  const isShown = plans !== undefined && !isEmpty && axes.status !== "failed" && axes.status !== "invalid";
  return (
    <div className={styles.frame} aria-busy={state.status === "loading"} data-status={state.status}>
      {isShown && type && plans && sides ? (
        <MatrixGrid
          view={{ ...view, visible: (view.visible ?? true) && axes.status !== "loading" }}
          {...{ Cell, requestedForm, type, plans, matrix, sides, ledger, scales, cells, isRequested, hidden }}
          onHide={setHidden}
          results={state.results}
        />
      ) : (
        <SidesProblem axes={axes} view={view} isEmpty={isEmpty} />
      )}
    </div>
  );
}

function hasNone({ rows, columns }: Matrix, at: number, list: readonly unknown[]): boolean {
  return (at === 0 ? rows : columns) !== undefined && list.length === 0;
}

function SidesProblem({ axes, view, isEmpty }: { axes: ChartState; view: ChartViewProps; isEmpty: boolean }) {
  const isBusy = axes.status === "loading" || axes.status === "waiting";
  const nothing = { props: null, summary: "", isEmpty: true };
  if (isBusy && !isEmpty) return <ChartSkeleton shape="grid" startedAt={axes.startedAt} stop={axes.stop} />;
  return (
    <ChartProblem
      state={axes}
      isUnknown={false}
      drawing={isEmpty ? nothing : undefined}
      dataset={view.dataset}
      onRetry={view.onRetry}
      onClearFilters={view.onClearFilters}
      activeFilters={view.activeFilters}
      owners={view.owners}
    />
  );
}

function useScales(
  plans: readonly CellPlan[] | undefined,
  { states }: Cells,
  hidden: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  return useMemo(() => {
    const groups = Map.groupBy(plans ?? [], ({ metrics }) => metrics);
    return new Map(
      [...groups].map(([metrics, group]) => {
        const scaled = group.flatMap(({ key, form }) => {
          const results = states.get(key)?.state.results;
          return results ? [{ form, results }] : [];
        });
        return [metrics, JSON.stringify(sharedScale(scaled, hidden))] as const;
      }),
    );
  }, [plans, states, hidden]);
}

interface RequestState {
  cells: Cells;
  askAll(): void;
}

function useGridState(
  { state: axes, whole }: GridMembers,
  plans: readonly CellPlan[] | undefined,
  { cells: { states }, askAll }: RequestState,
): ChartState {
  return useMemo(() => {
    if (!plans || plans.length === 0 || axes.status !== "ready") return axes;
    return gridState(
      plans.flatMap(({ key }) => states.get(key) ?? []),
      { context: whole, all: plans.length, askAll },
    );
  }, [axes, plans, states, whole, askAll]);
}

function useReport({ onState }: ChartViewProps, state: ChartState): void {
  const notify = useRef(onState);
  notify.current = onState;
  useEffect(() => {
    notify.current?.(state);
  }, [state]);
}
