import { Link } from "react-router";
import { newThings } from "../../features/new-menu/new-things.ts";
import { t } from "../../i18n/translate.ts";
import styles from "./QuickActions.module.css";

const NOTES: Readonly<Record<string, string>> = {
  chart: t("Start from a dataset"),
  dashboard: t("Arrange charts on a grid"),
  query: t("Query a database"),
  alert: t("Watch a value"),
  upload: t("CSV, Excel or Parquet"),
};

/** Where the name of the menu's entry is too long for a tile. */
const LABELS: Readonly<Record<string, string | undefined>> = { alert: t("New alert") };

export function QuickActions() {
  const newThingsShown = newThings().filter(({ key }) => key in NOTES);
  if (newThingsShown.length === 0) return null;
  return (
    <nav aria-label={t("Start##actions")}>
      <ul className={styles.actions}>
        {newThingsShown.map(({ key, action, icon: Icon, to, run }) => {
          const face = (
            <>
              <span className={styles.icon}>
                <Icon size={16} />
              </span>
              <span>
                <span className={styles.label}>{LABELS[key] ?? action}</span>
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
