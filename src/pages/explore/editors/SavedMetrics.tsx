import { Select } from "antd";
import styles from "../../../features/adhoc/editors.module.css";
import { t } from "../../../i18n/translate.ts";
import type { Dataset } from "../../../model/dataset.ts";
import { Field } from "../../../ui/Field.tsx";

interface SavedMetricsProps {
  dataset: Dataset | undefined;
  value: string | undefined;
  onApply(name: string): void;
}

export function SavedMetrics({ dataset, value, onApply }: SavedMetricsProps) {
  const metrics = dataset?.metrics ?? [];
  if (metrics.length === 0) return <p className={styles.hint}>{t("This dataset has no saved metrics.")}</p>;
  return (
    <Field label={t("Saved metric")}>
      {(id) => (
        <Select
          id={id}
          showSearch={{ optionFilterProp: "label" }}
          value={value}
          placeholder={t("{count, plural, one {# metric} other {# metrics}}", { count: metrics.length })}
          options={metrics.map((one) => ({ value: one.metric_name, label: one.verbose_name || one.metric_name }))}
          onChange={onApply}
          className={styles.wide}
        />
      )}
    </Field>
  );
}
