import { Button } from "antd";
import { t } from "../../i18n/translate.ts";
import type { ProblemActions } from "./problem-actions.ts";

export function RetryButton({ onRetry }: ProblemActions) {
  return onRetry ? (
    <Button size="small" onClick={onRetry}>
      {t("Retry")}
    </Button>
  ) : null;
}
