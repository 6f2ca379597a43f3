import { Checkbox, InputNumber } from "antd";
import { rich } from "../../../i18n/rich.tsx";
import { t } from "../../../i18n/translate.ts";
import { MAX_PENDING_MINUTES } from "../../../model/report.ts";
import styles from "./dialog.module.css";
import type { ReportForm } from "./use-report-form.ts";

const NEW = { pending_minutes: 0, sends_recovered: true };

export function ByValueFields({ draft: { byValue }, change }: Pick<ReportForm, "draft" | "change">) {
  return (
    <div className={styles.byValue}>
      <Checkbox
        checked={byValue !== undefined}
        onChange={({ target }) => change({ byValue: target.checked ? NEW : undefined })}
      >
        {t("Check each row separately")}
      </Checkbox>
      {byValue ? (
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
      ) : null}
    </div>
  );
}
