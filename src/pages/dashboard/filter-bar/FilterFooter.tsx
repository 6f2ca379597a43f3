import { Button } from "antd";
import { useState } from "react";
import { hasValue } from "../../../model/native-filter-query.ts";
import { useView, useViewActions } from "../state/context.ts";
import { crossFilters } from "../state/masks.ts";
import { appliesItself, isFilterOut, isPaceKnown, missingFilters, unapplied } from "../state/store.ts";
import styles from "./FilterBar.module.css";

/** Clear all, and either the button that applies what waits or the word that nothing has to. */
export function FilterFooter() {
  const actions = useViewActions();
  const view = useView((state) => ({
    waiting: unapplied(state).length,
    missing: missingFilters(state).length,
    isAuto: appliesItself(state),
    isKnown: isPaceKnown(state),
    canClear:
      crossFilters(state.dashboard, state.applied).length > 0 ||
      state.dashboard.filters.some((filter) => !isFilterOut(state, filter) && hasValue(state.chosen[filter.id])),
    isEmpty: state.dashboard.filters.length === 0,
  }));
  // Said once charts have answered, as slow ones would turn it into its opposite, and then kept while they load again.
  const [saysPace, setSaysPace] = useState(view.isKnown);
  if (view.isKnown && !saysPace) setSaysPace(true);
  const needsApply = view.waiting > 0 && (!view.isAuto || view.missing > 0);
  const showsButton = !view.isAuto || needsApply;
  return (
    <footer className={styles.foot}>
      <Button type="text" size="small" disabled={!view.canClear} onClick={() => actions().clearAll()}>
        Clear all
      </Button>
      {showsButton ? (
        <Button
          type="primary"
          size="small"
          disabled={view.waiting === 0 || view.missing > 0}
          title={view.missing > 0 ? "A required filter has no value" : undefined}
          onClick={() => actions().apply()}
        >
          {view.waiting > 0 ? `Apply filters (${view.waiting})` : "Apply filters"}
        </Button>
      ) : view.isEmpty || !saysPace ? null : (
        <span className={styles.auto}>Applied automatically</span>
      )}
    </footer>
  );
}
