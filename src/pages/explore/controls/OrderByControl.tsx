import { Select } from "antd";
import { toList } from "../state/form-values.ts";
import type { WidgetProps } from "../state/widget.ts";
import styles from "./controls.module.css";

/** Orders of raw rows. Each entry is the JSON text `["column", ascending]`. */
export function OrderByControl({ value, onChange, state, id, label, describedBy }: WidgetProps<"order-by">) {
  const columns = state.dataset?.columns ?? [];
  const options = columns.flatMap((column) => {
    const name = column.verbose_name || column.column_name;
    return [true, false].map((ascending) => ({
      value: JSON.stringify([column.column_name, ascending]),
      label: `${name} ${ascending ? "↑ ascending" : "↓ descending"}`,
    }));
  });
  return (
    <Select
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      className={styles.wide}
      mode="multiple"
      placeholder="None"
      value={toList(value as string[] | null)}
      options={options}
      showSearch={{ optionFilterProp: "label" }}
      onChange={(next: string[]) => onChange(next)}
    />
  );
}
