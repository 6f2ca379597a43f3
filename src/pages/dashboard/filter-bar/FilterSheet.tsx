import { Drawer } from "antd";
import { CalendarDays, Filter, SlidersHorizontal } from "lucide-react";
import { number } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";
import { hasValue } from "../../../model/native-filter-query.ts";
import { timeRangeText } from "../../../web/control-words/time-range.ts";
import { useView } from "../state/context.ts";
import { useCrossFilters } from "../state/use-cross-filters.ts";
import { CrossFilterChip } from "./CrossFilterChips.tsx";
import chips from "./chips.module.css";
import styles from "./FilterBar.module.css";
import { useActiveFilterCount } from "./FilterBar.tsx";
import { FilterFooter } from "./FilterFooter.tsx";
import { FilterList } from "./FilterList.tsx";
import { FilterSettings } from "./FilterSettings.tsx";
import sheet from "./FilterSheet.module.css";

interface FilterSheetProps {
  isOpen: boolean;
  onOpen(open: boolean): void;
}

export function FilterSheet({ isOpen, onOpen }: FilterSheetProps) {
  const active = useActiveFilterCount();
  const hasAny = useView((view) => view.dashboard.entries.length > 0) || active > 0;
  if (!hasAny) return null;
  return (
    <>
      <button type="button" className={chips.floating} data-no-image onClick={() => onOpen(true)}>
        <SlidersHorizontal size={18} aria-hidden />
        {t("Filters")}
        {active > 0 ? <span>{number(active)}</span> : null}
      </button>
      <Drawer
        open={isOpen}
        onClose={() => onOpen(false)}
        placement="bottom"
        size="80dvh"
        title={t("Filters")}
        extra={<FilterSettings />}
        className={`${styles.sheet} ${sheet.drawer}`}
        footer={<FilterFooter />}
      >
        <div className={sheet.list}>
          <FilterList />
        </div>
      </Drawer>
    </>
  );
}

export function ActiveChips({ onOpen }: { onOpen(filterId: string): void }) {
  const crossed = useCrossFilters();
  const { filters, applied } = useView((view) => ({ filters: view.dashboard.filters, applied: view.applied }));
  const set = filters.filter((filter) => hasValue(applied[filter.id]));
  if (crossed.length + set.length === 0) return null;
  return (
    <div className={chips.chips}>
      {crossed.map((cross) => (
        <CrossFilterChip key={cross.chartId} cross={cross} />
      ))}
      {set.map((filter) => {
        const label = applied[filter.id]?.filterState?.label ?? "";
        const isTime = filter.filterType === "filter_time";
        return (
          <button key={filter.id} type="button" className={chips.plainChip} onClick={() => onOpen(filter.id)}>
            {isTime ? <CalendarDays size={14} aria-hidden /> : <Filter size={14} aria-hidden />}
            <span className="visually-hidden">{filter.name}:</span>
            {isTime ? timeRangeText(label) : `${filter.name} ${label}`}
          </button>
        );
      })}
    </div>
  );
}
