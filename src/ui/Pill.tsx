import type { ReactNode } from "react";
import styles from "./Pill.module.css";

export type PillTone = "neutral" | "success" | "warning" | "error" | "info";

export function Pill({ tone = "neutral", icon, children }: { tone?: PillTone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={styles.pill} data-tone={tone}>
      {icon}
      <span className={styles.text}>{children}</span>
    </span>
  );
}
