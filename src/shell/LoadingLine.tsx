import { useNavigation } from "react-router";
import styles from "./LoadingLine.module.css";

/** A line along the top of the window while the code of a page is on its way. */
export function LoadingLine() {
  return <div className={styles.line} data-loading-line aria-hidden />;
}

/** The same from the press of a link on, while the page that one leaves is still there. */
export function NavigationLine() {
  return useNavigation().state === "idle" ? null : <LoadingLine />;
}
