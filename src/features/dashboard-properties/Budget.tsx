import { InputNumber } from "antd";
import { t } from "../../i18n/translate.ts";
import { type BudgetKey, PerformanceBudget } from "../../model/performance-budget.ts";
import { Field } from "../../ui/Field.tsx";
import type { MetadataPartProps } from "./parts.ts";
import styles from "./properties.module.css";

const LIMITS: readonly { key: BudgetKey; label: string; unit: number }[] = [
  { key: "p95_ms", label: t("Load time, seconds"), unit: 1000 },
  { key: "rows", label: t("Rows"), unit: 1 },
  { key: "bytes", label: t("Data, MB"), unit: 1e6 },
];

const MAX_LIMIT = 1e12;

export function Budget({ draft, setMeta }: MetadataPartProps) {
  const budget = PerformanceBudget.safeParse(draft.metadata.performance_budget ?? {}).data ?? {};
  const change = (key: BudgetKey, limit: number | null) => {
    const { [key]: _, ...rest } = budget;
    const changed = limit === null ? rest : { ...rest, [key]: limit };
    setMeta({ performance_budget: Object.keys(changed).length > 0 ? changed : null });
  };
  return (
    <fieldset className={styles.budget}>
      <legend>{t("Performance budget")}</legend>
      <div>
        {LIMITS.map(({ key, label, unit }) => (
          <Field key={key} label={label}>
            {(id) => (
              <InputNumber
                id={id}
                className={styles.wide}
                min={1 / unit}
                max={MAX_LIMIT / unit}
                {...(unit === 1 ? { precision: 0 } : {})}
                value={budget[key] == null ? null : budget[key] / unit}
                onChange={(value) => change(key, value === null ? null : Math.round(value * unit))}
              />
            )}
          </Field>
        ))}
      </div>
      <p>
        {t("Empty = no limit. Compared with 95% of the views in 7 days; the dashboard is marked when it's exceeded.")}
      </p>
    </fieldset>
  );
}
