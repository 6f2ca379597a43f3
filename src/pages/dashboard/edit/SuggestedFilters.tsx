import { Hash, ListFilter, Timer } from "lucide-react";
import { t } from "../../../i18n/translate.ts";
import { isDivider, type NativeFilter } from "../../../model/native-filter.ts";
import { useView } from "../state/context.ts";
import { FILTER_TYPE_NAMES, type FilterDraft } from "./filter-draft.ts";
import styles from "./filter-forms.module.css";
import { type SuggestedFilter, suggestedFilter, suggestedFilters } from "./suggested-filters.ts";

interface Props {
  filter: NativeFilter;
  draft: FilterDraft;
  onChange(filter: NativeFilter): void;
}

const ICONS: Partial<Record<SuggestedFilter["filterType"], typeof Hash>> = {
  filter_range: Hash,
  filter_time: Timer,
};

/** Columns of the dashboard's charts, for a filter that has none yet. */
export function SuggestedFilters({ filter, draft, onChange }: Props) {
  const dashboard = useView((view) => view.dashboard);
  if (filter.name || filter.targets[0]?.column || filter.filterType !== "filter_select") return null;
  const others = draft.entries.filter((entry) => isDivider(entry) || entry.id !== filter.id);
  const suggested = suggestedFilters(dashboard, others);
  if (suggested.length === 0) return null;
  return (
    <fieldset className={styles.suggested}>
      <legend>{t("Columns in this dashboard's charts")}</legend>
      {suggested.map((one) => {
        const Icon = ICONS[one.filterType] ?? ListFilter;
        return (
          <button
            key={`${one.datasetId} ${one.column}`}
            type="button"
            title={FILTER_TYPE_NAMES[one.filterType]}
            onClick={() => onChange(suggestedFilter(one, filter))}
          >
            <Icon size={14} aria-hidden />
            <span dir="auto">{one.label}</span>{" "}
            <small>{t("{count, plural, one {# chart} other {# charts}}", { count: one.charts })}</small>
          </button>
        );
      })}
    </fieldset>
  );
}
