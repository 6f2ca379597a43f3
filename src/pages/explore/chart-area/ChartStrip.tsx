import { Ellipsis, RefreshCw } from "lucide-react";
import type { QueryMetric } from "../../../model/adhoc.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Menu } from "../../../ui/Menu.tsx";
import { cachedAt, limitReached, rowCountOf } from "../../../web/chart-view/chart-state.ts";
import { RelativeTime } from "../../../web/RelativeTime.tsx";
import { useChartMenu } from "../header/use-chart-menu.ts";
import { metricTitle } from "../state/adhoc.ts";
import { toList } from "../state/form-values.ts";
import { useBench, useExplore, useStanding } from "../workbench/store-context.ts";
import styles from "./chart-area.module.css";

/** What the chart measures, how many rows it has, how long they took and how old they are. */
export function ChartStrip() {
  const { store } = useBench();
  const items = useChartMenu();
  return (
    <div className={styles.strip}>
      <Measures />
      <RunFacts />
      <IconButton
        label="Refresh past the cache"
        icon={<RefreshCw size={16} />}
        onClick={() => store.getState().run(true)}
      />
      <Menu items={items} placement="bottomRight">
        <IconButton label="Chart menu" icon={<Ellipsis size={16} />} />
      </Menu>
    </div>
  );
}

function Measures() {
  const { drawn } = useStanding();
  const dataset = useExplore((state) => state.dataset);
  const metrics = [drawn?.metrics, drawn?.metric].flatMap((value) =>
    toList(value as QueryMetric | QueryMetric[] | null),
  );
  const words = metrics.map((metric) => metricTitle(dataset, metric)).join(", ");
  return <p className={styles.measures}>{words}</p>;
}

function RunFacts() {
  const { run } = useBench();
  const rows = rowCountOf(run);
  const limit = limitReached(run);
  const seconds = run.startedAt && run.finishedAt ? (run.finishedAt - run.startedAt) / 1000 : undefined;
  const cached = cachedAt(run);
  const columns = run.results?.[0]?.colnames?.length;
  const isLoading = run.status === "loading";
  if (rows === undefined) return <p className={styles.facts}>{isLoading ? "Loading…" : null}</p>;
  return (
    <p className={styles.facts} aria-live="polite">
      {limit ? (
        <span className={styles.limit} title="The row limit cut the result">
          First {limit.toLocaleString("en-US")} rows
        </span>
      ) : (
        <span>
          {rows.toLocaleString("en-US")} {rows === 1 ? "row" : "rows"}
          {columns ? ` × ${columns} ${columns === 1 ? "column" : "columns"}` : null}
        </span>
      )}
      {isLoading ? <span>loading…</span> : null}
      {!isLoading && seconds !== undefined ? <span>{seconds.toFixed(2)} s</span> : null}
      {!isLoading && cached !== undefined ? (
        <span>
          cached <RelativeTime at={cached} />
        </span>
      ) : null}
    </p>
  );
}
