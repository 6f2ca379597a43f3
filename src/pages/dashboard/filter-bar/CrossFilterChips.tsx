import { Crosshair, X } from "lucide-react";
import { t } from "../../../i18n/translate.ts";
import { useViewActions } from "../state/context.ts";
import type { CrossFilter } from "../state/masks.ts";
import styles from "./chips.module.css";

export function CrossFilterChips({ crossed }: { crossed: readonly CrossFilter[] }) {
  return (
    <section className={styles.crossed} aria-label={t("Cross-filters")}>
      <h3>{t("Cross-filters")}</h3>
      {crossed.map((cross) => (
        <div key={cross.chartId}>
          <CrossFilterChip cross={cross} />
          <p className={styles.origin}>
            {t("From “{chart}” · applies to {count, plural, one {# chart} other {# charts}}", {
              chart: cross.source,
              count: cross.reach.length,
            })}
          </p>
        </div>
      ))}
    </section>
  );
}

export function CrossFilterChip({ cross }: { cross: CrossFilter }) {
  const actions = useViewActions();
  const highlight = () => actions().highlight([...cross.reach, cross.chartId]);
  const rest = () => actions().highlight([]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only outlines charts
    <div className={styles.chip} onMouseEnter={highlight} onMouseLeave={rest} onFocus={highlight} onBlur={rest}>
      <Crosshair size={14} aria-hidden />
      <span className={styles.chipText} title={`${cross.columns} ${cross.label}`}>
        {cross.columns} <strong>{cross.label}</strong>
      </span>
      <button
        type="button"
        aria-label={t("Clear cross-filter {columns} {value}", { columns: cross.columns, value: cross.label })}
        onClick={() => {
          rest();
          actions().clearSelection(cross.chartId);
        }}
      >
        <X size={14} aria-hidden />
      </button>
    </div>
  );
}
