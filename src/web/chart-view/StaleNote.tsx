import { Button } from "antd";
import { TriangleAlert } from "lucide-react";
import { t } from "../../i18n/translate.ts";
import { relativeTime, useNow } from "../client/clock.ts";
import { FailurePopover } from "./ChartFailure.tsx";
import styles from "./chart-view.module.css";
import { failureName } from "./failure-text.ts";

type Props = Parameters<typeof FailurePopover>[0] & {
  /** Epoch milliseconds when the shown data was loaded. */
  since: number;
};

export function StaleNote({ since, ...failure }: Props) {
  const { error, onRetry } = failure;
  const age = relativeTime(since, useNow());
  const why = (failureName(error) ?? error.message).split("\n")[0]?.replace(/[.!]$/, "");
  return (
    <div className={styles.stale} role="status">
      <TriangleAlert size={14} aria-hidden />
      <span title={error.message}>{t("Refresh failed: {why}. Data from {age}.", { why: why ?? "", age })}</span>
      <FailurePopover {...failure} />
      {onRetry && (
        <Button className={styles.again} size="small" type="text" onClick={onRetry}>
          {t("Refresh")}
        </Button>
      )}
    </div>
  );
}
