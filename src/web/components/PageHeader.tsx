import type { ReactNode } from "react";
import { useTitle } from "../navigation/title.ts";
import { Offline } from "./Offline.tsx";
import styles from "./PageHeader.module.css";

export interface PageHeaderProps {
  /** Also the document title if it is text. */
  title: ReactNode;
  tabTitle?: string;
  status?: ReactNode;
  actions?: ReactNode;
  /** Use "div" if the title is an input. */
  titleAs?: "h1" | "div";
}

export function PageHeader({ title, tabTitle, status, actions, titleAs: Title = "h1" }: PageHeaderProps) {
  useTitle(tabTitle ?? (typeof title === "string" ? title : undefined));
  return (
    <header className={styles.header} data-wraps={typeof title === "string" || undefined}>
      <div className={styles.start}>
        <Title className={styles.title}>{title}</Title>
        {status ? <div className={styles.status}>{status}</div> : null}
      </div>
      <div className={styles.actions}>
        <Offline />
        {actions}
      </div>
    </header>
  );
}
