import { useMemo, useRef } from "react";
import type { ChartType } from "../../../chart-types/chart-type.ts";
import { mergeExtraFormData } from "../../../model/data-mask.ts";
import type { FormData } from "../../../model/form-data.ts";
import {
  axisQueries,
  cellForm,
  type Matrix,
  type MatrixAxis,
  type MatrixSide,
  type Member,
  type Members,
  membersOf,
  wholeContext,
} from "../../../model/matrix.ts";
import type { QueryContext } from "../../../model/query-context.ts";
import type { ChartViewProps } from "../ChartView.tsx";
import { type ChartState, queriesOf } from "../chart-state.ts";
import { useChartData } from "../use-chart-data.ts";
import { useTypedForm } from "../use-typed-form.ts";

export type Sides = Readonly<Record<MatrixSide, Members>>;

export interface GridMembers {
  /** Undefined while it is loaded. */
  type: ChartType | undefined;
  /** Of asking for the members. */
  state: ChartState;
  /** Those of the last answer; undefined before the first. */
  sides: Sides | undefined;
  /** Asks for the rows of all cells at once. */
  whole: QueryContext | undefined;
}

/** The members of both sides of a grid; those whose values are not chosen are asked for under the chart's filters. */
export function useMembers(view: ChartViewProps, asked: FormData, matrix: Matrix): GridMembers {
  const chart = useTypedForm(asked, view.dataset);
  const { extraFormData } = view;
  const formData = useMemo((): FormData => {
    const own = chart.formData.extra_form_data ?? undefined;
    return { ...chart.formData, extra_form_data: mergeExtraFormData([own, extraFormData]) };
  }, [chart.formData, extraFormData]);
  const type = useMemo(() => chart.type && axesType(chart.type, matrix), [chart.type, matrix]);
  const state = useChartData({
    type,
    error: chart.error,
    formData,
    enabled: view.visible ?? true,
    refreshKey: view.refreshKey ?? 0,
    force: view.force ?? false,
  });
  const sides = useSides({ type, formData, matrix, state });
  const whole = useMemo(
    () => maybe(() => chart.type && sides && wholeOf(chart.type, { form: formData, matrix, sides })),
    [chart.type, formData, matrix, sides],
  );
  return { type: chart.type, state, sides, whole };
}

/** Asks for the members in the place of what the chart asks. */
function axesType({ parts: _, ...type }: ChartType, matrix: Matrix): ChartType {
  const metrics = [matrix.rows, matrix.columns].flatMap((axis): Member[] => {
    const metric = axis?.kind === "metrics" ? axis.metrics[0] : undefined;
    return metric === undefined ? [] : [{ kind: "metric", metric }];
  });
  return {
    ...type,
    validate: (form) => type.validate(cellForm(form, metrics)),
    buildQuery: (form) => {
      const context = type.buildQuery(cellForm(form, metrics));
      return { ...context, queries: axisQueries(context.queries[0] ?? {}, matrix) };
    },
  };
}

interface Asked {
  type: ChartType | undefined;
  formData: FormData;
  matrix: Matrix;
  state: ChartState;
}

/** Answers to another question tell nothing of these sides: until theirs come, the last ones stay. */
function useSides({ type, formData, matrix, state }: Asked): Sides | undefined {
  const last = useRef<Sides>(undefined);
  const { results, answered } = state;
  return useMemo(() => {
    const context = maybe(() => type?.buildQuery(formData));
    const isAnswer = context && answered && queriesOf(context) === queriesOf(answered.context);
    if (isAnswer && results) last.current = membersOf(matrix, results);
    return last.current;
  }, [type, formData, matrix, results, answered]);
}

interface Found {
  form: FormData;
  matrix: Matrix;
  sides: Sides;
}

function wholeOf(type: ChartType, { form, matrix, sides }: Found): QueryContext {
  const found = { rows: withValues(matrix.rows, sides.rows), columns: withValues(matrix.columns, sides.columns) };
  return wholeContext(form, found, (one) => type.buildQuery(one));
}

function withValues(axis: MatrixAxis | undefined, { list }: Members): MatrixAxis | undefined {
  if (axis?.kind !== "asked") return axis;
  return {
    kind: "values",
    column: axis.column,
    values: list.flatMap((one) => (one.kind === "value" ? one.value : [])),
  };
}

function maybe<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
