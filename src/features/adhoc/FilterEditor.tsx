import { Select } from "antd";
import { useState } from "react";
import { t } from "../../i18n/translate.ts";
import type { AdhocFilter } from "../../model/adhoc.ts";
import type { Dataset } from "../../model/dataset.ts";
import { Field } from "../../ui/Field.tsx";
import { Segmented } from "../../ui/Segmented.tsx";
import { columnOf } from "../../web/control-words/dataset-words.ts";
import { hasNoValue, OPERATOR_WORDS } from "../../web/control-words/filter-words.ts";
import { NO_FILTER } from "../../web/control-words/time-range.ts";
import { sourceOf, TimeRangeFields, useTimeRangePreview } from "../time-range/index.ts";
import { comparisonsOf, filterOfColumn, filterProblem, isListOperator, simpleFilter, sqlFilter } from "./adhoc.ts";
import { ColumnSelect } from "./ColumnSelect.tsx";
import { EditorFrame } from "./EditorFrame.tsx";
import styles from "./editors.module.css";
import { FilterValue } from "./FilterValue.tsx";
import { SqlField } from "./SqlField.tsx";
import { conditionSql } from "./to-sql.ts";

interface FilterEditorProps {
  filter: AdhocFilter | undefined;
  dataset: Dataset | undefined;
  onApply(filter: AdhocFilter): void;
  onCancel(): void;
}

export function FilterEditor({ filter, dataset, onApply, onCancel }: FilterEditorProps) {
  const [kind, setKind] = useState(filter?.expressionType === "SQL" ? "sql" : "simple");
  const [simple, setSimple] = useState<AdhocFilter>(() => initialSimpleFilter(filter));
  const [customSql, setSql] = useState<AdhocFilter | undefined>(filter?.expressionType === "SQL" ? filter : undefined);
  const [rangeProblem, setRangeProblem] = useState<string>();
  const { bounds } = useTimeRangePreview(rangeOf(simple));
  const sql = customSql ?? sqlFilter(conditionSql(dataset, simple, bounds), simple.clause);
  const draft = kind === "sql" ? sql : simple;
  const tabs = [
    {
      key: "simple",
      label: t("Simple"),
      content: <SimpleFields filter={simple} dataset={dataset} onChange={setSimple} onProblem={setRangeProblem} />,
    },
    {
      key: "sql",
      label: t("Custom SQL"),
      content: <SqlFields filter={sql} dataset={dataset} hint={hintOf(simple)} onChange={setSql} />,
    },
  ];
  return (
    <EditorFrame
      label={t("Filter")}
      tabs={tabs}
      active={kind}
      onTab={setKind}
      problem={filterProblem(draft) ?? (kind === "simple" && isTimeRange(simple) ? rangeProblem : undefined)}
      onCancel={onCancel}
      onApply={() => onApply({ ...draft, filterOptionName: filter?.filterOptionName ?? draft.filterOptionName })}
    />
  );
}

const isTimeRange = ({ operator }: AdhocFilter) => operator === "TEMPORAL_RANGE";

function rangeOf({ operator, comparator }: AdhocFilter): string {
  return operator === "TEMPORAL_RANGE" && typeof comparator === "string" ? comparator : NO_FILTER;
}

function initialSimpleFilter(filter: AdhocFilter | undefined): AdhocFilter {
  return filter?.expressionType === "SIMPLE" ? filter : simpleFilter("", "");
}

interface FieldsProps {
  filter: AdhocFilter;
  dataset: Dataset | undefined;
  onChange(filter: AdhocFilter): void;
}

type SimpleProps = FieldsProps & { onProblem(problem: string | undefined): void };

function SimpleFields({ filter, dataset, onChange, onProblem }: SimpleProps) {
  const subject = filter.subject || undefined;
  const operator = filter.operator ?? "";
  const choose = (name: string) => {
    const column = columnOf(dataset, name);
    if (column) onChange(filterOfColumn(column));
  };
  const compare = (next: string) => {
    const values = [filter.comparator ?? []].flat().filter((one) => one !== null && one !== NO_FILTER);
    onChange({ ...simpleFilter(filter.subject ?? "", next, comparatorFor(next, values)), clause: filter.clause });
  };
  return (
    <>
      <Field label={t("Column")}>
        {(id) => (
          <ColumnSelect
            id={id}
            dataset={dataset}
            value={subject}
            autoFocus={subject === undefined}
            opensList={false}
            onChange={choose}
            accepts={(column) => column.filterable !== false}
          />
        )}
      </Field>
      {subject ? (
        <Field label={t("Comparison")}>
          {(id) => (
            <Select
              id={id}
              className={styles.wide}
              value={operator || undefined}
              onChange={compare}
              options={comparisonsOf(dataset, filter).map((one) => ({ value: one, label: OPERATOR_WORDS[one] }))}
            />
          )}
        </Field>
      ) : null}
      {subject && operator && !hasNoValue(operator) ? (
        <ValueField filter={filter} dataset={dataset} onChange={onChange} onProblem={onProblem} />
      ) : null}
    </>
  );
}

function comparatorFor(operator: string, values: AdhocFilter["comparator"][]): AdhocFilter["comparator"] {
  if (operator === "TEMPORAL_RANGE") return NO_FILTER;
  if (isListOperator(operator)) return values.filter((one) => !Array.isArray(one)) as string[];
  const [first] = values;
  return Array.isArray(first) ? null : first;
}

function ValueField({ filter, dataset, onChange, onProblem }: SimpleProps) {
  if (isTimeRange(filter)) {
    return (
      <div className={styles.timeRange}>
        <TimeRangeFields
          key={filter.subject}
          value={typeof filter.comparator === "string" ? filter.comparator : NO_FILTER}
          sources={sourceOf(dataset, filter.subject)}
          onChange={(comparator, problem) => {
            onProblem(problem);
            if (problem === undefined) onChange({ ...filter, comparator });
          }}
        />
      </div>
    );
  }
  return (
    <Field label={t("Value")}>
      {(id) => (
        <FilterValue
          id={id}
          filter={filter}
          dataset={dataset}
          onChange={(comparator) => onChange({ ...filter, comparator })}
        />
      )}
    </Field>
  );
}

function hintOf({ subject, operator }: AdhocFilter): string | undefined {
  return operator === "LATEST PARTITION"
    ? t(
        "“{column} uses the latest partition” can't be written as custom SQL because it needs a subquery. Compare {column} with a value instead.",
        { column: subject ?? "" },
      )
    : undefined;
}

function SqlFields({ filter, dataset, hint, onChange }: FieldsProps & { hint: string | undefined }) {
  return (
    <div className={styles.range}>
      <Segmented
        label={t("Applies to")}
        value={filter.clause ?? "WHERE"}
        options={[
          { value: "WHERE", label: "WHERE", name: t("WHERE: filters rows before grouping") },
          { value: "HAVING", label: "HAVING", name: t("HAVING: filters groups after aggregation") },
        ]}
        onChange={(clause) => onChange({ ...filter, clause })}
      />
      <SqlField
        label={t("Condition")}
        kind={filter.clause === "HAVING" ? "having" : "where"}
        value={filter.sqlExpression ?? ""}
        onChange={(sqlExpression) => onChange({ ...filter, sqlExpression })}
        dataset={dataset}
        {...(hint ? { hint } : {})}
      />
    </div>
  );
}
