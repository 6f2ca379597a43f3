import { WifiOff } from "lucide-react";
import { useEffect, useState } from "react";
import { t } from "../../i18n/translate.ts";
import { later, nowMs } from "../client/clock.ts";
import { retryNow, useConnection } from "../client/connection.ts";
import styles from "./Offline.module.css";

export function Offline() {
  const { kind, retryAt } = useConnection();
  return kind === "online" ? null : <Countdown key={retryAt} until={retryAt} />;
}

function Countdown({ until }: { until: number }) {
  const [now, setNow] = useState(nowMs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each tick schedules the next
  useEffect(() => later(1000, () => setNow(nowMs())), [now]);
  // The device is online again: retry right away.
  useEffect(() => {
    window.addEventListener("online", retryNow);
    return () => window.removeEventListener("online", retryNow);
  }, []);
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return (
    <span className={styles.offline} role="status">
      <WifiOff size={14} />
      <span className="visually-hidden-on-phones">
        {seconds > 0 ? t("Offline, retrying in {seconds, number} s", { seconds }) : t("Offline, retrying")}
      </span>
      <span className={styles.word} aria-hidden>
        {t("Offline")}
      </span>
      <button type="button" className={styles.retry} onClick={retryNow}>
        {t("Retry now")}
      </button>
    </span>
  );
}
