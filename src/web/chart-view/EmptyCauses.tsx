import { Button } from "antd";
import { useEffect, useRef, useState } from "react";
import { t } from "../../i18n/translate.ts";
import type { Dataset } from "../../model/dataset.ts";
import type { QueryContext } from "../../model/query-context.ts";
import { toApiError } from "../client/errors.ts";
import styles from "./chart-view.module.css";
import { causesText, conditionsOf, countsContext, noRowsAtAll } from "./empty-causes.ts";
import { fetchChartData } from "./use-chart-data.ts";

interface EmptyCausesProps {
  context: QueryContext;
  dataset?: Dataset | undefined;
}

/** Which filter of a chart without rows leaves nothing. On a click, as it counts the rows once for each filter. */
export function EmptyCauses({ context, dataset }: EmptyCausesProps) {
  const conditions = conditionsOf(context, dataset);
  const [found, setFound] = useState<{ of: QueryContext; lines: readonly string[] }>();
  const [isBusy, setBusy] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const ask = async () => {
    const abort = new AbortController();
    running.current = abort;
    setBusy(true);
    const lines = await fetchChartData(countsContext(context, conditions), abort.signal).then(
      ({ result }) => causesText(conditions, result),
      (error) => [toApiError(error).message],
    );
    if (abort.signal.aborted) return;
    setFound({ of: context, lines });
    setBusy(false);
  };
  if (conditions.length === 0) return <p className={styles.text}>{noRowsAtAll()}</p>;
  if (found?.of !== context) {
    return (
      <Button type="link" size="small" loading={isBusy} onClick={() => void ask()}>
        {t("Which filter is it?")}
      </Button>
    );
  }
  return (
    <ul className={styles.issues}>
      {found.lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
