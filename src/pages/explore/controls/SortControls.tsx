import { Select } from "antd";
import { t } from "../../../i18n/translate.ts";
import { columnLabel, metricLabel, type QueryColumn, type QueryMetric } from "../../../model/adhoc.ts";
import { columnTitle, metricTitle } from "../../../web/control-words/dataset-words.ts";
import { toList } from "../state/form-values.ts";
import type { WidgetProps } from "../state/widget.ts";
import styles from "./controls.module.css";

const SERIES_SORTS = [
  ["name", t("Category name")],
  ["sum", t("Total value")],
  ["min", t("Minimum value")],
  ["max", t("Maximum value")],
  ["avg", t("Average value")],
] as const;

export function XAxisSortControl({ value, onChange, state, id, label, describedBy }: WidgetProps<"x-axis-sort">) {
  const { x_axis, metrics, groupby } = state.formData;
  const axis = toList(x_axis as QueryColumn | null).map(
    (column) => [columnLabel(column), columnTitle(state.dataset, column)] as const,
  );
  const measures = toList(metrics as QueryMetric[] | null).map(
    (metric) => [metricLabel(metric), metricTitle(state.dataset, metric)] as const,
  );
  const hasSeries = measures.length > 1 || toList(groupby).length > 0;
  const choices = [...axis, ...(hasSeries ? SERIES_SORTS : measures)];
  return (
    <Select
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      className={styles.wide}
      allowClear
      placeholder={t("None")}
      value={typeof value === "string" && value ? value : undefined}
      options={choices.map(([key, name]) => ({ value: key, label: name }))}
      onChange={(next?: string) => onChange(next ?? null)}
    />
  );
}

/** Values are JSON text `["column", ascending]`. */
export function OrderByControl({ value, onChange, state, id, label, describedBy }: WidgetProps<"order-by">) {
  const columns = state.dataset?.columns ?? [];
  const options = columns.flatMap((column) => {
    const name = column.verbose_name || column.column_name;
    return [true, false].map((ascending) => ({
      value: JSON.stringify([column.column_name, ascending]),
      label: ascending ? t("{column} ↑ ascending", { column: name }) : t("{column} ↓ descending", { column: name }),
    }));
  });
  return (
    <Select
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      className={styles.wide}
      mode="multiple"
      placeholder={t("None")}
      value={toList(value as string[] | null)}
      options={options}
      showSearch={{ optionFilterProp: "label" }}
      onChange={(next: string[]) => onChange(next)}
    />
  );
}
