import { CircleAlert, CircleStop, Clock, LockKeyhole, SearchX, SlidersHorizontal, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./chart-view.module.css";

const ICONS = {
  error: CircleAlert,
  warning: TriangleAlert,
  empty: SearchX,
  access: LockKeyhole,
  stopped: CircleStop,
  timeout: Clock,
  setup: SlidersHorizontal,
} as const;

export type ProblemKind = keyof typeof ICONS;

export interface ProblemTextProps {
  kind: ProblemKind;
  title: string;
  text?: string;
  children?: ReactNode;
  actions?: ReactNode;
}

export function ProblemText({ kind, title, text, children, actions }: ProblemTextProps) {
  const Icon = ICONS[kind];
  return (
    <div
      className={styles.problem}
      data-problem={kind}
      role={kind === "error" || kind === "timeout" ? "alert" : "status"}
    >
      <Icon size={20} className={`${styles.icon} ${styles[`icon-${kind}`]}`} aria-hidden />
      <p className={styles.title} data-summary>
        {title}
      </p>
      {text && (
        <p className={styles.text} data-summary>
          {text}
        </p>
      )}
      {children}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
