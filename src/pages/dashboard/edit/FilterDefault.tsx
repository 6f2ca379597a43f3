import { useQuery } from "@tanstack/react-query";
import { Form, InputNumber, Select } from "antd";
import { TimeRangePicker } from "../../../features/time-range/TimeRangePicker.tsx";
import { t } from "../../../i18n/translate.ts";
import type { FilterScalar } from "../../../model/adhoc.ts";
import { DYNAMIC_GROUPBY, isMultiSelect, LAYER_VISIBILITY } from "../../../model/display-control.ts";
import {
  dimensionsMask,
  displayValue,
  filterControls,
  maskValues,
  overrideMask,
  type Range,
  rangeProblem,
  selectMask,
  splitPasted,
  targetColumn,
  valuesQuery,
} from "../../../model/native-filter-query.ts";
import { fetchChartData } from "../../../web/chart-view/use-chart-data.ts";
import type { FilterFormProps } from "./FilterForm.tsx";
import { defaultRange, withDefaultRange } from "./filter-draft.ts";
import styles from "./filter-forms.module.css";
import { byName, useDatasets } from "./use-datasets.ts";

export function FilterDefault({ filter, onChange }: FilterFormProps) {
  if (filterControls(filter).defaultToFirstItem) return null;
  switch (filter.filterType) {
    case "filter_select":
      return <DefaultValues filter={filter} onChange={onChange} />;
    case "filter_range":
      return <DefaultRange filter={filter} onChange={onChange} />;
    case "filter_time":
      return (
        <Form.Item label={t("Default value")}>
          <TimeRangePicker
            label={t("Default time range")}
            value={timeOf(filter)}
            clearable
            onChange={(range) => onChange({ ...filter, defaultDataMask: overrideMask(filter, range) })}
          />
        </Form.Item>
      );
    case DYNAMIC_GROUPBY:
      return <DefaultDimensions filter={filter} onChange={onChange} />;
    case LAYER_VISIBILITY:
      return null;
    default:
      return <DefaultOverride filter={filter} onChange={onChange} />;
  }
}

function timeOf(filter: FilterFormProps["filter"]): string | null {
  const value = filter.defaultDataMask.filterState?.value;
  return typeof value === "string" ? value : null;
}

function DefaultValues({ filter, onChange }: FilterFormProps) {
  const { multiSelect, creatable } = filterControls(filter);
  const context = valuesQuery({ filter, inherited: {} });
  const column = targetColumn(filter) ?? "";
  const { data, isFetching } = useQuery({
    queryKey: ["filter-values", context],
    enabled: context !== undefined,
    queryFn: ({ signal }) => (context ? fetchChartData(context, signal) : Promise.reject(new Error("no column"))),
  });
  const rows = data?.result[0]?.data;
  const values = Array.isArray(rows) ? rows.map((row) => row[column] as FilterScalar) : [];
  const chosen = maskValues(filter.defaultDataMask);
  const valueByText = new Map([...values, ...chosen].map((value) => [displayValue(value), value]));
  const choose = (texts: readonly string[]) =>
    onChange({
      ...filter,
      defaultDataMask: selectMask(
        filter,
        texts.map((text) => valueByText.get(text) ?? text),
      ),
    });
  return (
    <Form.Item label={t("Default value")} htmlFor="filter-default">
      <Select
        id="filter-default"
        mode={creatable ? "tags" : "multiple"}
        maxCount={multiSelect ? undefined : 1}
        allowClear
        placeholder={t("None")}
        loading={isFetching}
        value={chosen.map(displayValue)}
        options={[...valueByText.keys()].map((text) => ({ value: text, label: text }))}
        tokenSeparators={[",", "\n", "\t", ";"]}
        onChange={(texts: string[]) =>
          choose(texts.flatMap((text) => (valueByText.has(text) ? [text] : splitPasted(text))))
        }
      />
    </Form.Item>
  );
}

function DefaultRange({ filter, onChange }: FilterFormProps) {
  const range = defaultRange(filter);
  const [low, high] = range;
  const problem = rangeProblem(range, filterControls(filter).singleValue);
  const set = (next: Range) => onChange(withDefaultRange(filter, next));
  return (
    <Form.Item label={t("Default value")} help={problem} validateStatus={problem ? "error" : undefined}>
      <div className={styles.pair}>
        <InputNumber
          className={styles.end}
          aria-label={t("Default minimum")}
          placeholder={t("Minimum")}
          value={low}
          onChange={(value) => set([value, high])}
        />
        <InputNumber
          className={styles.end}
          aria-label={t("Default maximum")}
          placeholder={t("Maximum")}
          value={high}
          onChange={(value) => set([low, value])}
        />
      </div>
    </Form.Item>
  );
}

function DefaultDimensions({ filter, onChange }: FilterFormProps) {
  const datasets = useDatasets(filter.targets[0]?.datasetId);
  const chosen = maskValues(filter.defaultDataMask).map(String);
  return (
    <Form.Item label={t("Default value")} htmlFor="filter-default">
      <Select
        id="filter-default"
        mode="multiple"
        showSearch={byName}
        maxCount={isMultiSelect(filter) ? undefined : 1}
        allowClear
        placeholder={t("Chart default")}
        value={chosen}
        options={datasets.columnsFor(filter.filterType)}
        onChange={(columns: string[]) => onChange({ ...filter, defaultDataMask: dimensionsMask(filter, columns) })}
      />
    </Form.Item>
  );
}

function DefaultOverride({ filter, onChange }: FilterFormProps) {
  const datasets = useDatasets(filter.targets[0]?.datasetId);
  const options = filter.filterType.endsWith("_timegrain") ? datasets.grains : datasets.temporal;
  const [value] = maskValues(filter.defaultDataMask);
  return (
    <Form.Item label={t("Default value")} htmlFor="filter-default">
      <Select
        id="filter-default"
        allowClear
        placeholder={t("None")}
        value={typeof value === "string" ? value : undefined}
        options={options}
        onChange={(next: string | undefined) =>
          onChange({ ...filter, defaultDataMask: overrideMask(filter, next ?? null) })
        }
      />
    </Form.Item>
  );
}
