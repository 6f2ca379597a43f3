import { Button } from "antd";
import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { t } from "../../../i18n/translate.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { limitReached } from "../../../web/chart-view/chart-state.ts";
import { isSameValue } from "../state/form-values.ts";
import { SERIES_LIMIT, seriesKey, tooManySeries } from "../state/series-limit.ts";
import { useChartType, useExplore, useWorkbench } from "../workbench/store-context.ts";
import styles from "./chart-area.module.css";

interface LimitedSeries {
  key: string;
  count: number;
  hasMore: boolean;
}

export function SeriesLimitNotice() {
  const { store } = useWorkbench();
  const [limited, dismiss] = useSeriesLimit();
  const formData = useExplore((state) => state.formData);
  if (!limited || formData.limit !== SERIES_LIMIT || seriesKey(formData) !== limited.key) return null;
  const values = { limit: SERIES_LIMIT, count: limited.count };
  return (
    <div className={styles.notice} role="status">
      <span>
        {limited.hasMore
          ? t("Showing the {limit, number} largest of more than {count, number} series.", values)
          : t("Showing the {limit, number} largest of {count, number} series.", values)}
      </span>
      <Button size="small" onClick={() => store.getState().set("limit", null)}>
        {t("Show all")}
      </Button>
      <IconButton label={t("Dismiss")} icon={<X size={14} />} size={24} onClick={dismiss} />
    </div>
  );
}

function useSeriesLimit(): [LimitedSeries | undefined, () => void] {
  const { store, run } = useWorkbench();
  const type = useChartType();
  const handled = useRef(new Set<string>());
  const [limited, setLimited] = useState<LimitedSeries>();
  useEffect(() => {
    const { formData, saved } = store.getState();
    const query = run.context?.queries[0];
    const key = seriesKey(formData);
    const isCurrent = run.status === "ready" && isSameValue(query?.series_columns, formData.groupby);
    if (!isCurrent || query?.series_limit || handled.current.has(key)) return;
    const series = tooManySeries({ type, formData, saved, columns: run.results?.[0]?.colnames ?? [] });
    if (series === undefined) return;
    handled.current.add(key);
    setLimited({ key, count: series, hasMore: limitReached(run) !== undefined });
    store.getState().set("limit", SERIES_LIMIT);
  }, [store, run, type]);
  return [limited, () => setLimited(undefined)];
}
