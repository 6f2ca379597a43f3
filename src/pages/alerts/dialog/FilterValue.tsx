import { useQuery } from "@tanstack/react-query";
import { Input, InputNumber, Select } from "antd";
import { useState } from "react";
import { postChartData } from "../../../api/chart-data/contract.ts";
import { datasets } from "../../../api/dashboard/contract.ts";
import { TimeRangePicker } from "../../../features/time-range/TimeRangePicker.tsx";
import { list } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";
import type { DataMask } from "../../../model/data-mask.ts";
import { keyOf, optionsOf, valuesOfKeys } from "../../../model/filter-options.ts";
import type { NativeFilter } from "../../../model/native-filter.ts";
import {
  asDashboardQuery,
  displayValue,
  filterControls,
  maskValues,
  overrideMask,
  type Range,
  rangeMask,
  rangeProblem,
  selectMask,
  targetColumn,
  targetDataset,
  valuesQuery,
} from "../../../model/native-filter-query.ts";
import { Field } from "../../../ui/Field.tsx";
import { call } from "../../../web/client/client.ts";
import { useDebounced } from "../../../web/client/clock.ts";
import styles from "./dialog.module.css";

export interface FilterValueProps {
  dashboardId: number;
  filter: NativeFilter;
  mask: DataMask | undefined;
  onChange(mask: DataMask): void;
}

export function FilterValue(props: FilterValueProps) {
  const { filter, mask, onChange } = props;
  switch (filter.filterType) {
    case "filter_select":
      return filterControls(filter).operator === "exact" ? <ValueList {...props} /> : <PartOfText {...props} />;
    case "filter_range":
      return <RangeEnds {...props} />;
    case "filter_time":
      return (
        <Field label={filter.name}>
          {(id) => (
            <TimeRangePicker
              id={id}
              label={filter.name}
              value={firstText(mask)}
              placeholder={dashboardDefault(filter)}
              clearable
              onChange={(value) => onChange(overrideMask(filter, value))}
            />
          )}
        </Field>
      );
    case "filter_timegrain":
    case "filter_timecolumn":
      return <Choice {...props} />;
    default:
      return null;
  }
}

const firstText = (mask: DataMask | undefined) => maskValues(mask).map(String)[0];

function dashboardDefault({ defaultDataMask }: NativeFilter): string {
  const values = maskValues(defaultDataMask);
  return values.length === 0 ? t("Dashboard default") : list(values.map(displayValue), "commas");
}

function ValueList({ dashboardId, filter, mask, onChange }: FilterValueProps) {
  const [hasFocused, setHasFocused] = useState(false);
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim());
  const context = asDashboardQuery(valuesQuery({ filter, inherited: {}, ...(search && { search }) }), {
    filter,
    dashboardId,
  });
  const { data, isFetching, error } = useQuery({
    queryKey: ["report", "filter-values", context],
    enabled: hasFocused && context !== undefined,
    queryFn: async ({ signal }) =>
      (context && (await call(postChartData, { body: context }, { signal })).result[0]) ?? {},
    placeholderData: (before) => before,
    retry: false,
  });
  const { multiSelect, inverseSelection } = filterControls(filter);
  const isExcluding = mask?.filterState?.excludeFilterValues ?? (mask === undefined && inverseSelection);
  const chosen = maskValues(mask);
  const found = optionsOf(data, targetColumn(filter) ?? "");
  const known = chosen.map((value) => ({ key: keyOf(value), value, label: displayValue(value), count: 0 }));
  const options = new Map([...known, ...found].map((option) => [option.key, option]));
  const keys = chosen.map(keyOf);
  const choose = (next: readonly string[]) =>
    onChange(selectMask(filter, valuesOfKeys(next, [...options.values()], false), isExcluding));
  return (
    <Field label={isExcluding ? t("{filter} is not", { filter: filter.name }) : filter.name} problem={error?.message}>
      {(id) => (
        <Select
          id={id}
          {...(multiSelect ? { mode: "multiple" as const } : {})}
          allowClear
          value={multiSelect ? keys : keys[0]}
          loading={isFetching}
          placeholder={dashboardDefault(filter)}
          options={[...options.values()].map(({ key, label }) => ({ value: key, label }))}
          notFoundContent={isFetching ? t("Searching…") : t("No values")}
          showSearch={{ searchValue: typed, onSearch: setTyped, optionFilterProp: "label" }}
          onFocus={() => setHasFocused(true)}
          onOpenChange={(isOpen) => isOpen || setTyped("")}
          onChange={(next: string | string[] | undefined) => choose(next === undefined ? [] : [next].flat())}
        />
      )}
    </Field>
  );
}

function PartOfText({ filter, mask, onChange }: FilterValueProps) {
  return (
    <Field label={filter.name}>
      {(id) => (
        <Input
          id={id}
          allowClear
          value={firstText(mask) ?? ""}
          placeholder={dashboardDefault(filter)}
          onChange={({ target: { value } }) => onChange(selectMask(filter, value.trim() === "" ? [] : [value]))}
        />
      )}
    </Field>
  );
}

const endOf = (value: unknown) => (typeof value === "number" ? value : null);

function RangeEnds({ filter, mask, onChange }: FilterValueProps) {
  const [draft, setDraft] = useState<Range>();
  const { singleValue } = filterControls(filter);
  const [low, high] = maskValues(mask);
  const range: Range = draft ?? [endOf(low), endOf(high)];
  const problem = rangeProblem(range, singleValue);
  const write = (next: Range) => {
    const isWrong = rangeProblem(next, singleValue) !== undefined;
    setDraft(isWrong ? next : undefined);
    if (!isWrong) onChange(rangeMask(filter, next));
  };
  const status = problem ? "error" : "";
  const defaults = maskValues(filter.defaultDataMask);
  return (
    <Field label={filter.name} problem={problem}>
      {(id) => (
        <div className={styles.ends}>
          {singleValue === "max" ? null : (
            <InputNumber
              id={id}
              aria-label={
                singleValue === "exact"
                  ? t("{filter} exactly", { filter: filter.name })
                  : t("{filter} from", { filter: filter.name })
              }
              controls={false}
              status={status}
              placeholder={defaults[0] === undefined ? t("from##range") : displayValue(defaults[0])}
              value={range[0]}
              onChange={(next) => write([next, range[1]])}
            />
          )}
          {singleValue === "min" || singleValue === "exact" ? null : (
            <InputNumber
              aria-label={t("{filter} to", { filter: filter.name })}
              controls={false}
              status={status}
              placeholder={defaults[1] === undefined ? t("to##range") : displayValue(defaults[1])}
              value={range[1]}
              onChange={(next) => write([range[0], next])}
            />
          )}
        </div>
      )}
    </Field>
  );
}

function Choice({ dashboardId, filter, mask, onChange }: FilterValueProps) {
  const { data = [] } = useQuery({
    queryKey: ["dashboard", dashboardId, "datasets"],
    queryFn: async ({ signal }) => (await call(datasets, { params: { id: `${dashboardId}` } }, { signal })).result,
  });
  const dataset = data.find(({ id }) => id === targetDataset(filter)) ?? data[0];
  const options =
    filter.filterType === "filter_timegrain"
      ? (dataset?.time_grain_sqla ?? []).map(([value, label]) => ({ value, label }))
      : (dataset?.columns ?? [])
          .filter((column) => column.is_dttm)
          .map(({ column_name, verbose_name }) => ({ value: column_name, label: verbose_name || column_name }));
  return (
    <Field label={filter.name}>
      {(id) => (
        <Select
          id={id}
          allowClear
          value={firstText(mask)}
          placeholder={dashboardDefault(filter)}
          options={options}
          onChange={(next: string | undefined) => onChange(overrideMask(filter, next ?? null))}
        />
      )}
    </Field>
  );
}
