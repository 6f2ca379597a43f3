import { Button } from "antd";
import type { ProblemActions } from "./problem-actions.ts";

export function RetryButton({ onRetry }: ProblemActions) {
  return onRetry ? (
    <Button size="small" onClick={onRetry}>
      Retry
    </Button>
  ) : null;
}
