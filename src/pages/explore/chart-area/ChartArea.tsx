import { Button } from "antd";
import { CircleAlert } from "lucide-react";
import { useCallback, useMemo, useRef, useState } from "react";
import { t } from "../../../i18n/translate.ts";
import type { FormData } from "../../../model/form-data.ts";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { ChartView } from "../../../web/chart-view/ChartView.tsx";
import type { ProblemActions } from "../../../web/chart-view/problem-actions.ts";
import { useChartDetail } from "../header/use-chart-detail.ts";
import { useDerivedState, useExplore, useWorkbench } from "../workbench/store-context.ts";
import { activeFilters, describeFilter, removeFilters } from "./active-filters.ts";
import { ChartStrip } from "./ChartStrip.tsx";
import styles from "./chart-area.module.css";
import { EmptyChart } from "./EmptyChart.tsx";
import { SeriesLimitNotice } from "./SeriesLimitNotice.tsx";
import { UnusedNotice } from "./UnusedNotice.tsx";

const AssertionsNotice = lazyComponent(async () => (await import("./AssertionsNotice.tsx")).AssertionsNotice);
const SwapDialog = lazyComponent(async () => (await import("../dataset-panel/SwapDialog.tsx")).SwapDialog);

export const CHART_PICTURE_ID = "explore-picture";

export function ChartArea({ isStandalone = false }: { isStandalone?: boolean }) {
  const { store, setRun, colors, tableRows } = useWorkbench();
  const { drawn, isStale, problems } = useDerivedState();
  const dataset = useExplore((state) => state.dataset);
  const runs = useExplore((state) => state.runs);
  const force = useExplore((state) => state.force);
  const live = useExplore((state) => state.live);
  const { data: detail } = useChartDetail();
  const count = Object.keys(problems).length;
  const visibleForm = useMemo(() => drawn, [drawn]);
  const storeTableRows = useCallback(
    (rows: typeof tableRows.current) => {
      tableRows.current = rows;
    },
    [tableRows],
  );
  const [ownState, setOwnState] = useOwnState(visibleForm);
  const [isSwapping, setIsSwapping] = useState(false);
  const emptyResultActions = useEmptyResultActions(visibleForm, isStandalone);
  if (!visibleForm) {
    return (
      <section className={styles.area} aria-label={t("Chart")}>
        <EmptyChart />
      </section>
    );
  }
  return (
    <section className={styles.area} aria-label={t("Chart")}>
      <ChartStrip isStandalone={isStandalone} />
      <UnusedNotice />
      <SeriesLimitNotice />
      <FailingAssertions />
      {isStale && (!live || count > 0) ? (
        <div className={styles.stale} role="status">
          <CircleAlert size={14} aria-hidden />
          <span>
            {count > 0
              ? t(
                  "Showing the last valid chart. Fix {count, plural, one {# setting} other {# settings}} to update it.",
                  { count },
                )
              : t("Your chart is not up to date")}
          </span>
          {count > 0 ? (
            <Button size="small" onClick={() => store.getState().undo()}>
              {t("Undo")}
            </Button>
          ) : (
            <Button size="small" type="primary" onClick={() => store.getState().run()}>
              {t("Update chart")}
            </Button>
          )}
        </div>
      ) : null}
      <div id={CHART_PICTURE_ID} className={styles.picture} data-stale={isStale || undefined}>
        <ChartView
          formData={visibleForm}
          dataset={dataset.id > 0 ? dataset : undefined}
          colors={colors}
          refreshKey={runs}
          force={force}
          onState={setRun}
          ownState={ownState}
          onShown={storeTableRows}
          onOwnState={(state) => {
            // With a fixed viewport, moving the map changes the setting.
            if (state.viewport && visibleForm.autozoom === false) store.getState().set("viewport", state.viewport);
            else setOwnState(state);
          }}
          onRetry={() => store.getState().run(true)}
          {...emptyResultActions}
          onSwapDataset={isStandalone ? undefined : () => setIsSwapping(true)}
          owners={detail?.owners}
        />
      </div>
      {isSwapping ? <SwapDialog onClose={() => setIsSwapping(false)} /> : null}
    </section>
  );
}

/** The first chart comes first. */
function FailingAssertions() {
  const { run } = useWorkbench();
  const dataset = useExplore((state) => state.dataset);
  const hasRun = useRef(false);
  hasRun.current ||= run.status === "ready";
  if (dataset.id <= 0 || !hasRun.current) return null;
  return <AssertionsNotice dataset={dataset} queries={run.context?.queries ?? []} />;
}

function useEmptyResultActions(
  visibleForm: FormData | null,
  isStandalone: boolean,
): Pick<ProblemActions, "activeFilters" | "onClearFilters"> {
  const { store } = useWorkbench();
  const dataset = useExplore((state) => state.dataset);
  return useMemo(() => {
    const filters = visibleForm ? activeFilters(visibleForm) : [];
    const named = filters.map((filter, index) => ({
      id: `${index}`,
      ...describeFilter(filter, dataset),
      ...(isStandalone ? {} : { onRemove: () => removeFilters(store, [filter]) }),
    }));
    return { activeFilters: named, ...(isStandalone ? {} : { onClearFilters: () => removeFilters(store, filters) }) };
  }, [store, visibleForm, dataset, isStandalone]);
}

type OwnState = Record<string, unknown>;

/** Sorting and search survive changes of the form, but paging starts over. */
function useOwnState(visibleForm: FormData | null) {
  const [stored, setStored] = useState<{ of: FormData | null; state: OwnState }>();
  const ownState = useMemo(() => {
    if (!stored || stored.of === visibleForm) return stored?.state;
    const isAnother =
      stored.of?.viz_type !== visibleForm?.viz_type || stored.of?.datasource !== visibleForm?.datasource;
    return isAnother ? undefined : { ...stored.state, currentPage: 0 };
  }, [stored, visibleForm]);
  return [ownState, (state: OwnState) => setStored({ of: visibleForm, state })] as const;
}
