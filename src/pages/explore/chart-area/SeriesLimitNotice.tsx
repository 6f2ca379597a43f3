import { Button } from "antd";
import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "../../../ui/IconButton.tsx";
import { limitReached } from "../../../web/chart-view/chart-state.ts";
import { isSameValue } from "../state/form-values.ts";
import { SERIES_LIMIT, seriesKey, tooManySeries } from "../state/series-limit.ts";
import { useBench, useChartType, useExplore } from "../workbench/store-context.ts";
import styles from "./chart-area.module.css";

interface Limited {
  key: string;
  /** How many series there were: "229", or "more than 229" when the row limit cut them as well. */
  of: string;
}

/** Keeps the largest series of a dimension with very many values, says so, and offers to show them all. */
export function SeriesLimitNotice() {
  const { store } = useBench();
  const [limited, dismiss] = useSeriesLimit();
  const formData = useExplore((state) => state.formData);
  if (!limited || formData.limit !== SERIES_LIMIT || seriesKey(formData) !== limited.key) return null;
  return (
    <div className={styles.aside} role="status">
      <span>
        Showing the {SERIES_LIMIT} largest of {limited.of} series.
      </span>
      <Button size="small" onClick={() => store.getState().set("limit", null)}>
        Show all
      </Button>
      <IconButton label="Dismiss" icon={<X size={14} />} size={24} onClick={dismiss} />
    </div>
  );
}

/** Sets the limit once for each choice of dimensions, as a step that undo takes back. */
function useSeriesLimit(): [Limited | undefined, () => void] {
  const { store, run } = useBench();
  const type = useChartType();
  const decided = useRef(new Set<string>());
  const [limited, setLimited] = useState<Limited>();
  useEffect(() => {
    const { formData, saved } = store.getState();
    const query = run.context?.queries[0];
    const key = seriesKey(formData);
    const isCurrent = run.status === "ready" && isSameValue(query?.series_columns, formData.groupby);
    if (!isCurrent || query?.series_limit || decided.current.has(key)) return;
    const series = tooManySeries({ type, formData, saved, columns: run.results?.[0]?.colnames ?? [] });
    if (series === undefined) return;
    decided.current.add(key);
    setLimited({ key, of: `${limitReached(run) ? "more than " : ""}${series.toLocaleString("en-US")}` });
    store.getState().set("limit", SERIES_LIMIT);
  }, [store, run, type]);
  return [limited, () => setLimited(undefined)];
}
