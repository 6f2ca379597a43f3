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

/** Over a picture whose refresh failed: how old it is, why, and the way to try again. */
export function StaleNote({ since, error, onRetry }: Props) {
  const age = relativeTime(since, useNow());
  const why = error.kind === "timeout" ? "Refresh timed out." : "Refresh failed.";
  return (
    <div className={styles.stale} role="status">
      <span title={error.message}>
        Data from {age}. {why}
      </span>
      {onRetry && (
        <Button size="small" type="text" onClick={onRetry}>
          Refresh
        </Button>
      )}
    </div>
  );
}
