import { ChevronDown, Filter, PanelTopClose } from "lucide-react";
import { useEffect, useState } from "react";
import { number } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";
import { isDivider, type NativeFilterEntry } from "../../../model/native-filter.ts";
import { hasValue } from "../../../model/native-filter-query.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Popover } from "../../../ui/Popover.tsx";
import { later } from "../../../web/client/clock.ts";
import { useGridWidth } from "../grid/grid-width.ts";
import { useView } from "../state/context.ts";
import type { CrossFilter } from "../state/masks.ts";
import { fieldId } from "../state/open-filters.ts";
import { useCrossFilters } from "../state/use-cross-filters.ts";
import { CrossFilterChip } from "./CrossFilterChips.tsx";
import { useActiveFilterCount } from "./FilterBar.tsx";
import { FilterFooter } from "./FilterFooter.tsx";
import { Entry, OutOfScope, useFilterSections } from "./FilterList.tsx";
import { FilterSettings } from "./FilterSettings.tsx";
import styles from "./HorizontalBar.module.css";
import { NoFilters } from "./NoFilters.tsx";

interface HorizontalBarProps {
  isOpen: boolean;
  onOpen(open: boolean): void;
  requested: string | undefined;
}

export function HorizontalBar({ isOpen, onOpen, requested }: HorizontalBarProps) {
  const active = useActiveFilterCount();
  if (!isOpen) {
    return (
      <aside className={styles.closed} aria-label={t("Filters")} data-no-image>
        <button type="button" onClick={() => onOpen(true)}>
          <Filter size={14} aria-hidden />
          {active > 0 ? t("Open filters, {count, number} active", { count: active }) : t("Open filters")}
        </button>
      </aside>
    );
  }
  return (
    <aside className={styles.bar} aria-label={t("Filters")} data-no-image>
      <FilterRow requested={requested} />
      <div className={styles.end}>
        <FilterFooter />
        <FilterSettings />
        <IconButton
          label={t("Collapse filters")}
          keys="f"
          icon={<PanelTopClose size={14} />}
          size={24}
          onClick={() => onOpen(false)}
        />
      </div>
    </aside>
  );
}

type Part = { key: string } & ({ cross: CrossFilter } | { entry: NativeFilterEntry });

function FilterRow({ requested }: { requested: string | undefined }) {
  const [ref, width] = useGridWidth();
  const { filters, controls, outOfScope, isEmpty } = useFilterSections();
  const crossed = useCrossFilters();
  const parts: Part[] = [
    ...crossed.map((cross) => ({ key: `cross-${cross.chartId}`, cross })),
    ...[...filters, ...controls].map((entry) => ({ key: entry.id, entry })),
  ];
  const room = slotCount({ width, count: parts.length, hasMore: outOfScope.length > 0 });
  const hidden = parts.slice(room);
  return (
    <div ref={ref} className={styles.list}>
      {parts.slice(0, room).map((part) => (
        <div key={part.key} className={styles.slot}>
          <PartView part={part} />
        </div>
      ))}
      <NoFilters isShown={isEmpty && parts.length === 0} />
      {hidden.length + outOfScope.length > 0 && width > 0 ? (
        <MoreFilters parts={hidden} outOfScope={outOfScope} requested={requested} />
      ) : null}
    </div>
  );
}

const SLOT_PX = 160;
const GAP_PX = 16;
const MORE_PX = 136;

export function slotCount({ width, count, hasMore }: { width: number; count: number; hasMore: boolean }): number {
  const slotsIn = (free: number) => Math.floor((free + GAP_PX) / (SLOT_PX + GAP_PX));
  return !hasMore && slotsIn(width) >= count ? count : Math.max(0, Math.min(count, slotsIn(width - MORE_PX - GAP_PX)));
}

function PartView({ part }: { part: Part }) {
  if ("entry" in part) return <Entry entry={part.entry} />;
  const from = t("From “{chart}”", { chart: part.cross.source });
  return (
    <div className={styles.cross}>
      <p title={from}>{from}</p>
      <CrossFilterChip cross={part.cross} />
    </div>
  );
}

interface MoreFiltersProps {
  parts: readonly Part[];
  outOfScope: readonly NativeFilterEntry[];
  requested: string | undefined;
}

function MoreFilters({ parts, outOfScope, requested }: MoreFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const applied = useView((view) => view.applied);
  const isRequested = parts.some(({ key }) => key === requested);
  useEffect(() => {
    if (!isRequested || requested === undefined) return;
    setOpen(true);
    return later(200, () => document.getElementById(fieldId(requested))?.focus());
  }, [isRequested, requested]);
  const fields = parts.filter((part) => !("entry" in part && isDivider(part.entry)));
  const count = fields.length + outOfScope.length;
  const set = fields.filter((part) => "cross" in part || hasValue(applied[part.key])).length;
  const label =
    set > 0
      ? t("More filters, {count, number}, {active, number} active", { count, active: set })
      : t("More filters, {count, number}", { count });
  const activeText = t("{count, number} active", { count: set });
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      label={t("More filters")}
      placement="bottomRight"
      content={
        <div className={styles.more} data-no-image>
          {parts.map((part) => (
            <PartView key={part.key} part={part} />
          ))}
          <OutOfScope entries={outOfScope} />
        </div>
      }
    >
      <button type="button" className={styles.moreButton} aria-label={label} aria-expanded={isOpen}>
        {t("More filters")} <span>{number(count)}</span>
        {set > 0 ? <strong title={activeText}>{activeText}</strong> : null}
        <ChevronDown size={14} aria-hidden />
      </button>
    </Popover>
  );
}
