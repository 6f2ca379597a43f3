import { Checkbox, Form, Radio, Select } from "antd";
import type { ReactNode } from "react";
import { t } from "../../../i18n/translate.ts";
import { DYNAMIC_GROUPBY, isMultiSelect, LAYER_VISIBILITY, offeredColumns } from "../../../model/display-control.ts";
import { isControl, type NativeFilter } from "../../../model/native-filter.ts";
import { filterControls, targetColumn } from "../../../model/native-filter-query.ts";
import { GENERIC_TYPE } from "../../../model/query-context.ts";
import type { FilterFormProps } from "./FilterForm.tsx";
import { withBehavior } from "./filter-draft.ts";
import styles from "./filter-forms.module.css";
import { PreFilter } from "./PreFilter.tsx";
import { byName, useDatasets } from "./use-datasets.ts";

const MATCHES = [
  { value: "exact", label: t("Exact") },
  { value: "ilike_contains", label: t("Contains") },
  { value: "ilike_starts_with", label: t("Starts with") },
  { value: "ilike_ends_with", label: t("Ends with") },
];
const DISPLAYS = [
  { value: "slider", label: t("Slider") },
  { value: "input", label: t("Range inputs") },
  { value: "slider-and-input", label: t("Slider and range inputs") },
];
const SINGLE = [
  { value: "", label: t("Range") },
  { value: 0, label: t("Minimum") },
  { value: 1, label: t("Exact") },
  { value: 2, label: t("Maximum") },
];

const valuesSetter =
  ({ filter, onChange }: FilterFormProps) =>
  (values: Record<string, unknown>) =>
    onChange(withBehavior(filter, values));

interface Props extends FilterFormProps {
  others: readonly NativeFilter[];
  problem: string | undefined;
}

export function FilterBehavior({ filter, others, problem, onChange }: Props) {
  const set = valuesSetter({ filter, onChange });
  const controls = filterControls(filter);
  const isSelect = filter.filterType === "filter_select";
  if (isControl(filter)) return <ControlBehavior filter={filter} onChange={onChange} />;
  const check = (name: string, label: string, isOn: boolean): ReactNode => (
    <Checkbox checked={isOn} onChange={(event) => set({ [name]: event.target.checked })}>
      {label}
    </Checkbox>
  );
  return (
    <>
      <fieldset className={styles.checks}>
        <legend>{t("Behavior")}</legend>
        {check("enableEmptyFilter", t("Filter value is required"), controls.isRequired)}
        {isSelect && check("multiSelect", t("Can select multiple values"), controls.multiSelect)}
        {isSelect && (
          <Checkbox
            checked={controls.defaultToFirstItem}
            onChange={(event) =>
              onChange({
                ...filter,
                requiredFirst: event.target.checked,
                defaultDataMask: event.target.checked ? { extraFormData: {}, filterState: {} } : filter.defaultDataMask,
                controlValues: { ...filter.controlValues, defaultToFirstItem: event.target.checked },
              })
            }
          >
            {t("Select first filter value by default")}
          </Checkbox>
        )}
        {isSelect && check("creatable", t("Allow values that aren't in the list"), controls.creatable)}
        {isSelect && check("inverseSelection", t("Inverse selection"), controls.inverseSelection)}
        {isSelect && check("searchAllOptions", t("Search all values on the server"), controls.searchAllOptions)}
      </fieldset>
      {isSelect && <SelectDetails filter={filter} onChange={onChange} />}
      {filter.filterType === "filter_range" && <RangeDetails filter={filter} onChange={onChange} />}
      <Dependencies filter={filter} others={others} problem={problem} onChange={onChange} />
      {hasValues(filter) && <PreFilter filter={filter} onChange={onChange} />}
    </>
  );
}

const hasValues = ({ filterType }: NativeFilter) => filterType === "filter_select" || filterType === "filter_range";

function Dependencies({ filter, others, problem, onChange }: Props) {
  if (!hasValues(filter) && filter.cascadeParentIds.length === 0) return null;
  return (
    <Form.Item
      label={t("Values are dependent on other filters")}
      htmlFor="filter-parents"
      help={problem}
      validateStatus={problem ? "error" : undefined}
    >
      <Select
        id="filter-parents"
        mode="multiple"
        showSearch={{ optionFilterProp: "label" }}
        placeholder={t("None")}
        value={filter.cascadeParentIds}
        options={others.map(({ id, name }) => ({ value: id, label: name || t("[untitled]") }))}
        onChange={(cascadeParentIds: string[]) => onChange({ ...filter, cascadeParentIds })}
      />
    </Form.Item>
  );
}

function ControlBehavior({ filter, onChange }: FilterFormProps) {
  const set = valuesSetter({ filter, onChange });
  const { columnsFor } = useDatasets(filter.targets[0]?.datasetId);
  if (filter.filterType === LAYER_VISIBILITY) return null;
  return (
    <>
      {filter.filterType === DYNAMIC_GROUPBY && (
        <Form.Item label={t("Available columns")} htmlFor="control-columns">
          <Select
            id="control-columns"
            mode="multiple"
            showSearch={byName}
            allowClear
            placeholder={t("All dimensions except time columns")}
            value={[...(offeredColumns(filter) ?? [])]}
            options={columnsFor(filter.filterType)}
            onChange={(offered: string[]) => set({ offered })}
          />
        </Form.Item>
      )}
      <fieldset className={styles.checks}>
        <legend>{t("Behavior")}</legend>
        <Checkbox
          checked={filterControls(filter).isRequired}
          onChange={(event) => set({ enableEmptyFilter: event.target.checked })}
        >
          {t("Value is required")}
        </Checkbox>
        {filter.filterType === DYNAMIC_GROUPBY && (
          <Checkbox
            checked={isMultiSelect(filter)}
            onChange={(event) => set({ canSelectMultiple: event.target.checked })}
          >
            {t("Can select multiple columns")}
          </Checkbox>
        )}
      </fieldset>
    </>
  );
}

function RangeDetails({ filter, onChange }: FilterFormProps) {
  const { singleValue, rangeDisplay } = filterControls(filter);
  const set = valuesSetter({ filter, onChange });
  return (
    <div className={styles.pair}>
      <Form.Item label={t("Single value")}>
        <Radio.Group
          optionType="button"
          aria-label={t("Single value")}
          value={filter.controlValues.enableSingleValue ?? ""}
          options={SINGLE}
          onChange={(event) => set({ enableSingleValue: event.target.value === "" ? undefined : event.target.value })}
        />
      </Form.Item>
      {singleValue === undefined && (
        <Form.Item label={t("Range display")} htmlFor="filter-display">
          <Select
            id="filter-display"
            value={rangeDisplay}
            options={DISPLAYS}
            onChange={(rangeDisplayMode) => set({ rangeDisplayMode })}
          />
        </Form.Item>
      )}
    </div>
  );
}

function SelectDetails({ filter, onChange }: FilterFormProps) {
  const { operator, sortAscending } = filterControls(filter);
  const { metrics, dataset } = useDatasets(filter.targets[0]?.datasetId);
  const column = dataset?.columns?.find((one) => one.column_name === targetColumn(filter));
  const isText = column === undefined || column.type_generic === GENERIC_TYPE.STRING;
  const set = valuesSetter({ filter, onChange });
  return (
    <div className={styles.triple}>
      {(isText || operator !== "exact") && (
        <Form.Item label={t("Match")} htmlFor="filter-match">
          <Select
            id="filter-match"
            value={operator}
            options={MATCHES}
            onChange={(operatorType) => set({ operatorType })}
          />
        </Form.Item>
      )}
      <Form.Item label={t("Sort values")} htmlFor="filter-sort">
        <Select
          id="filter-sort"
          value={sortAscending ? "asc" : "desc"}
          options={[
            { value: "asc", label: t("Ascending") },
            { value: "desc", label: t("Descending") },
          ]}
          onChange={(value) => set({ sortAscending: value === "asc" })}
        />
      </Form.Item>
      <Form.Item label={t("Sort by metric")} htmlFor="filter-sort-metric">
        <Select
          id="filter-sort-metric"
          showSearch={byName}
          allowClear
          placeholder={t("None")}
          value={filter.sortMetric ?? undefined}
          options={metrics}
          onChange={(sortMetric?: string) => onChange({ ...filter, sortMetric: sortMetric ?? null })}
        />
      </Form.Item>
    </div>
  );
}
