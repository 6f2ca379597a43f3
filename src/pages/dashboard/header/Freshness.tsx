import { everyWords } from "../../../model/refresh-intervals.ts";
import { cachedAt } from "../../../web/chart-view/chart-state.ts";
import { clockTime, exactTime } from "../../../web/client/clock.ts";
import { useView } from "../state/context.ts";
import { progressOf } from "../state/store.ts";
import styles from "./Header.module.css";

/** How old the data on screen is, the oldest chart counts; and that it is asked for again by itself, where it is. */
export function Freshness({ everySeconds }: { everySeconds: number }) {
  const { asOf, failed, isBusy } = useView((view) => {
    const progress = progressOf(view, cachedAt);
    return { asOf: progress.asOf, failed: progress.failed.length, isBusy: progress.done < progress.total };
  });
  if (asOf === undefined && failed === 0) return null;
  const words =
    asOf === undefined ? "Refresh failed" : `${failed > 0 ? "Refresh incomplete, " : "Data as of "}${clockTime(asOf)}`;
  const repeats = everySeconds > 0 ? ` · ${everyWords(everySeconds)}` : "";
  return (
    <span
      className={styles.fresh}
      title={asOf === undefined ? undefined : exactTime(asOf)}
      data-state={failed > 0 ? "incomplete" : isBusy ? "busy" : "fresh"}
    >
      {words + repeats}
    </span>
  );
}
