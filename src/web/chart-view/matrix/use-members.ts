import { useMemo, useRef } from "react";
import type { ChartType } from "../../../chart-seam/chart-type.ts";
import { mergeExtraFormData } from "../../../model/data-mask.ts";
import type { FormData } from "../../../model/form-data.ts";
import {
  axesContext,
  firstMetrics,
  type Matrix,
  membersOf,
  type Sides,
  wholeContext,
  withMembers,
} from "../../../model/matrix.ts";
import type { QueryContext } from "../../../model/query-context.ts";
import type { ChartViewProps } from "../ChartView.tsx";
import { type ChartState, queriesOf } from "../chart-state.ts";
import { useChartData } from "../use-chart-data.ts";
import { useTypedForm } from "../use-typed-form.ts";

export interface GridMembers {
  type: ChartType | undefined;
  state: ChartState;
  sides: Sides | undefined;
  whole: QueryContext | undefined;
}

export function useMembers(view: ChartViewProps, queried: FormData, matrix: Matrix): GridMembers {
  const chart = useTypedForm(queried, view.dataset, view.refreshKey ?? 0);
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
    () => maybe(() => chart.type && sides && wholeContext(formData, withMembers(matrix, sides), chart.type.buildQuery)),
    [chart.type, formData, matrix, sides],
  );
  return { type: chart.type, state, sides, whole };
}

function axesType({ parts: _, ...type }: ChartType, matrix: Matrix): ChartType {
  return {
    ...type,
    validate: (form) => type.validate(firstMetrics(form, matrix)),
    buildQuery: (form) => axesContext(form, matrix, (one) => type.buildQuery(one)),
  };
}

interface SidesInput {
  type: ChartType | undefined;
  formData: FormData;
  matrix: Matrix;
  state: ChartState;
}

function useSides({ type, formData, matrix, state }: SidesInput): Sides | undefined {
  const last = useRef<Sides>(undefined);
  const { results, answered } = state;
  return useMemo(() => {
    const context = maybe(() => type?.buildQuery(formData));
    const isAnswer = context && answered && queriesOf(context) === queriesOf(answered.context);
    if (isAnswer && results) last.current = membersOf(matrix, results);
    return last.current;
  }, [type, formData, matrix, results, answered]);
}

function maybe<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
