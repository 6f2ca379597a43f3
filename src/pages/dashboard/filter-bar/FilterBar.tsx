import { Filter, PanelLeftClose } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { inlineKey, inlineSign } from "../../../i18n/direction.ts";
import { number } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";
import { hasValue } from "../../../model/native-filter-query.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { useStored } from "../../../web/session/storage.ts";
import { useView } from "../state/context.ts";
import { crossFilters } from "../state/masks.ts";
import styles from "./FilterBar.module.css";
import { FilterFooter } from "./FilterFooter.tsx";
import { FilterList } from "./FilterList.tsx";
import { FilterSettings } from "./FilterSettings.tsx";

const DEFAULT_WIDTH = 240;
const MIN_WIDTH = 200;
const MAX_WIDTH = 550;
const KEY_STEP = 16;

interface FilterBarProps {
  isOpen: boolean;
  onOpen(open: boolean): void;
  isOverlay: boolean;
}

export function useActiveFilterCount(): number {
  return useView(
    (view) =>
      view.dashboard.filters.filter((filter) => hasValue(view.applied[filter.id])).length +
      crossFilters(view.dashboard, view.applied).length,
  );
}

export function FilterBar({ isOpen, onOpen, isOverlay }: FilterBarProps) {
  const id = useView((view) => view.dashboard.detail.id);
  const [width, setWidth] = useStored(`dashboard.${id}.filter-width`, DEFAULT_WIDTH);
  const active = useActiveFilterCount();
  const bar = useRef<HTMLElement>(null);
  if (!isOpen) return <ClosedBar active={active} onOpen={() => onOpen(true)} />;
  return (
    <aside
      ref={bar}
      className={styles.bar}
      style={{ width }}
      aria-label={t("Filters")}
      data-overlay={isOverlay || undefined}
      data-no-image
    >
      <header className={styles.head}>
        <h2>{t("Filters")}</h2>
        {active > 0 ? (
          <span className={styles.count} title={t("{count, number} active", { count: active })}>
            {number(active)}
          </span>
        ) : null}
        <span className={styles.spring} />
        <FilterSettings />
        <IconButton
          label={t("Collapse filters")}
          keys="f"
          icon={<PanelLeftClose size={14} />}
          size={24}
          onClick={() => onOpen(false)}
        />
      </header>
      <div className={styles.list}>
        <FilterList />
      </div>
      <FilterFooter />
      <Grip width={width} onWidth={setWidth} bar={bar} />
    </aside>
  );
}

function ClosedBar({ active, onOpen }: { active: number; onOpen(): void }) {
  return (
    <aside className={styles.closed} aria-label={t("Filters")} data-no-image>
      <button
        type="button"
        onClick={onOpen}
        aria-label={active > 0 ? t("Open filters, {count, number} active", { count: active }) : t("Open filters")}
      >
        <Filter size={16} aria-hidden />
        <span aria-hidden>{active > 0 ? t("Filters · {count, number}", { count: active }) : t("Filters")}</span>
      </button>
    </aside>
  );
}

interface GripProps {
  width: number;
  onWidth(width: number): void;
  bar: React.RefObject<HTMLElement | null>;
}

function Grip({ width, onWidth, bar }: GripProps) {
  const set = (next: number) => onWidth(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Math.round(next))));
  const handleMove = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || !bar.current) return;
    const { left, right } = bar.current.getBoundingClientRect();
    set(inlineSign() === 1 ? event.clientX - left : right - event.clientX);
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -KEY_STEP, ArrowRight: KEY_STEP }[inlineKey(event.key)];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    set(width + step);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a splitter is a separator that takes the focus
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t("Filter bar width")}
      aria-valuenow={width}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      tabIndex={0}
      className={styles.grip}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={handleMove}
      onDoubleClick={() => set(DEFAULT_WIDTH)}
      onKeyDown={handleKey}
    />
  );
}
