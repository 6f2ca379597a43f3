import { InputNumber } from "antd";
import { t } from "../../../i18n/translate.ts";
import { type FixedOrMetric, readFixedOrMetric } from "../../../model/map-values.ts";
import { Segmented } from "../../../ui/Segmented.tsx";
import { MetricsControl } from "../controls/MetricsControl.tsx";
import type { ControlOf, WidgetProps } from "../state/widget.ts";
import styles from "./map-controls.module.css";

const KINDS = [
  { value: "fix", label: t("Fixed") },
  { value: "metric", label: t("By metric") },
] as const;

export function FixedOrMetricControl(props: WidgetProps<"fixed-or-metric">) {
  const { control, value, onChange, state, id, label, problem, describedBy } = props;
  const read: FixedOrMetric = readFixedOrMetric(value) ?? { type: "fix", value: null };
  const metric: ControlOf<"metrics"> = { name: control.name, label: () => label, widget: "metrics", multi: false };
  const chosen = read.type === "metric" ? (read.value ?? null) : null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws its own box
    <div id={id} role="group" aria-label={label} aria-describedby={describedBy} className={styles.group}>
      <Segmented
        label={t("{control}: fixed or by metric", { control: label })}
        value={read.type}
        options={KINDS}
        onChange={(type) => {
          if (type !== read.type) onChange({ type, value: type === "fix" ? defaultNumber(control.default) : null });
        }}
      />
      {read.type === "fix" ? (
        <InputNumber
          aria-label={label}
          className={styles.wide}
          min={control.min}
          max={control.max}
          value={read.value === null || read.value === undefined ? null : Number(read.value)}
          status={problem ? "error" : undefined}
          aria-describedby={describedBy}
          onChange={(next) => onChange({ type: "fix", value: next })}
        />
      ) : (
        <MetricsControl
          {...props}
          control={metric}
          id={`${id}-metric`}
          value={chosen}
          state={{ ...state, formData: { ...state.formData, [control.name]: chosen } }}
          onChange={(next) => onChange({ type: "metric", value: next })}
        />
      )}
    </div>
  );
}

function defaultNumber(value: unknown): number | null {
  const read = readFixedOrMetric(value);
  return read?.type === "fix" && Number.isFinite(Number(read.value ?? Number.NaN)) ? Number(read.value) : null;
}
