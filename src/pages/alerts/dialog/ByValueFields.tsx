import { Checkbox, InputNumber } from "antd";
import { rich } from "../../../i18n/rich.tsx";
import { t } from "../../../i18n/translate.ts";
import { type ByValue, MAX_PENDING_MINUTES } from "../../../model/report.ts";
import styles from "./dialog.module.css";
import type { ReportForm } from "./use-report-form.ts";

export const NEW_BY_VALUE = { pending_minutes: 0, sends_recovered: true };

type Part = Pick<ReportForm, "draft" | "change">;

export function ByValueFields({ draft: { byValue }, change }: Part) {
  return (
    <div className={styles.byValue}>
      <Checkbox
        checked={byValue !== undefined}
        onChange={({ target }) => change({ byValue: target.checked ? NEW_BY_VALUE : undefined })}
      >
        {t("Check each row separately")}
      </Checkbox>
      <ValueFields byValue={byValue} change={change} />
    </div>
  );
}

interface ValueFieldsProps extends Pick<Part, "change"> {
  byValue: ByValue | undefined;
}

/** When a value fires, and whether its recovery is sent. */
export function ValueFields({ byValue, change }: ValueFieldsProps) {
  if (!byValue) return null;
  return (
    <>
      <span>
        {rich("Only if it lasts <minutes></minutes> minutes", {
          minutes: () => (
            <InputNumber
              aria-label={t("Minutes before firing")}
              className={styles.minutes}
              controls={false}
              min={0}
              max={MAX_PENDING_MINUTES}
              precision={0}
              value={byValue.pending_minutes}
              onChange={(minutes) => change({ byValue: { ...byValue, pending_minutes: minutes ?? 0 } })}
            />
          ),
        })}
      </span>
      <Checkbox
        checked={byValue.sends_recovered}
        onChange={({ target }) => change({ byValue: { ...byValue, sends_recovered: target.checked } })}
      >
        {t("Also say when it recovers")}
      </Checkbox>
    </>
  );
}
