import { metricLabel, type QueryMetric } from "../../../model/adhoc.ts";
import type { Dataset } from "../../../model/dataset.ts";
import type { FormData } from "../../../model/form-data.ts";
import { cellForm, type Matrix, type Member, placesOf, type Sides } from "../../../model/matrix.ts";
import { axisTitle, memberLabel } from "./member-words.ts";

export interface CellPlan {
  key: string;
  row: number;
  column: number;
  members: readonly Member[];
  rowLabel: string;
  columnLabel: string;
  labels: readonly (readonly [title: string, label: string])[];
  form: FormData;
  /** Metrics of the cell as text; cells with the same metrics share a scale. */
  metrics: string;
}

interface Grid {
  sides: Sides;
  matrix: Matrix;
  requestedForm: FormData;
  dataset: Dataset | undefined;
}

export function cellPlans({ sides, matrix, requestedForm, dataset }: Grid): CellPlan[] {
  const titles = [axisTitle(matrix.rows, dataset), axisTitle(matrix.columns, dataset)];
  return placesOf(sides).map(({ row, column, rowMember, columnMember }): CellPlan => {
    const members = [rowMember, columnMember].filter((one) => one !== undefined);
    const rowLabel = memberLabel(rowMember, dataset);
    const columnLabel = memberLabel(columnMember, dataset);
    const named = [rowLabel, columnLabel].map((label, at) => [titles[at] ?? "", label] as const);
    const metrics = members.flatMap((member) => (member.kind === "metric" ? [metricLabel(member.metric)] : []));
    return {
      key: JSON.stringify([members, requestedForm.viz_type, requestedForm.datasource]),
      row,
      column,
      members,
      rowLabel,
      columnLabel,
      labels: named.filter(([title]) => title !== ""),
      form: cellForm(requestedForm, members),
      metrics: JSON.stringify(metrics),
    };
  });
}

export function ownForm({ form }: CellPlan): Record<string, unknown> {
  const { metrics, metric } = form as { metrics?: QueryMetric[]; metric?: QueryMetric };
  return {
    matrixify_enable: false,
    ...(metrics === undefined ? {} : { metrics }),
    ...(metric === undefined ? {} : { metric }),
  };
}
