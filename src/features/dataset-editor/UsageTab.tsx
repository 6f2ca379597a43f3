import { Pagination } from "antd";
import { useState } from "react";
import { chartCard } from "../../chart-types/index.ts";
import { t } from "../../i18n/translate.ts";
import { dashboardUrl } from "../../model/dashboard.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import styles from "./dataset-editor.module.css";
import type { Usage } from "./usage.ts";

const PAGE_SIZE = 25;

export function UsageTab({ usage }: { usage: Usage | undefined }) {
  const [page, setPage] = useState(1);
  if (!usage) return <SkeletonLines lines={6} />;
  const { charts, dashboards } = usage;
  if (charts.count === 0) {
    return <EmptyState compact title={t("No charts yet")} text={t("Charts built on this dataset appear here.")} />;
  }
  const shown = charts.result.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>{t("Chart")}</th>
            <th className={styles.chartType}>{t("Type")}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((chart) => (
            <tr key={chart.id}>
              <td>
                <a href={`/explore/?slice_id=${chart.id}`} target="_blank" rel="noreferrer">
                  {chart.slice_name}
                </a>
              </td>
              <td>{typeName(chart.viz_type)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {charts.result.length > PAGE_SIZE ? (
        <Pagination
          className={styles.pages}
          size="small"
          current={page}
          pageSize={PAGE_SIZE}
          total={charts.result.length}
          showSizeChanger={false}
          onChange={setPage}
        />
      ) : null}
      {dashboards.count > 0 ? (
        <>
          <h3 className={styles.subhead}>{t("On dashboards")}</h3>
          <ul className={styles.links}>
            {dashboards.result.map((dashboard) => (
              <li key={dashboard.id}>
                <a href={dashboardUrl(dashboard)} target="_blank" rel="noreferrer">
                  {dashboard.title}
                </a>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}

function typeName(vizType: Parameters<typeof chartCard>[0]) {
  const card = chartCard(vizType);
  return card ? t(card.name) : vizType;
}
