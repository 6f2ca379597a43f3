import { Button } from "antd";
import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { t } from "../../../i18n/translate.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { limitReached } from "../../../web/chart-view/chart-state.ts";
import { isSameValue } from "../state/form-values.ts";
import { limitedSeries, SERIES_LIMIT, seriesKey, tooManySeries } from "../state/series-limit.ts";
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
  return (
    <div className={styles.notice} role="status">
      <span>{noticeText(limited, formData.group_others_when_limit_reached === true)}</span>
      <Button size="small" onClick={() => store.getState().set("limit", null)}>
        {t("Show all")}
      </Button>
      <IconButton label={t("Dismiss")} icon={<X size={14} />} size={24} onClick={dismiss} />
    </div>
  );
}

/** The row limit may have left out series, so that their number is unknown. */
function noticeText({ count, hasMore }: LimitedSeries, hasOthers: boolean): string {
  if (hasOthers)
    return t("Showing the {limit, number} largest series, and the rest as Others.", { limit: SERIES_LIMIT });
  if (hasMore) return t("Showing the {limit, number} largest series. There are more.", { limit: SERIES_LIMIT });
  return t("Showing the {limit, number} largest of {count, number} series.", { limit: SERIES_LIMIT, count });
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
    const changes = limitedSeries(formData, store.getState().dataset);
    for (const [name, value] of Object.entries(changes)) store.getState().set(name, value);
  }, [store, run, type]);
  return [limited, () => setLimited(undefined)];
}
