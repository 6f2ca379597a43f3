import { Button } from "antd";
import { t } from "../../../i18n/translate.ts";
import { hasValue } from "../../../model/native-filter-query.ts";
import { useView, useViewActions } from "../state/context.ts";
import { crossFilters } from "../state/masks.ts";
import { autoApplies, isOutOfScopeHere, missingFilters, unapplied } from "../state/store.ts";
import styles from "./FilterBar.module.css";

export function FilterFooter() {
  const actions = useViewActions();
  const view = useView((state) => ({
    waiting: unapplied(state).length,
    missing: missingFilters(state).length,
    isAuto: autoApplies(state),
    isKnown: state.isAutoApplied !== undefined,
    canClear:
      crossFilters(state.dashboard, state.applied).length > 0 ||
      state.dashboard.filters.some((filter) => !isOutOfScopeHere(state, filter) && hasValue(state.chosen[filter.id])),
    isEmpty: state.dashboard.filters.length === 0,
  }));
  const needsApply = view.waiting > 0 && (!view.isAuto || view.missing > 0);
  const showsButton = !view.isAuto || needsApply;
  return (
    <footer className={styles.foot}>
      {view.isAuto ? null : (
        <p className={styles.slow} title={t("Charts on this dashboard take a second or longer to load.")}>
          {t("Slow charts: choices wait for Apply filters")}
        </p>
      )}
      <Button type="text" size="small" disabled={!view.canClear} onClick={() => actions().clearAll()}>
        {t("Clear all")}
      </Button>
      {showsButton ? (
        <Button
          type="primary"
          size="small"
          disabled={view.waiting === 0 || view.missing > 0}
          title={view.missing > 0 ? t("A required filter has no value") : undefined}
          onClick={() => actions().apply()}
        >
          {view.waiting > 0 ? t("Apply filters ({count, number})", { count: view.waiting }) : t("Apply filters")}
        </Button>
      ) : view.isEmpty || !view.isKnown ? null : (
        <span className={styles.auto}>{t("Applied automatically")}</span>
      )}
    </footer>
  );
}
