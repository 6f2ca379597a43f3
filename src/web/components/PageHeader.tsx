import type { ReactNode } from "react";
import { useTitle } from "../navigation/title.ts";
import { Offline } from "./Offline.tsx";
import styles from "./PageHeader.module.css";

export interface PageHeaderProps {
  /** Also names the browser tab when it is text. */
  title: ReactNode;
  /** Names the tab when `title` is not text. */
  tabTitle?: string;
  /** Beside the title: star, pill, counts, owners. */
  status?: ReactNode;
  /** At the right: the page's actions, at most one primary. */
  actions?: ReactNode;
  /** Replaces the level-one heading's own element when the title is a field. */
  titleAs?: "h1" | "div";
}

/** The 48 px bar at the top of a page. */
export function PageHeader({ title, tabTitle, status, actions, titleAs: Title = "h1" }: PageHeaderProps) {
  useTitle(tabTitle ?? (typeof title === "string" ? title : undefined));
  return (
    <header className={styles.header}>
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
