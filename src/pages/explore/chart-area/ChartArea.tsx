import { Button } from "antd";
import { CircleAlert } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import type { FormData } from "../../../model/form-data.ts";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { ChartView } from "../../../web/chart-view/ChartView.tsx";
import type { ProblemActions } from "../../../web/chart-view/problem-actions.ts";
import { useChartDetail } from "../header/use-chart-detail.ts";
import { useBench, useExplore, useStanding } from "../workbench/store-context.ts";
import { AsideNotice } from "./AsideNotice.tsx";
import { activeFilters, filterNamed, letGo } from "./active-filters.ts";
import { ChartStrip } from "./ChartStrip.tsx";
import styles from "./chart-area.module.css";
import { EmptyChart } from "./EmptyChart.tsx";
import { SeriesLimitNotice } from "./SeriesLimitNotice.tsx";

const SwapDialog = lazyComponent(async () => (await import("../dataset-panel/SwapDialog.tsx")).SwapDialog);

export const CHART_PICTURE_ID = "explore-picture";

/** The chart as last run, under a strip that says what it shows and how it came about. Alone: without ways elsewhere. */
export function ChartArea({ isAlone = false }: { isAlone?: boolean }) {
  const { store, setRun, shown: table } = useBench();
  const { drawn, isStale, problems } = useStanding();
  const dataset = useExplore((state) => state.dataset);
  const runs = useExplore((state) => state.runs);
  const force = useExplore((state) => state.force);
  const live = useExplore((state) => state.live);
  const { data: detail } = useChartDetail();
  const count = Object.keys(problems).length;
  const shown = useMemo(() => drawn, [drawn]);
  const keepShown = useCallback(
    (rows: typeof table.current) => {
      table.current = rows;
    },
    [table],
  );
  const [ownState, keep] = useReaderState(shown);
  const [isSwapping, setIsSwapping] = useState(false);
  const waysToRows = useWaysToRows(shown, isAlone);
  if (!shown) {
    return (
      <section className={styles.area} aria-label="Chart">
        <EmptyChart />
      </section>
    );
  }
  return (
    <section className={styles.area} aria-label="Chart">
      <ChartStrip isAlone={isAlone} />
      <AsideNotice />
      <SeriesLimitNotice />
      {isStale && (!live || count > 0) ? (
        <div className={styles.stale} role="status">
          <CircleAlert size={14} aria-hidden />
          <span>
            {count > 0
              ? `The chart shows the last valid choices: ${count} ${count === 1 ? "control needs" : "controls need"} attention.`
              : "Your chart is not up to date"}
          </span>
          {count > 0 ? (
            <Button size="small" onClick={() => store.getState().undo()}>
              Undo
            </Button>
          ) : (
            <Button size="small" type="primary" onClick={() => store.getState().run()}>
              Update chart
            </Button>
          )}
        </div>
      ) : null}
      <div id={CHART_PICTURE_ID} className={styles.picture} data-stale={isStale || undefined}>
        <ChartView
          formData={shown}
          dataset={dataset.id > 0 ? dataset : undefined}
          refreshKey={runs}
          force={force}
          onState={setRun}
          ownState={ownState}
          onShown={keepShown}
          onOwnState={(state) => {
            // A map whose view the author keeps: moving it is choosing it.
            if (state.viewport && shown.autozoom === false) store.getState().set("viewport", state.viewport);
            else keep(state);
          }}
          onRetry={() => store.getState().run(true)}
          {...waysToRows}
          onSwapDataset={isAlone ? undefined : () => setIsSwapping(true)}
          owners={detail?.owners}
        />
      </div>
      {isSwapping ? <SwapDialog onClose={() => setIsSwapping(false)} /> : null}
    </section>
  );
}

/** The filters that may keep all rows away, and in the workbench the ways to let them go. */
function useWaysToRows(
  shown: FormData | null,
  isAlone: boolean,
): Pick<ProblemActions, "activeFilters" | "onClearFilters"> {
  const { store } = useBench();
  const dataset = useExplore((state) => state.dataset);
  return useMemo(() => {
    const filters = shown ? activeFilters(shown) : [];
    const named = filters.map((filter, index) => ({
      id: `${index}`,
      ...filterNamed(filter, dataset),
      ...(isAlone ? {} : { onRemove: () => letGo(store, [filter]) }),
    }));
    return { activeFilters: named, ...(isAlone ? {} : { onClearFilters: () => letGo(store, filters) }) };
  }, [store, shown, dataset, isAlone]);
}

type OwnState = Record<string, unknown>;

/** What the reader has made of a chart stays while it is changed, but another question begins with its first page. */
function useReaderState(shown: FormData | null) {
  const [kept, setKept] = useState<{ of: FormData | null; state: OwnState }>();
  const ownState = useMemo(() => {
    if (!kept || kept.of === shown) return kept?.state;
    const isAnother = kept.of?.viz_type !== shown?.viz_type || kept.of?.datasource !== shown?.datasource;
    return isAnother ? undefined : { ...kept.state, currentPage: 0 };
  }, [kept, shown]);
  return [ownState, (state: OwnState) => setKept({ of: shown, state })] as const;
}
