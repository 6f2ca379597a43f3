import { Button } from "antd";
import { t } from "../../i18n/translate.ts";
import { relativeTime, useNow } from "../client/clock.ts";
import { FailurePopover } from "./ChartFailure.tsx";
import styles from "./chart-view.module.css";

type Props = Parameters<typeof FailurePopover>[0] & {
  /** Epoch milliseconds when the shown data was loaded. */
  since: number;
};

export function StaleNote({ since, ...failure }: Props) {
  const { error, onRetry } = failure;
  const age = relativeTime(since, useNow());
  const why = error.message.split("\n")[0]?.replace(/[.!]$/, "");
  return (
    <div className={styles.stale} role="status">
      <span title={error.message}>{t("Refresh failed: {why}. Data from {age}.", { why: why ?? "", age })}</span>
      <FailurePopover {...failure} />
      {onRetry && (
        <Button size="small" type="text" onClick={onRetry}>
          {t("Refresh")}
        </Button>
      )}
    </div>
  );
}
