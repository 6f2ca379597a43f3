import { Checkbox, Input, Select } from "antd";
import { Search } from "lucide-react";
import { COMPARISON_PARTS, type ComparisonPart } from "./comparison.ts";
import styles from "./TableChart.module.css";

interface Props {
  /** Missing: no search box. */
  search?: { text: string; column?: string; columns: readonly string[]; onChange(text: string, column?: string): void };
  /** Missing: no time comparison. */
  parts?: { shown: readonly ComparisonPart[]; onChange(shown: ComparisonPart[]): void };
}

/** The line above a table: search, and which parts of a comparison are shown. */
export function TableTools({ search, parts }: Props) {
  return (
    <div className={styles.tools}>
      {search && search.columns.length > 0 && (
        <Select
          size="small"
          aria-label="Search in"
          value={search.column ?? search.columns[0]}
          options={search.columns.map((value) => ({ value, label: value }))}
          onChange={(column) => search.onChange(search.text, column)}
          popupMatchSelectWidth={false}
        />
      )}
      {search && (
        <Input
          className={styles.search}
          size="small"
          allowClear
          aria-label="Search rows"
          placeholder="Search rows"
          prefix={<Search size={14} strokeWidth={1.75} />}
          value={search.text}
          onChange={(event) => search.onChange(event.target.value, search.column ?? search.columns[0])}
        />
      )}
      {parts && (
        <Checkbox.Group
          className={styles.parts}
          aria-label="Shown columns of the comparison"
          value={[...parts.shown]}
          options={COMPARISON_PARTS.map(({ prefix, label, name }) => ({
            value: prefix,
            label: prefix === "Main" ? name : `${label} ${name}`,
          }))}
          onChange={(shown) => parts.onChange(shown as ComparisonPart[])}
        />
      )}
    </div>
  );
}
