import { t } from "../../../i18n/translate.ts";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { useView } from "../state/context.ts";
import { useOpenFilters } from "../state/open-filters.ts";
import { useCrossFilters } from "../state/use-cross-filters.ts";
import styles from "./Header.module.css";

const CrossFilterChip = lazyComponent(async () => (await import("../filter-bar/CrossFilterChips.tsx")).CrossFilterChip);

const MAX_CHIPS = 2;

export function HeaderChips() {
  const hasEntries = useView((view) => view.dashboard.entries.length > 0);
  const crossed = useCrossFilters();
  const openFilters = useOpenFilters();
  if (hasEntries || crossed.length === 0) return null;
  return (
    <section className={styles.crossed} aria-label={t("Cross-filters")}>
      {crossed.slice(0, MAX_CHIPS).map((cross) => (
        <CrossFilterChip key={cross.chartId} cross={cross} />
      ))}
      {crossed.length > MAX_CHIPS ? (
        <button type="button" onClick={() => openFilters()}>
          {t("{count, number} more", { count: crossed.length - MAX_CHIPS })}
        </button>
      ) : null}
    </section>
  );
}
