import { Checkbox, Input, Select } from "antd";
import { Search } from "lucide-react";
import { t } from "../../i18n/translate.ts";
import { COMPARISON_PARTS, type ComparisonPart } from "./comparison.ts";
import styles from "./TableChart.module.css";

interface SearchTool {
  text: string;
  column?: string;
  /** Columns the server can search; empty = all columns are searched in the browser. */
  columns: readonly { key: string; label: string }[];
  setSearch(text: string, column?: string): void;
  submitSearch(text: string): void;
}

interface Props {
  search?: SearchTool;
  parts?: { shown: readonly ComparisonPart[]; onChange(shown: ComparisonPart[]): void };
}

export function TableTools({ search, parts }: Props) {
  return (
    <div className={styles.tools}>
      {search && <SearchBox {...search} />}
      {parts && (
        <Checkbox.Group
          className={styles.parts}
          aria-label={t("Visible comparison columns")}
          value={[...parts.shown]}
          options={COMPARISON_PARTS.map(({ prefix, label, name }) => ({
            value: prefix,
            label: prefix === "Main" ? t(name) : `${label} ${t(name)}`,
          }))}
          onChange={(shown) => parts.onChange(shown as ComparisonPart[])}
        />
      )}
    </div>
  );
}

function SearchBox({ text, column, columns, setSearch, submitSearch }: SearchTool) {
  const isServer = columns.length > 0;
  return (
    <>
      {isServer && (
        <Select
          size="small"
          aria-label={t("Search in")}
          value={column}
          options={columns.map(({ key, label }) => ({ value: key, label }))}
          onChange={(next) => setSearch(text, next)}
          popupMatchSelectWidth={false}
        />
      )}
      <Input
        className={styles.search}
        size="small"
        allowClear
        aria-label={t("Search rows")}
        placeholder={isServer ? t("Search rows and press Enter") : t("Search rows")}
        prefix={<Search size={14} strokeWidth={1.75} />}
        value={text}
        onChange={(event) => setSearch(event.target.value)}
        onPressEnter={(event) => submitSearch(event.currentTarget.value)}
      />
    </>
  );
}
