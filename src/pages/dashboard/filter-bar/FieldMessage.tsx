import { TriangleAlert } from "lucide-react";
import { t } from "../../../i18n/translate.ts";
import { isAccessError } from "../../../web/chart-view/problem-actions.ts";
import { type ApiError, toApiError } from "../../../web/client/errors.ts";
import styles from "./FilterBar.module.css";

export function FieldMessage({ error, onRetry }: { error: Error | null; onRetry(): void }) {
  if (!error) return null;
  const known = toApiError(error);
  if (known.kind === "aborted") return null;
  return (
    <p className={styles.error} role="alert">
      <TriangleAlert size={14} aria-hidden />
      <span>{messageOf(known)}</span>
      <button type="button" onClick={onRetry}>
        {t("Retry")}
      </button>
    </p>
  );
}

function messageOf(error: ApiError): string {
  const { status, message } = error;
  if (isAccessError(error)) return t("You don't have access to this filter's values.");
  return status === 404 ? t("This filter's dataset no longer exists.") : message;
}
