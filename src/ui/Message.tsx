import type { ReactNode } from "react";
import styles from "./Message.module.css";
import { SeeMore } from "./SeeMore.tsx";

export interface MessageProps {
  icon?: ReactNode;
  title: string;
  text?: ReactNode;
  actions?: ReactNode;
  detail?: string;
  tone?: "neutral" | "error";
  compact?: boolean;
  page?: boolean;
}

export function Message({ icon, title, text, actions, detail, tone, compact, page }: MessageProps) {
  const className = [styles.message, compact && styles.compact, page && styles.page].filter(Boolean).join(" ");
  return (
    <div className={className} role={tone === "error" ? "alert" : undefined}>
      {icon ? <div className={tone === "error" ? `${styles.icon} ${styles.error}` : styles.icon}>{icon}</div> : null}
      {page ? <h1 className={styles.title}>{title}</h1> : <p className={styles.title}>{title}</p>}
      {text ? <div className={styles.text}>{text}</div> : null}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
      {detail ? (
        <SeeMore className={styles.detail}>
          <pre>{detail}</pre>
        </SeeMore>
      ) : null}
    </div>
  );
}
