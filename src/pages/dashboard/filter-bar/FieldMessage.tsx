import { TriangleAlert } from "lucide-react";
import { t } from "../../../i18n/translate.ts";
import { isAccessError } from "../../../web/chart-view/problem-actions.ts";
import { type ApiError, toApiError } from "../../../web/client/errors.ts";
import styles from "./FilterBar.module.css";

export function FieldMessage({ error, onRetry }: { error: Error | null; onRetry(): void }) {
  if (!error) return null;
  const known = toApiError(error);
  if (known.kind === "aborted") return null;
  const message = messageOf(known);
  const isLong = message.length > LONGEST || message.includes("\n");
  return (
    <div className={styles.error} role="alert">
      <TriangleAlert size={14} aria-hidden />
      <span>{isLong ? <LongMessage text={message} /> : message}</span>
      <button type="button" onClick={onRetry}>
        {t("Retry")}
      </button>
    </div>
  );
}

const LONGEST = 80;

/** Messages of databases can have many lines, and often the same ones for every filter. */
function LongMessage({ text }: { text: string }) {
  return (
    <details>
      <summary>{t("Failed to load the values.")}</summary>
      {text}
    </details>
  );
}

function messageOf(error: ApiError): string {
  const { status, message } = error;
  if (isAccessError(error)) return t("You don't have access to this filter's values.");
  return status === 404 ? t("This filter's dataset no longer exists.") : message;
}
