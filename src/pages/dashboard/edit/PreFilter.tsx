import { Form, Select } from "antd";
import { CircleAlert, Plus, X } from "lucide-react";
import { useState } from "react";
import { filterProblem } from "../../../features/adhoc/adhoc.ts";
import { TimeRangePicker } from "../../../features/time-range/TimeRangePicker.tsx";
import { sourceOf } from "../../../features/time-range/time-source.ts";
import { t } from "../../../i18n/translate.ts";
import type { AdhocFilter } from "../../../model/adhoc.ts";
import type { Dataset } from "../../../model/dataset.ts";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { Popover } from "../../../ui/Popover.tsx";
import { filterWords } from "../../../web/control-words/filter-words.ts";
import { timeRangeText } from "../../../web/control-words/time-range.ts";
import type { FilterFormProps } from "./FilterForm.tsx";
import edit from "./filter-forms.module.css";
import styles from "./PreFilter.module.css";
import { useDatasets } from "./use-datasets.ts";

const FilterEditor = lazyComponent(async () => (await import("../../../features/adhoc/FilterEditor.tsx")).FilterEditor);

export function PreFilter({ filter, onChange }: FilterFormProps) {
  const { temporal, dataset } = useDatasets(filter.targets[0]?.datasetId);
  return (
    <fieldset className={edit.checks}>
      <legend>{t("Pre-filter available values")}</legend>
      <Conditions
        conditions={filter.adhoc_filters ?? []}
        dataset={dataset as Dataset | undefined}
        onChange={(adhoc_filters) => onChange({ ...filter, adhoc_filters })}
      />
      <div className={edit.pair}>
        <Form.Item label={t("Time range")}>
          <TimeRangePicker
            label={t("Time range of available values")}
            value={filter.time_range}
            sources={sourceOf(dataset as Dataset | undefined, filter.granularity_sqla)}
            clearable
            onChange={(time_range) => onChange({ ...filter, time_range })}
          />
        </Form.Item>
        <Form.Item label={t("Time range column")} htmlFor="filter-time-column">
          <Select
            id="filter-time-column"
            allowClear
            placeholder={t("Dataset default")}
            value={filter.granularity_sqla ?? undefined}
            options={temporal}
            onChange={(column?: string) => onChange({ ...filter, granularity_sqla: column ?? null })}
          />
        </Form.Item>
      </div>
    </fieldset>
  );
}

interface ConditionsProps {
  conditions: readonly AdhocFilter[];
  dataset: Dataset | undefined;
  onChange(conditions: AdhocFilter[]): void;
}

function Conditions({ conditions, dataset, onChange }: ConditionsProps) {
  const [open, setOpen] = useState<number>();
  const editor = (index: number) => (
    <FilterEditor
      filter={conditions[index]}
      dataset={dataset}
      onCancel={() => setOpen(undefined)}
      onApply={(next) => {
        onChange([...conditions.slice(0, index), next, ...conditions.slice(index + 1)]);
        setOpen(undefined);
      }}
    />
  );
  const toggle = (index: number) => (isOpen: boolean) => setOpen(isOpen ? index : undefined);
  return (
    <ul className={styles.conditions} aria-label={t("Conditions on available values")}>
      {conditions.map((condition, index) => (
        <li key={condition.filterOptionName ?? `${index} ${conditionText(condition, dataset)}`}>
          <Condition
            condition={condition}
            dataset={dataset}
            isOpen={open === index}
            onOpenChange={toggle(index)}
            editor={editor(index)}
            onRemove={() => onChange(conditions.filter((_, other) => other !== index))}
          />
        </li>
      ))}
      <li>
        <Popover
          label={t("New condition")}
          open={open === conditions.length}
          onOpenChange={toggle(conditions.length)}
          content={editor(conditions.length)}
        >
          <button type="button" className={styles.add} disabled={!dataset} aria-haspopup="dialog">
            <Plus size={14} aria-hidden />
            {t("Add condition")}
          </button>
        </Popover>
      </li>
    </ul>
  );
}

interface ConditionProps {
  condition: AdhocFilter;
  dataset: Dataset | undefined;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  editor: React.ReactNode;
  onRemove(): void;
}

function Condition({ condition, dataset, isOpen, onOpenChange, editor, onRemove }: ConditionProps) {
  const text = conditionText(condition, dataset);
  const problem = filterProblem(condition);
  return (
    <div className={styles.condition} data-problem={problem ? true : undefined}>
      <Popover
        label={t("Condition: {condition}", { condition: text })}
        open={isOpen}
        onOpenChange={onOpenChange}
        content={editor}
      >
        <button type="button" className={styles.words} aria-haspopup="dialog" title={problem ?? text}>
          {problem && <CircleAlert size={14} aria-label={problem} />}
          <span>{text}</span>
        </button>
      </Popover>
      <button
        type="button"
        className={styles.remove}
        aria-label={t("Remove {name}", { name: text })}
        onClick={onRemove}
      >
        <X size={14} aria-hidden />
      </button>
    </div>
  );
}

function conditionText(condition: AdhocFilter, dataset: Dataset | undefined): string {
  const { subject, words, value } = filterWords(condition, dataset);
  const shown = condition.operator === "TEMPORAL_RANGE" ? timeRangeText(value) : value;
  return [subject, words, shown].filter(Boolean).join(" ");
}
