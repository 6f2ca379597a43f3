import { type RefSelectProps, Select } from "antd";
import { useLayoutEffect, useRef } from "react";
import type { Dataset, DatasetColumn } from "../../model/dataset.ts";
import { markOf, TypeMark } from "../../web/components/TypeMark.tsx";
import styles from "./editors.module.css";

interface ColumnSelectProps {
  id: string;
  dataset: Dataset | undefined;
  value: string | undefined;
  onChange(name: string): void;
  accepts?(column: DatasetColumn): boolean;
  /** The first thing to do in a popover: focused, with its list open. */
  isFirst?: boolean;
  /** False: its list stays closed at first, as it would cover the tabs above where room is short. */
  opens?: boolean;
}

/** A column of the dataset, found by name or label. */
export function ColumnSelect({ id, dataset, value, onChange, accepts, isFirst, opens = true }: ColumnSelectProps) {
  const columns = (dataset?.columns ?? []).filter((column) => accepts?.(column) ?? true);
  const select = useRef<RefSelectProps>(null);
  useLayoutEffect(() => {
    // The popover has no place yet: scrolling to it would move the page.
    if (isFirst) select.current?.focus({ preventScroll: true });
  }, [isFirst]);
  return (
    <Select
      ref={select}
      id={id}
      defaultOpen={isFirst && opens}
      showSearch={{ optionFilterProp: "search" }}
      value={value}
      placeholder={`${columns.length} columns`}
      onChange={onChange}
      className={styles.wide}
      options={columns.map((column) => ({
        value: column.column_name,
        search: `${column.column_name} ${column.verbose_name ?? ""}`,
        label: (
          <span className={styles.option}>
            <TypeMark mark={markOf(column)} />
            {column.verbose_name || column.column_name}
          </span>
        ),
      }))}
    />
  );
}
