import { Button } from "antd";
import { relativeTime, useNow } from "../client/clock.ts";
import { SeeFailure } from "./ChartFailure.tsx";
import styles from "./chart-view.module.css";

type Props = Parameters<typeof SeeFailure>[0] & {
  /** When the data on screen was read, epoch milliseconds. */
  since: number;
};

/** Over a picture whose refresh failed: why, as that is read first where room is short, how old it is, and a way on. */
export function StaleNote({ since, ...failure }: Props) {
  const { error, onRetry } = failure;
  const age = relativeTime(since, useNow());
  const why = error.message.split("\n")[0]?.replace(/[.!]$/, "");
  return (
    <div className={styles.stale} role="status">
      <span title={error.message}>
        Refresh failed: {why}. Data from {age}.
      </span>
      <SeeFailure {...failure} />
      {onRetry && (
        <Button size="small" type="text" onClick={onRetry}>
          Refresh
        </Button>
      )}
    </div>
  );
}
