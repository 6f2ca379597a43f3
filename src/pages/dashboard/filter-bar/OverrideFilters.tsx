import { Segmented, Select } from "antd";
import type { NativeFilter } from "../../../model/native-filter.ts";
import { filterControls, maskValues, overrideMask, targetDataset } from "../../../model/native-filter-query.ts";
import { TimeRangePicker } from "../../../web/time-range/TimeRangePicker.tsx";
import { useView, useViewActions } from "../state/context.ts";
import styles from "./FilterBar.module.css";
import { fieldId } from "./open-filters.ts";

function useOverride(filter: NativeFilter): [string | undefined, (value: string | null) => void] {
  const mask = useView((view) => view.chosen[filter.id]);
  const actions = useViewActions();
  const [value] = maskValues(mask);
  return [
    value === undefined ? undefined : String(value),
    (next) => actions().choose(filter.id, overrideMask(filter, next)),
  ];
}

export function TimeRangeFilter({ filter }: { filter: NativeFilter }) {
  const [value, choose] = useOverride(filter);
  const { isRequired } = filterControls(filter);
  return (
    <TimeRangePicker
      id={fieldId(filter.id)}
      label={filter.name}
      value={value}
      onChange={choose}
      clearable={!isRequired}
      placeholder={isRequired ? "Choose a time range" : undefined}
    />
  );
}

const MOST_SEGMENTS = 4;

/** Time grains or temporal columns of the target's dataset: buttons when they are few, else a list. */
export function ChoiceFilter({ filter }: { filter: NativeFilter }) {
  const [value, choose] = useOverride(filter);
  const { isRequired } = filterControls(filter);
  const datasets = useView((view) => view.dashboard.datasets);
  const dataset = datasets.get(targetDataset(filter) ?? -1) ?? [...datasets.values()][0];
  const choices =
    filter.filterType === "filter_timegrain"
      ? (dataset?.time_grain_sqla ?? []).map(([grain, label]) => ({ value: grain, label }))
      : (dataset?.columns ?? [])
          .filter((column) => column.is_dttm)
          .map((column) => ({ value: column.column_name, label: column.verbose_name || column.column_name }));
  if (choices.length > 1 && choices.length <= MOST_SEGMENTS && value) {
    return <Segmented block size="small" options={choices} value={value} onChange={choose} id={fieldId(filter.id)} />;
  }
  return (
    <Select
      id={fieldId(filter.id)}
      className={styles.select}
      value={value}
      options={choices}
      onChange={(next: string | undefined) => choose(next ?? null)}
      allowClear={!isRequired}
      showSearch={{ optionFilterProp: "label" }}
      placeholder={filter.filterType === "filter_timegrain" ? "As each chart has it" : "As each chart has it"}
    />
  );
}
