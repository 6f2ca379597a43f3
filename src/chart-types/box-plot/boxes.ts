import { rowsOf } from "../../chart-kit/table/column.ts";
import { dimensionsOf, type Measure, measureOf, numberIn } from "../../chart-kit/values/measure.ts";
import type { TransformInput } from "../../chart-seam/chart-type.ts";
import type { DataValue } from "../../model/query-context.ts";
import { timeGrainOf } from "../../query/query-context.ts";
import type { BoxPlotForm } from "./schema.ts";

export interface Box {
  name: string;
  /** Colored by metric if there are several, else by the first of several dimensions, else by the only metric. */
  colorLabel: string;
  ownNames: readonly string[];
  dimensions: readonly DataValue[];
  measure: Measure;
  low: number;
  q1: number;
  median: number;
  mean: number;
  q3: number;
  high: number;
  count: number;
  outliers: readonly number[];
}

export function boxesOf(input: TransformInput<BoxPlotForm>): Box[] {
  const { formData: form } = input;
  const measures = form.metrics.map((metric) => measureOf(metric, input, { format: form.number_format }));
  const dims = dimensionsOf(form.groupby, input, { dateFormat: form.date_format, grain: timeGrainOf(form) });
  return rowsOf(input.results[0]).flatMap((row) =>
    measures.flatMap((measure) => {
      const part = (name: string) => numberIn(row, `${measure.key}__${name}`);
      const [low, q1, median, q3, high] = [part("min"), part("q1"), part("median"), part("q3"), part("max")];
      if (low === null || q1 === null || median === null || q3 === null || high === null) return [];
      const group = dims.nameOf(row);
      const name = nameOf(group, { measure, isOne: measures.length === 1 });
      const outliers = outliersIn(row[`${measure.key}__outliers`]);
      const values = dims.valuesOf(row);
      const isGrouped = measures.length === 1 && dims.columns.length > 1;
      return [
        {
          name,
          colorLabel: isGrouped ? dims.textOf(values[0] ?? null, 0) : measure.label,
          ownNames: [name, ...dims.columns.map((_, depth) => dims.textOf(values[depth] ?? null, depth)), measure.label],
          dimensions: values,
          measure,
          ...{ low, q1, median, q3, high, outliers },
          mean: part("mean") ?? median,
          count: part("count") ?? 0,
        },
      ];
    }),
  );
}

function nameOf(group: string, { measure, isOne }: { measure: Measure; isOne: boolean }): string {
  if (group === "") return measure.label;
  return isOne ? group : `${group}, ${measure.label}`;
}

/** Some clients send the list as JSON text. */
function outliersIn(value: unknown): number[] {
  const list: unknown = typeof value === "string" && value.startsWith("[") ? parsed(value) : value;
  return Array.isArray(list) ? list.flatMap((value) => numberIn({ value }, "value") ?? []) : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}
