import { useState } from "react";
import { t } from "../../i18n/translate.ts";
import styles from "./alerts.module.css";

/** The last picture that was sent; its address changes with each run. */
export function SentPicture({ id, name, at }: { id: number; name: string; at: string | null | undefined }) {
  const [isMissing, setIsMissing] = useState(false);
  if (!at || isMissing) return <p className={styles.never}>{t("No picture of the last message is stored.")}</p>;
  const address = `/api/v1/report/${id}/picture`;
  return (
    <a href={address} target="_blank" rel="noreferrer" className={styles.sent}>
      <img
        src={`${address}?at=${encodeURIComponent(at)}`}
        alt={t("Last picture of {name}", { name })}
        onError={() => setIsMissing(true)}
      />
    </a>
  );
}
