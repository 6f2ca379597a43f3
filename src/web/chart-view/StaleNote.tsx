import { Button } from "antd";
import { relativeTime, useNow } from "../clock.ts";
import type { ApiError, ErrorKind } from "../errors.ts";
import styles from "./chart-view.module.css";

const WHY: Partial<Record<ErrorKind, string>> = {
  timeout: "Refresh timed out",
  network: "The server could not be reached",
};

interface Props {
  /** When the data on screen was read, epoch milliseconds. */
  since: number;
  error: ApiError;
  onRetry?(): void;
}

/** Over a picture whose refresh failed: why, as that is read first where room is short, how old it is, and a way on. */
export function StaleNote({ since, error, onRetry }: Props) {
  const age = relativeTime(since, useNow());
  const why = WHY[error.kind] ?? `Refresh failed: ${error.message.split("\n")[0]?.replace(/[.!]$/, "")}`;
  return (
    <div className={styles.stale} role="status">
      <span title={error.message}>
        {why}. Data from {age}.
      </span>
      {onRetry && (
        <Button size="small" type="text" onClick={onRetry}>
          Refresh
        </Button>
      )}
    </div>
  );
}
