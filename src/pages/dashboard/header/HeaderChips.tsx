import { CrossFilterChip, useCrossFilters } from "../filter-bar/CrossFilterChips.tsx";
import { useView } from "../state/context.ts";
import { useOpenFilters } from "../state/open-filters.ts";
import styles from "./Header.module.css";

const MOST = 2;

/** On a dashboard without filters, whose bar is closed: what is chosen in charts, where it moves none of them. */
export function HeaderChips() {
  const hasEntries = useView((view) => view.dashboard.entries.length > 0);
  const crossed = useCrossFilters();
  const openFilters = useOpenFilters();
  if (hasEntries || crossed.length === 0) return null;
  return (
    <section className={styles.crossed} aria-label="Cross-filters">
      {crossed.slice(0, MOST).map((cross) => (
        <CrossFilterChip key={cross.chartId} cross={cross} />
      ))}
      {crossed.length > MOST ? (
        <button type="button" onClick={() => openFilters()}>
          {crossed.length - MOST} more
        </button>
      ) : null}
    </section>
  );
}
