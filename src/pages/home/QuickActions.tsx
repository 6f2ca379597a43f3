import { Link } from "react-router";
import { newThings } from "../../features/new-menu/new-things.ts";
import styles from "./QuickActions.module.css";

const NOTES: Readonly<Record<string, string>> = {
  chart: "Pick a dataset, see it at once",
  dashboard: "Arrange charts on a grid",
  query: "Open a tab on a database",
  alert: "Tell people of a change",
  upload: "CSV, Excel or Parquet",
};

/** What can be started from here, for those who may. */
export function QuickActions() {
  const things = newThings().filter(({ key }) => key in NOTES);
  if (things.length === 0) return null;
  return (
    <nav aria-label="Start">
      <ul className={styles.actions}>
        {things.map(({ key, action, icon: Icon, to, run }) => {
          const face = (
            <>
              <span className={styles.icon}>
                <Icon size={16} />
              </span>
              <span>
                <span className={styles.label}>{action}</span>
                <span className={styles.note}>{NOTES[key]}</span>
              </span>
            </>
          );
          return (
            <li key={key}>
              {to ? (
                <Link to={to} className={styles.action}>
                  {face}
                </Link>
              ) : (
                <button type="button" className={styles.action} onClick={run}>
                  {face}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
