import { Ellipsis, RefreshCw } from "lucide-react";
import type { QueryMetric } from "../../../model/adhoc.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Menu } from "../../../ui/Menu.tsx";
import { cachedAt, limitReached, rowCountOf } from "../../../web/chart-view/chart-state.ts";
import { useElapsed } from "../../../web/client/clock.ts";
import { RelativeTime } from "../../../web/components/RelativeTime.tsx";
import { metricTitle } from "../../../web/control-words/dataset-words.ts";
import { useChartMenu } from "../header/use-chart-menu.ts";
import { toList } from "../state/form-values.ts";
import { useBench, useExplore, useStanding } from "../workbench/store-context.ts";
import styles from "./chart-area.module.css";

/** What the chart measures, how many rows it has, how long they took and how old they are. */
export function ChartStrip({ isAlone }: { isAlone: boolean }) {
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
      {isAlone ? null : (
        <Menu items={items} placement="bottomRight">
          <IconButton label="Chart menu" icon={<Ellipsis size={16} />} />
        </Menu>
      )}
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
  const isLoading = run.status === "loading";
  if (rowCountOf(run) === undefined) return <p className={styles.facts}>{isLoading ? "Loading…" : null}</p>;
  return (
    <p className={styles.facts} aria-live="polite">
      <Extent />
      {run.cells && run.cells.answered < run.cells.all ? (
        <span title="Charts are asked for as they come into view">
          {run.cells.answered} of {run.cells.all} charts
        </span>
      ) : null}
      {isLoading ? <Running since={run.startedAt} /> : <Age />}
    </p>
  );
}

/** How long the run takes so far, once that is worth showing; not read out at every step. */
function Running({ since }: { since: number | undefined }) {
  const elapsedMs = useElapsed(since);
  return <span>loading… {elapsedMs < 1000 ? null : <span aria-hidden>{(elapsedMs / 1000).toFixed(1)} s</span>}</span>;
}

/** How many rows there are, or by which limit they were cut. */
function Extent() {
  const { run } = useBench();
  const limit = limitReached(run);
  if (limit) {
    return (
      <span className={styles.limit} title="The row limit cut the result">
        First {limit.toLocaleString("en-US")} rows
      </span>
    );
  }
  const [first] = run.results ?? [];
  const hasSeries = toList(run.context?.queries[0]?.series_columns).length > 0;
  return <span>{extentWords(first?.rowcount ?? 0, first?.colnames?.length ?? 0, hasSeries)}</span>;
}

/** How long the run took, and how old its data is. */
function Age() {
  const { run } = useBench();
  const seconds = run.startedAt && run.finishedAt ? (run.finishedAt - run.startedAt) / 1000 : undefined;
  const cached = cachedAt(run);
  return (
    <>
      {seconds === undefined ? null : <span>{seconds.toFixed(2)} s</span>}
      {cached === undefined ? null : (
        <span>
          cached <RelativeTime at={cached} />
        </span>
      )}
    </>
  );
}

/** "122 rows × 6 series": a chart with series has one column for its axis and one for each. */
function extentWords(rows: number, columns: number, hasSeries: boolean): string {
  const plural = (count: number, noun: string, many: string) =>
    `${count.toLocaleString("en-US")} ${count === 1 ? noun : many}`;
  const width = hasSeries ? plural(columns - 1, "series", "series") : plural(columns, "column", "columns");
  return columns > 0 ? `${plural(rows, "row", "rows")} × ${width}` : plural(rows, "row", "rows");
}
