import { Button } from "antd";
import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../../i18n/translate.ts";
import { GRID_COLUMNS, GRID_ID } from "../../model/dashboard-layout.ts";
import type { LayoutNode } from "../../model/layout-tree.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { type ChartState, cachedAt, staleSince } from "../../web/chart-view/chart-state.ts";
import styles from "./Dashboard.module.css";
import { useEditing } from "./grid/edit-context.ts";
import { Grid, gridOf, useLayoutTree } from "./grid/Grid.tsx";
import { TabPanels, TabsStrip } from "./grid/TabsBlock.tsx";
import { SCROLLER } from "./grid/use-tile.ts";
import { useView, useViewActions } from "./state/context.ts";
import { progressOf } from "./state/store.ts";

const EmptyDashboard = lazyComponent(async () => (await import("./EmptyDashboard.tsx")).EmptyDashboard);

const EMPTY_GRID: LayoutNode = { id: GRID_ID, type: "GRID", meta: {}, children: [], width: GRID_COLUMNS };

export function Canvas({ hideTabs = false, chips = null }: { hideTabs?: boolean; chips?: ReactNode }) {
  const layout = useView((view) => view.dashboard.layout);
  const editing = useEditing();
  const isEditing = editing !== null;
  const { topTabs, blocks } = useLayoutTree(layout);
  const isEmpty = !topTabs && blocks.length === 0;
  const failures = isEditing ? null : <Failures />;
  const content = topTabs ? (
    <TabPanels node={topTabs} grid={gridOf} />
  ) : isEmpty ? (
    (editing?.emptyContainer?.(EMPTY_GRID) ?? <EmptyDashboard />)
  ) : (
    <Grid nodes={blocks} />
  );
  return (
    <div className={styles.canvas}>
      {topTabs && !hideTabs ? (
        <div className={styles.tabs}>
          <TabsStrip node={topTabs} isTop />
          {failures}
        </div>
      ) : (
        failures
      )}
      {chips}
      <div className={styles.scroller} {...{ [SCROLLER]: "" }} data-dashboard-canvas>
        {content}
      </div>
    </div>
  );
}

function Failures() {
  const { failed, stale } = useView((view) => {
    const ids = progressOf(view, cachedAt).failed;
    return { failed: ids.join(), stale: ids.filter((id) => isStale(view.charts[id])).length };
  });
  const actions = useViewActions();
  if (failed === "") return null;
  const ids = failed.split(",").map(Number);
  return (
    <div className={styles.failures} role="status">
      <span>{failureSummary(ids.length - stale, stale)}</span>
      <Button size="small" icon={<RefreshCw size={14} />} onClick={() => actions().refreshCharts(ids, true)}>
        {ids.length === 1 ? t("Retry") : ids.length === 2 ? t("Retry both") : t("Retry all")}
      </Button>
    </div>
  );
}

const isStale = (state: ChartState | undefined) => state !== undefined && staleSince(state) !== undefined;

function failureSummary(failed: number, stale: number): string {
  if (stale === 0) return t("{failed, plural, one {# chart failed} other {# charts failed}}", { failed });
  if (failed === 0) return t("{stale, plural, one {# chart is stale} other {# charts are stale}}", { stale });
  return t(
    "{failed, plural, one {# chart failed} other {# charts failed}}, {stale, plural, one {# is stale} other {# are stale}}",
    { failed, stale },
  );
}
