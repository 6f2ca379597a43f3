import { Button } from "antd";
import { relativeTime, useNow } from "../clock.ts";
import type { ApiError } from "../errors.ts";
import styles from "./chart-view.module.css";

interface Props {
  /** When the data on screen was read, epoch milliseconds. */
  since: number;
  error: ApiError;
  onRetry?(): void;
}

/** Over a picture whose refresh failed: why, as that is read first where room is short, how old it is, and a way on. */
export function StaleNote({ since, error, onRetry }: Props) {
  const age = relativeTime(since, useNow());
  const why = error.message.split("\n")[0]?.replace(/[.!]$/, "");
  return (
    <div className={styles.stale} role="status">
      <span title={error.message}>
        Refresh failed: {why}. Data from {age}.
      </span>
      {onRetry && (
        <Button size="small" type="text" onClick={onRetry}>
          Refresh
        </Button>
      )}
    </div>
  );
}
