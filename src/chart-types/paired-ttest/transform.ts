import { epochOf } from "../../chart-kit/format/value.ts";
import { rowsOf } from "../../chart-kit/table/column.ts";
import { dimensionsOf, measureOf, numberIn } from "../../chart-kit/values/measure.ts";
import type { Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import type { PairedTtestForm } from "./schema.ts";
import { pairedP } from "./statistics.ts";

export interface TestGroup {
  names: readonly string[];
  /** Keyed by period (epoch milliseconds). */
  values: ReadonlyMap<number, number>;
}

export interface TestTable {
  metric: string;
  groups: readonly TestGroup[];
}

export interface TtestDrawing {
  tables: readonly TestTable[];
  dimensions: readonly string[];
  significance: number;
  pDecimals: number;
  liftDecimals: number;
}

export interface Comparison {
  p: number | undefined;
  /** In percent; undefined when the control is zero. */
  lift: number | undefined;
}

const MOST_DECIMALS = 12;

export function transform(input: TransformInput<PairedTtestForm>): Drawing<TtestDrawing> {
  const { formData: form } = input;
  const dims = dimensionsOf(form.groupby, input);
  const tables = form.metrics.map((metric): TestTable => {
    const measure = measureOf(metric, input);
    const groups = new Map<string, { names: string[]; values: Map<number, number> }>();
    for (const row of rowsOf(input.results[0])) {
      const stamp = row[form.granularity_sqla ?? ""];
      const time = typeof stamp === "number" ? stamp : epochOf(String(stamp ?? ""));
      const value = numberIn(row, measure.key);
      if (time === undefined || value === null) continue;
      const names = dims.valuesOf(row).map(dims.textOf);
      const key = JSON.stringify(names);
      const group = groups.get(key) ?? { names, values: new Map<number, number>() };
      groups.set(key, group);
      group.values.set(time, value);
    }
    return { metric: measure.label, groups: [...groups.values()] };
  });
  const isEmpty = tables.every((table) => table.groups.length === 0);
  const decimals = (value: number) => Math.max(0, Math.min(MOST_DECIMALS, Math.round(value)));
  return {
    props: {
      tables: tables.filter((table) => table.groups.length > 0),
      dimensions: dims.labels,
      significance: form.significance_level,
      pDecimals: decimals(form.pvalue_precision),
      liftDecimals: decimals(form.liftvalue_precision),
    },
    summary: isEmpty ? t("Paired t-test: no values.") : summaryOf(tables, form.significance_level),
    isEmpty,
  };
}

export function compare(group: TestGroup, control: TestGroup): Comparison {
  const periods = [...control.values.keys()].filter((time) => group.values.has(time));
  const of = (values: ReadonlyMap<number, number>) => periods.map((time) => values.get(time) ?? 0);
  const [own, base] = [of(group.values), of(control.values)];
  const sum = (list: readonly number[]) => list.reduce((total, value) => total + value, 0);
  return { p: pairedP(own, base), lift: sum(base) === 0 ? undefined : ((sum(own) - sum(base)) / sum(base)) * 100 };
}

function summaryOf(tables: readonly TestTable[], significance: number): string {
  const parts = tables.flatMap(({ metric, groups }) => {
    const [control, ...others] = groups;
    if (!control) return [];
    const group = control.names.join(", ");
    if (others.length === 0) return [t("{metric}: only {group}, no other group to compare", { metric, group })];
    const different = others.filter((group) => (compare(group, control).p ?? 1) <= significance).length;
    return [
      t("{metric}: {count, number} of {total, number} groups differ from {group}", {
        metric,
        count: different,
        total: others.length,
        group,
      }),
    ];
  });
  return t("Paired t-test at {significance}. {parts}.", {
    significance: String(significance),
    parts: parts.join("; "),
  });
}
