import { TimeRangePicker } from "../../../features/time-range/TimeRangePicker.tsx";
import { sourceOf, type TimeSource } from "../../../features/time-range/time-source.ts";
import { t } from "../../../i18n/translate.ts";
import type { NativeFilter } from "../../../model/native-filter.ts";
import { filterControls, maskValues, overrideMask, targetDataset } from "../../../model/native-filter-query.ts";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { isGuest } from "../../../web/client/guest.ts";
import { useView, useViewActions } from "../state/context.ts";
import { datasetOf } from "../state/dashboard.ts";
import { fieldId } from "../state/open-filters.ts";
import styles from "./FilterBar.module.css";
import { ListField } from "./ListField.tsx";

const ChoiceSelect = lazyComponent(async () => (await import("./ChoiceSelect.tsx")).ChoiceSelect);
const ChoiceButtons = lazyComponent(async () => (await import("./ChoiceSelect.tsx")).ChoiceButtons);

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
  const sources = useTimeSources(filter);
  return (
    <TimeRangePicker
      sources={sources}
      id={fieldId(filter.id)}
      label={filter.name}
      value={value}
      onChange={choose}
      clearable={!isRequired}
      placeholder={isRequired ? t("Choose a time range") : undefined}
    />
  );
}

/** The time columns of the datasets of charts in scope; not for guests, whose queries are those of charts and filters. */
function useTimeSources(filter: NativeFilter): TimeSource[] {
  const dashboard = useView((view) => view.dashboard);
  if (isGuest()) return [];
  const ids = dashboard.reach.get(filter.id) ?? [];
  const datasets = new Set(ids.flatMap((id) => datasetOf(dashboard, id) ?? []));
  return [...datasets].flatMap((dataset) =>
    sourceOf(dataset).map((source) => ({ ...source, dashboardId: dashboard.detail.id })),
  );
}

const GRAIN_TYPES: readonly string[] = ["filter_timegrain", "chart_customization_timegrain"];
const MAX_BUTTONS = 4;
const DEFAULT_TEXT = t("Chart default");

export function ChoiceFilter({ filter }: { filter: NativeFilter }) {
  const [value, choose] = useOverride(filter);
  const { isRequired } = filterControls(filter);
  const datasets = useView((view) => view.dashboard.datasets);
  const dataset = datasets.get(targetDataset(filter) ?? -1) ?? [...datasets.values()][0];
  const choices = GRAIN_TYPES.includes(filter.filterType)
    ? (dataset?.time_grain_sqla ?? []).map(([grain, label]) => ({ value: grain, label }))
    : (dataset?.columns ?? [])
        .filter((column) => column.is_dttm)
        .map((column) => ({ value: column.column_name, label: column.verbose_name || column.column_name }));
  const id = fieldId(filter.id);
  if (choices.length > 1 && choices.length <= MAX_BUTTONS && value) {
    return <ChoiceButtons {...{ id, choices, value }} onChange={choose} fallback={<div className={styles.blank} />} />;
  }
  return (
    <ListField id={id} placeholder={DEFAULT_TEXT} isPlain={value === undefined} prefetch={ChoiceSelect.prefetch}>
      {(start) => (
        <ChoiceSelect
          {...{ id, choices, value }}
          {...start}
          placeholder={DEFAULT_TEXT}
          allowClear={!isRequired}
          onChange={choose}
        />
      )}
    </ListField>
  );
}
