import { useQuery } from "@tanstack/react-query";
import { Database, LayoutDashboard, type LucideIcon } from "lucide-react";
import { Link } from "react-router";
import { CONNECT_PATH } from "../../features/upload/upload.ts";
import { t } from "../../i18n/translate.ts";
import { useRecents } from "../../web/session/recents.ts";
import { can } from "../../web/session/session.ts";
import rows from "./Favorites.module.css";
import styles from "./HomePage.module.css";
import { suggestedItems } from "./home-data.ts";

const EXAMPLE = /\/(us-flight-delays|world-development|weather-and-work)\//;

interface Start {
  label: string;
  note: string;
  icon: LucideIcon;
  to: string;
}

export function FirstRun() {
  const { data: recents } = useRecents();
  const isFirst = recents?.length === 0;
  const { data: found = [], isPending } = useQuery(suggestedItems(isFirst));
  if (!isFirst || isPending || !(can("can_write", "Database") || can("can_write", "Dataset"))) return null;
  const example = found.find(({ url }) => EXAMPLE.test(url));
  const starts: Start[] = [
    ...(can("can_write", "Database") ? [{ ...CONNECT, to: CONNECT_PATH }] : []),
    ...(example ? [{ ...OPEN, note: example.title, to: example.url }] : []),
  ];
  if (starts.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="home-first">
      <div className={styles.head}>
        <h2 id="home-first">{t("Start with data")}</h2>
      </div>
      <ul className={`${styles.panel} ${rows.list}`}>
        {starts.map((start) => (
          <li key={start.label} className={rows.row}>
            <start.icon size={16} />
            <span className={rows.text}>
              <Link to={start.to} className={rows.title}>
                {start.label}
              </Link>
              <span className={rows.note}>{start.note}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const CONNECT = { label: t("Connect a database"), note: t("PostgreSQL, MySQL, DuckDB and more"), icon: Database };
const OPEN = { label: t("Open the example dashboard"), icon: LayoutDashboard };
