import { InputNumber, Select } from "antd";
import { type ReactNode, useMemo } from "react";
import { t } from "../../i18n/translate.ts";
import { metricLabel, type QueryMetric } from "../../model/adhoc.ts";
import { CHANGE_PERIODS } from "../../model/assertion.ts";
import type { Dataset, DatasetColumn } from "../../model/dataset.ts";
import { CodeEditor } from "../../ui/code/CodeEditor.tsx";
import { Field } from "../../ui/Field.tsx";
import { useDatasetChoices } from "../../web/client/use-dataset-choices.ts";
import type { Problems } from "../../web/dialogs/use-record-form.ts";
import { columnOptions } from "../adhoc/index.ts";
import { type AssertionFields, KINDS, type ParamName, type ParamsDraft } from "./assertion-fields.ts";
import styles from "./assertions.module.css";

interface KindFieldsProps {
  dataset: Dataset | undefined;
  fields: Pick<AssertionFields, "kind" | "params">;
  problems: Problems<ParamsDraft>;
  onChange(params: ParamsDraft): void;
}

export function KindFields({ fields: { kind, params }, ...rest }: KindFieldsProps) {
  const set = (part: ParamsDraft) => rest.onChange({ ...params, ...part });
  return (
    <div className={styles.fields}>
      {KINDS[kind].fields.map((name) => (
        <ParamField key={name} name={name} kind={kind} params={params} set={set} {...rest} />
      ))}
    </div>
  );
}

interface ParamFieldProps extends Omit<KindFieldsProps, "fields" | "onChange"> {
  name: ParamName;
  kind: AssertionFields["kind"];
  params: ParamsDraft;
  set(part: ParamsDraft): void;
}

function ParamField(props: ParamFieldProps): ReactNode {
  const { name, dataset, params, problems, set } = props;
  switch (name) {
    case "metric":
    case "total":
      return (
        // The limits of a range are beside each other.
        <div className={props.kind === "range" ? styles.across : undefined}>
          <MetricField {...props} name={name} of={dataset} />
        </div>
      );
    case "other_metric":
      return <OtherMetric {...props} />;
    case "other_dataset_id":
      return <OtherDataset {...props} />;
    case "column":
    case "by":
      return <ColumnField {...props} name={name} />;
    case "columns":
      return <ColumnsField {...props} />;
    case "values":
      return <ValuesField {...props} />;
    case "period":
      return <PeriodField {...props} />;
    case "sql":
      return (
        <div className={styles.across}>
          <Field label="SQL" hint={t("Returns the rows that violate the assertion.")} problem={problems.sql}>
            {(id) => (
              <CodeEditor
                id={id}
                label="SQL"
                language="sql"
                lines={4}
                isWrong={problems.sql !== undefined}
                value={params.sql ?? ""}
                onChange={(sql) => set({ sql })}
              />
            )}
          </Field>
        </div>
      );
    default:
      return <NumberField {...props} name={name} />;
  }
}

const NUMBERS = {
  min: { label: t("Minimum"), lowest: undefined },
  max: { label: t("Maximum"), lowest: undefined },
  hours: { label: t("Maximum age (hours)"), lowest: 0 },
  percent: { label: t("Maximum change (%)"), lowest: 0 },
  tolerance_percent: { label: t("Tolerance (%)"), lowest: 0 },
};

function NumberField({ name, params, problems, set }: ParamFieldProps & { name: keyof typeof NUMBERS }) {
  const { label, lowest } = NUMBERS[name];
  return (
    <Field label={label} problem={problems[name]}>
      {(id) => (
        <InputNumber
          id={id}
          className={styles.wide}
          controls={false}
          min={lowest}
          status={problems[name] ? "error" : ""}
          placeholder={name === "tolerance_percent" ? "0" : undefined}
          value={params[name] ?? null}
          onChange={(value) => set({ [name]: value ?? undefined })}
        />
      )}
    </Field>
  );
}

const METRICS = { metric: t("Metric"), total: t("Total"), other_metric: t("Other metric") };

interface MetricFieldProps extends ParamFieldProps {
  name: keyof typeof METRICS;
  of: Dataset | undefined;
}

/** Saved metrics of the dataset, and the metric that was set by other means. */
function MetricField({ name, of, params, problems, set }: MetricFieldProps) {
  const value = params[name];
  const options = useMemo(() => metricOptions(of, value), [of, value]);
  return (
    <Field label={METRICS[name]} problem={problems[name]}>
      {(id) => (
        <Select
          id={id}
          className={styles.wide}
          showSearch={{ optionFilterProp: "label" }}
          allowClear={name === "total"}
          status={problems[name] ? "error" : ""}
          placeholder={name === "total" ? t("Same metric") : t("Select a metric")}
          notFoundContent={t("No metrics")}
          value={value === undefined ? undefined : metricLabel(value)}
          options={options}
          onChange={(label: string | undefined) => {
            const own = value !== undefined && typeof value !== "string" && metricLabel(value) === label;
            set({ [name]: own ? value : label });
          }}
        />
      )}
    </Field>
  );
}

function metricOptions(dataset: Dataset | undefined, value: QueryMetric | undefined) {
  const saved = (dataset?.metrics ?? []).map(({ metric_name, verbose_name }) => ({
    value: metric_name,
    label: verbose_name || metric_name,
  }));
  if (value === undefined || saved.some((one) => one.value === metricLabel(value))) return saved;
  return [...saved, { value: metricLabel(value), label: metricLabel(value) }];
}

function OtherDataset({ params, problems, set }: ParamFieldProps) {
  const { choices, search, isFetching } = useDatasetChoices(params.other_dataset_id);
  return (
    <Field label={t("Other dataset")} problem={problems.other_dataset_id}>
      {(id) => (
        <Select
          id={id}
          className={styles.wide}
          loading={isFetching}
          status={problems.other_dataset_id ? "error" : ""}
          placeholder={t("Select a dataset")}
          value={params.other_dataset_id}
          {...search}
          options={choices}
          onChange={(other_dataset_id) => set({ other_dataset_id, other_metric: undefined })}
        />
      )}
    </Field>
  );
}

function OtherMetric(props: ParamFieldProps) {
  const { dataset } = useDatasetChoices(props.params.other_dataset_id);
  return <MetricField {...props} name="other_metric" of={dataset} />;
}

const isTemporal = ({ is_dttm, type_generic }: DatasetColumn) => is_dttm || type_generic === 2;

function ColumnField({ name, kind, dataset, params, problems, set }: ParamFieldProps & { name: "column" | "by" }) {
  const isTime = name === "column" && (kind === "freshness" || kind === "change");
  const columns = (dataset?.columns ?? []).filter((column) => !isTime || isTemporal(column));
  const label = name === "by" ? t("Group by") : isTime ? t("Time column") : t("Column");
  return (
    <Field label={label} problem={problems[name]}>
      {(id) => (
        <Select
          id={id}
          className={styles.wide}
          showSearch={{ optionFilterProp: "search" }}
          status={problems[name] ? "error" : ""}
          placeholder={t("Select a column")}
          value={params[name]}
          options={columnOptions(columns)}
          onChange={(column: string) => set({ [name]: column })}
        />
      )}
    </Field>
  );
}

function ColumnsField({ dataset, params, problems, set }: ParamFieldProps) {
  return (
    <div className={styles.across}>
      <Field label={t("Columns")} hint={t("Together, if there are several.")} problem={problems.columns}>
        {(id) => (
          <Select
            id={id}
            className={styles.wide}
            mode="multiple"
            maxCount={10}
            showSearch={{ optionFilterProp: "search" }}
            status={problems.columns ? "error" : ""}
            value={[...(params.columns ?? [])]}
            options={columnOptions(dataset?.columns ?? [])}
            onChange={(columns: string[]) => set({ columns })}
          />
        )}
      </Field>
    </div>
  );
}

function ValuesField({ params, problems, set }: ParamFieldProps) {
  return (
    <div className={styles.across}>
      <Field label={t("Accepted values")} hint={t("Press Enter after each value.")} problem={problems.values}>
        {(id) => (
          <Select
            id={id}
            className={styles.wide}
            mode="tags"
            open={false}
            suffixIcon={null}
            tokenSeparators={["\n", "\t"]}
            status={problems.values ? "error" : ""}
            value={[...(params.values ?? [])]}
            onChange={(values: string[]) => set({ values })}
          />
        )}
      </Field>
    </div>
  );
}

const PERIODS = { day: t("Day"), week: t("Week"), month: t("Month") };

function PeriodField({ params, set }: ParamFieldProps) {
  return (
    <Field label={t("Period")}>
      {(id) => (
        <Select
          id={id}
          className={styles.wide}
          value={params.period ?? "week"}
          options={CHANGE_PERIODS.map((value) => ({ value, label: PERIODS[value] }))}
          onChange={(period) => set({ period })}
        />
      )}
    </Field>
  );
}
