import { Button } from "antd";
import { Copy } from "lucide-react";
import { t } from "../../i18n/translate.ts";
import { type ApiError, requestText } from "../client/errors.ts";
import { copyWithToast } from "../toasts/clipboard.ts";
import styles from "./failure-record.module.css";
import { detailsOf, shortened } from "./failure-text.ts";

/** Everything that is known about a failure, to read and to pass on. */
export function FailureRecord({ error }: { error: ApiError }) {
  const { issues, message } = error;
  return (
    <div className={styles.record}>
      {message === shortened(message) && !message.includes("\n") ? null : (
        <>
          <h3>{t("Full message")}</h3>
          <p className={styles.message}>{message}</p>
        </>
      )}
      {issues.length > 0 ? (
        <>
          <h3>{t("This may be triggered by:")}</h3>
          <ul>
            {issues.map(({ code, message }) => (
              <li key={code}>{message}</li>
            ))}
          </ul>
        </>
      ) : null}
      <h3>{t("Server response")}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need to scroll */}
      <pre tabIndex={0} dir="ltr">
        {detailsOf(error)}
      </pre>
      {error.requestId === undefined ? null : <p className={styles.message}>{requestText(error.requestId)}</p>}
      <Button size="small" icon={<Copy size={14} />} onClick={() => void copyWithToast(detailsOf(error))}>
        {t("Copy details")}
      </Button>
    </div>
  );
}
