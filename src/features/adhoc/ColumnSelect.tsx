import { type RefSelectProps, Select } from "antd";
import { useLayoutEffect, useRef } from "react";
import { t } from "../../i18n/translate.ts";
import type { Dataset, DatasetColumn } from "../../model/dataset.ts";
import { markOf, TypeMark } from "../../web/components/TypeMark.tsx";
import styles from "./editors.module.css";

interface ColumnSelectProps {
  id: string;
  label?: string;
  dataset: Dataset | undefined;
  value: string | undefined;
  onChange(name: string): void;
  accepts?(column: DatasetColumn): boolean;
  autoFocus?: boolean;
  /** False: the list stays closed at first, where it would cover the tabs above. */
  opensList?: boolean;
}

export function ColumnSelect({
  id,
  label,
  dataset,
  value,
  onChange,
  accepts,
  autoFocus,
  opensList = true,
}: ColumnSelectProps) {
  const columns = (dataset?.columns ?? []).filter((column) => accepts?.(column) ?? true);
  const select = useRef<RefSelectProps>(null);
  useLayoutEffect(() => {
    // The popover isn't positioned yet: scrolling to it would move the page.
    if (autoFocus) select.current?.focus({ preventScroll: true });
  }, [autoFocus]);
  return (
    <Select
      ref={select}
      id={id}
      aria-label={label}
      defaultOpen={autoFocus && opensList}
      showSearch={{ optionFilterProp: "search" }}
      value={value}
      placeholder={t("{count, plural, one {# column} other {# columns}}", { count: columns.length })}
      onChange={onChange}
      className={styles.wide}
      options={columnOptions(columns)}
    />
  );
}

/** For selects that search by `search`. */
export const columnOptions = (columns: readonly DatasetColumn[]) =>
  columns.map((column) => ({
    value: column.column_name,
    search: `${column.column_name} ${column.verbose_name ?? ""}`,
    label: (
      <span className={styles.option}>
        <TypeMark mark={markOf(column)} />
        {column.verbose_name || column.column_name}
      </span>
    ),
  }));
