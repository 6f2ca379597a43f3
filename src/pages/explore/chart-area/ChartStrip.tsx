import { Ellipsis, RefreshCw } from "lucide-react";
import { list } from "../../../i18n/intl.ts";
import { rich } from "../../../i18n/rich.tsx";
import { t } from "../../../i18n/translate.ts";
import type { QueryMetric } from "../../../model/adhoc.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Menu } from "../../../ui/Menu.tsx";
import { cachedAt, limitReached, rowCountOf } from "../../../web/chart-view/chart-state.ts";
import { useElapsed } from "../../../web/client/clock.ts";
import { RelativeTime } from "../../../web/components/RelativeTime.tsx";
import { metricTitle } from "../../../web/control-words/dataset-words.ts";
import { useChartMenu } from "../header/use-chart-menu.ts";
import { toList } from "../state/form-values.ts";
import { secondsText } from "../state/speed.ts";
import { useDerivedState, useExplore, useWorkbench } from "../workbench/store-context.ts";
import styles from "./chart-area.module.css";

export function ChartStrip({ isStandalone }: { isStandalone: boolean }) {
  const { store } = useWorkbench();
  const items = useChartMenu();
  return (
    <div className={styles.strip}>
      <Measures />
      <RunFacts />
      <IconButton
        label={t("Refresh (ignore cache)")}
        icon={<RefreshCw size={16} />}
        onClick={() => store.getState().run(true)}
      />
      {isStandalone ? null : (
        <Menu items={items} placement="bottomRight">
          <IconButton label={t("Chart menu")} icon={<Ellipsis size={16} />} />
        </Menu>
      )}
    </div>
  );
}

function Measures() {
  const { drawn } = useDerivedState();
  const dataset = useExplore((state) => state.dataset);
  const isRaw = drawn?.query_mode === "raw";
  const metrics = [drawn?.metrics, drawn?.metric].flatMap((value) =>
    isRaw ? [] : toList(value as QueryMetric | QueryMetric[] | null),
  );
  const text = list(
    metrics.map((metric) => metricTitle(dataset, metric)),
    "commas",
  );
  return <p className={styles.measures}>{text}</p>;
}

function RunFacts() {
  const { run } = useWorkbench();
  const isLoading = run.status === "loading";
  if (rowCountOf(run) === undefined) return <p className={styles.facts}>{isLoading ? t("Loading…") : null}</p>;
  return (
    <p className={styles.facts} aria-live="polite">
      <ResultSize />
      {run.cells && run.cells.answered < run.cells.all ? (
        <span title={t("Charts load as they come into view")}>
          {t("{answered, number} of {all, plural, one {# chart} other {# charts}}", run.cells)}
        </span>
      ) : null}
      {isLoading ? <Running since={run.startedAt} /> : <Age />}
    </p>
  );
}

function Running({ since }: { since: number | undefined }) {
  const elapsedMs = useElapsed(since);
  return (
    <span>
      {t("loading…")} {elapsedMs < 1000 ? null : <span aria-hidden>{secondsText(elapsedMs, 1)}</span>}
    </span>
  );
}

function ResultSize() {
  const { run } = useWorkbench();
  const limit = limitReached(run);
  if (limit) {
    return (
      <span className={styles.limit} title={t("Results were cut off at the row limit")}>
        {t("First {count, plural, one {# row} other {# rows}}", { count: limit })}
      </span>
    );
  }
  const [first] = run.results ?? [];
  const hasSeries = toList(run.context?.queries[0]?.series_columns).length > 0;
  return <span>{formatResultSize(first?.rowcount ?? 0, first?.colnames?.length ?? 0, hasSeries)}</span>;
}

function Age() {
  const { run } = useWorkbench();
  const ms = run.startedAt && run.finishedAt ? run.finishedAt - run.startedAt : undefined;
  const cached = cachedAt(run);
  return (
    <>
      {ms === undefined ? null : <span>{secondsText(ms, 2)}</span>}
      {cached === undefined ? null : (
        <span>{rich("cached <at></at>", { at: () => <RelativeTime at={cached} /> })}</span>
      )}
    </>
  );
}

function formatResultSize(rows: number, columns: number, hasSeries: boolean): string {
  if (columns === 0) return t("{rows, plural, one {# row} other {# rows}}", { rows });
  if (hasSeries) {
    return t("{rows, plural, one {# row} other {# rows}} × {series, plural, one {# series} other {# series}}", {
      rows,
      series: columns - 1,
    });
  }
  return t("{rows, plural, one {# row} other {# rows}} × {columns, plural, one {# column} other {# columns}}", {
    rows,
    columns,
  });
}
