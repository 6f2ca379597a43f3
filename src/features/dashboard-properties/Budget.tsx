import { InputNumber } from "antd";
import { t } from "../../i18n/translate.ts";
import type { BudgetKey } from "../../model/performance-budget.ts";
import { Field } from "../../ui/Field.tsx";
import { BUDGET_FIELDS, budgetOf, budgetProblems } from "./budget-fields.ts";
import type { MetadataPartProps } from "./parts.ts";
import styles from "./properties.module.css";

export function Budget({ draft, setMeta }: MetadataPartProps) {
  const budget = budgetOf(draft.metadata);
  const problems = budgetProblems(draft.metadata);
  const change = (key: BudgetKey, limit: number | null) => {
    const { [key]: _, ...rest } = budget;
    const changed = limit === null ? rest : { ...rest, [key]: limit };
    setMeta({ performance_budget: Object.keys(changed).length > 0 ? changed : null });
  };
  return (
    <fieldset className={styles.budget}>
      <legend>{t("Performance budget")}</legend>
      <div>
        {BUDGET_FIELDS.map(({ key, label, unit }) => (
          <Field key={key} label={label} problem={problems[key]}>
            {(id) => (
              <InputNumber
                id={id}
                className={styles.wide}
                status={problems[key] ? "error" : ""}
                value={typeof budget[key] === "number" ? budget[key] / unit : null}
                onChange={(value) => change(key, value === null ? null : asStored(value, unit))}
              />
            )}
          </Field>
        ))}
      </div>
      <p>{t("Empty = no limit. The dashboard is marked if more than 5% of the views in 7 days exceed a limit.")}</p>
    </fieldset>
  );
}

/** Bytes are whole. */
const asStored = (value: number, unit: number) => (unit === 1 ? value : Math.round(value * unit));
