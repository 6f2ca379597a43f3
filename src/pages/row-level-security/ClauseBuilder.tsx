import { Button, Select } from "antd";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { comparisonsOf, filterOfColumn, simpleFilter } from "../../features/adhoc/adhoc.ts";
import { ColumnSelect } from "../../features/adhoc/ColumnSelect.tsx";
import { FilterValue } from "../../features/adhoc/FilterValue.tsx";
import { t } from "../../i18n/translate.ts";
import type { AdhocFilter } from "../../model/adhoc.ts";
import type { Dataset } from "../../model/dataset.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { columnOf } from "../../web/control-words/dataset-words.ts";
import { hasNoValue, OPERATOR_WORDS } from "../../web/control-words/filter-words.ts";
import { clauseOf, commonColumns, conditionsIn } from "./conditions.ts";
import styles from "./RuleDialog.module.css";

interface ClauseBuilderProps {
  id: string;
  clause: string;
  datasets: readonly Dataset[];
  onChange(clause: string): void;
}

/** Keeps incomplete conditions, which the clause leaves out. */
export function ClauseBuilder({ id, clause, datasets, onChange }: ClauseBuilderProps) {
  const [dataset] = datasets;
  const [conditions, setConditions] = useState<readonly AdhocFilter[]>(() => initialConditions(clause, dataset));
  if (!dataset) return null;
  const common = { ...dataset, columns: commonColumns(datasets) };
  const write = (next: readonly AdhocFilter[]) => {
    setConditions(next);
    onChange(clauseOf(next, dataset));
  };
  const change = (at: number, one: AdhocFilter) => write(conditions.map((old, i) => (i === at ? one : old)));
  return (
    <div className={styles.builder}>
      {conditions.map((one, at) => (
        <Condition
          key={one.filterOptionName ?? at}
          id={at === 0 ? id : `${id}-${at}`}
          condition={one}
          dataset={common}
          onChange={(next) => change(at, { ...next, filterOptionName: one.filterOptionName })}
          onRemove={conditions.length > 1 || one.subject ? () => remove(at) : undefined}
        />
      ))}
      <Button
        size="small"
        icon={<Plus size={14} />}
        onClick={() => setConditions([...conditions, simpleFilter("", "")])}
      >
        {t("Add condition")}
      </Button>
    </div>
  );

  function remove(at: number) {
    const rest = conditions.filter((_, i) => i !== at);
    write(rest.length > 0 ? rest : [simpleFilter("", "")]);
  }
}

function initialConditions(clause: string, dataset: Dataset | undefined): AdhocFilter[] {
  const known = dataset ? (conditionsIn(clause, dataset) ?? []) : [];
  return known.length > 0 ? known : [simpleFilter("", "")];
}

interface ConditionProps {
  id: string;
  condition: AdhocFilter;
  dataset: Dataset;
  onChange(condition: AdhocFilter): void;
  onRemove: (() => void) | undefined;
}

function Condition({ id, condition, dataset, onChange, onRemove }: ConditionProps) {
  const subject = condition.subject || undefined;
  const operator = condition.operator ?? "";
  const choose = (name: string) => {
    const column = columnOf(dataset, name);
    if (column) onChange(filterOfColumn(column));
  };
  const compare = (next: string) => {
    const [first] = [condition.comparator ?? []].flat();
    const isList = next === "IN" || next === "NOT IN";
    const kept = first === undefined ? [] : [first];
    onChange(simpleFilter(subject ?? "", next, isList ? kept : (kept[0] ?? null)));
  };
  return (
    <div className={styles.condition}>
      <ColumnSelect id={id} label={t("Column")} dataset={dataset} value={subject} onChange={choose} />
      {subject ? (
        <Select
          aria-label={t("Comparison")}
          value={operator || undefined}
          onChange={compare}
          options={comparisonsOf(dataset, condition)
            .filter((one) => one !== "LATEST PARTITION")
            .map((one) => ({ value: one, label: OPERATOR_WORDS[one] }))}
        />
      ) : null}
      {subject && operator && !hasNoValue(operator) ? (
        <FilterValue
          id={`${id}-value`}
          label={t("Value")}
          filter={condition}
          dataset={dataset}
          onChange={(comparator) => onChange({ ...condition, comparator })}
        />
      ) : null}
      {onRemove ? <IconButton label={t("Remove condition")} icon={<X size={16} />} onClick={onRemove} /> : null}
    </div>
  );
}
