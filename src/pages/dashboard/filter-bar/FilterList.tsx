import { ChevronRight } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { number } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";
import { isControl, isDivider, type NativeFilterEntry } from "../../../model/native-filter.ts";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { useView, useViewActions } from "../state/context.ts";
import { isOutOfScopeHere } from "../state/store.ts";
import { useCrossFilters } from "../state/use-cross-filters.ts";
import styles from "./FilterBar.module.css";
import { DividerEntry, FilterField } from "./FilterField.tsx";

const CrossFilterChips = lazyComponent(async () => (await import("./CrossFilterChips.tsx")).CrossFilterChips);
const NoFilters = lazyComponent(async () => (await import("./NoFilters.tsx")).NoFilters);

export function useFilterSections() {
  const entries = useView((view) => view.dashboard.entries);
  const actions = useViewActions();
  useEffect(() => () => actions().highlight([]), [actions]);
  const out = useView((view) =>
    view.dashboard.filters.filter((one) => isOutOfScopeHere(view, one)).map((one) => one.id),
  );
  const inScope = entries.filter((entry) => isDivider(entry) || !out.includes(entry.id));
  const controls = inScope.filter(isControl);
  const filters = inScope.filter((entry) => !isControl(entry));
  const outOfScope = entries.filter((entry) => !isDivider(entry) && out.includes(entry.id));
  return { filters, controls, outOfScope, isEmpty: entries.length === 0 };
}

export function FilterList() {
  const { filters, controls, outOfScope, isEmpty } = useFilterSections();
  const crossed = useCrossFilters();
  const wasEmpty = useRef(false);
  wasEmpty.current ||= isEmpty;
  return (
    <>
      {crossed.length > 0 ? <CrossFilterChips crossed={crossed} /> : null}
      {filters.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
      {controls.length > 0 ? (
        <section className={styles.controls} aria-labelledby="display-controls">
          <h3 id="display-controls">{t("Display controls")}</h3>
          {controls.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </section>
      ) : null}
      {wasEmpty.current ? <NoFilters isShown={isEmpty} /> : null}
      <OutOfScope entries={outOfScope} />
    </>
  );
}

export function Entry({ entry }: { entry: NativeFilterEntry }) {
  return isDivider(entry) ? <DividerEntry divider={entry} /> : <FilterField filter={entry} />;
}

export function OutOfScope({ entries }: { entries: readonly NativeFilterEntry[] }) {
  const [isOpen, setIsOpen] = useState(false);
  if (entries.length === 0) return null;
  return (
    <div className={styles.out}>
      <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <ChevronRight size={14} aria-hidden />
        {t("Out of scope on this tab")}
        <span className={styles.count}>{number(entries.length)}</span>
      </button>
      {isOpen ? entries.map((entry) => <Entry key={entry.id} entry={entry} />) : null}
    </div>
  );
}
