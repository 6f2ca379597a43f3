import { metricLabel, type QueryMetric } from "../../../model/adhoc.ts";
import type { Dataset } from "../../../model/dataset.ts";
import type { FormData } from "../../../model/form-data.ts";
import { cellForm, type Matrix, type Member, placesOf, type Sides } from "../../../model/matrix.ts";
import { axisTitle, memberLabel } from "./member-words.ts";

/** A cell of a grid: its place, what it is of, and the form of its chart. */
export interface CellPlan {
  /** Tells it from all others, also of other grids. */
  key: string;
  /** From 0. */
  row: number;
  column: number;
  members: readonly Member[];
  /** Empty for a side that is off. */
  rowLabel: string;
  columnLabel: string;
  /** Titles of the sides, each with what the cell is of. */
  labels: readonly (readonly [title: string, label: string])[];
  /** What it is asked with. */
  form: FormData;
  /** Of its own, as text; cells of the same metrics can be compared. */
  metrics: string;
}

interface Grid {
  sides: Sides;
  matrix: Matrix;
  asked: FormData;
  dataset: Dataset | undefined;
}

/** Row by row. */
export function cellPlans({ sides, matrix, asked, dataset }: Grid): CellPlan[] {
  const titles = [axisTitle(matrix.rows, dataset), axisTitle(matrix.columns, dataset)];
  return placesOf(sides).map(({ row, column, rowMember, columnMember }): CellPlan => {
    const members = [rowMember, columnMember].filter((one) => one !== undefined);
    const rowLabel = memberLabel(rowMember, dataset);
    const columnLabel = memberLabel(columnMember, dataset);
    const named = [rowLabel, columnLabel].map((label, at) => [titles[at] ?? "", label] as const);
    const metrics = members.flatMap((member) => (member.kind === "metric" ? [metricLabel(member.metric)] : []));
    return {
      key: JSON.stringify([members, asked.viz_type, asked.datasource]),
      row,
      column,
      members,
      rowLabel,
      columnLabel,
      labels: named.filter(([title]) => title !== ""),
      form: cellForm(asked, members),
      metrics: JSON.stringify(metrics),
    };
  });
}

/** What the chart of a cell has otherwise than the whole, its filters apart. */
export function ownForm({ form }: CellPlan): Record<string, unknown> {
  const { metrics, metric } = form as { metrics?: QueryMetric[]; metric?: QueryMetric };
  return {
    matrixify_enable: false,
    ...(metrics === undefined ? {} : { metrics }),
    ...(metric === undefined ? {} : { metric }),
  };
}
