import { useState } from "react";
import { Link } from "react-router";
import { t } from "../../../i18n/translate.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { closeDialog } from "../state/dialogs.ts";
import styles from "./header.module.css";
import { useChartDetail } from "./use-chart-detail.ts";

export function DashboardsDialog() {
  const { data } = useChartDetail();
  const [text, setText] = useState("");
  const dashboards = (data?.dashboards ?? []).map(({ id, dashboard_title }) => ({
    id,
    title: dashboard_title || t("[ untitled dashboard ]"),
  }));
  const found = dashboards.filter(({ title }) => title.toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <Dialog
      open
      title={t("On {count, plural, one {# dashboard} other {# dashboards}}", { count: dashboards.length })}
      onClose={closeDialog}
    >
      <SearchField label={t("Search dashboards")} value={text} onChange={setText} />
      <ul className={styles.dashboardList} aria-label={t("Dashboards")}>
        {found.map(({ id, title }) => (
          <li key={id}>
            <Link to={`/superset/dashboard/${id}/`} onClick={closeDialog}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
      {found.length === 0 ? (
        <p className={styles.hint}>{t("No dashboards match “{text}”.", { text: text.trim() })}</p>
      ) : null}
    </Dialog>
  );
}
