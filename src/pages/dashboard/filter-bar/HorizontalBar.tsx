import { Filter, PanelTopClose } from "lucide-react";
import { IconButton } from "../../../ui/IconButton.tsx";
import { useActiveFilterCount } from "./FilterBar.tsx";
import { FilterFooter } from "./FilterFooter.tsx";
import { FilterList } from "./FilterList.tsx";
import { FilterSettings } from "./FilterSettings.tsx";
import styles from "./HorizontalBar.module.css";

interface HorizontalBarProps {
  isOpen: boolean;
  onOpen(open: boolean): void;
}

/** The filters in a line above the charts, which wraps; a 32 px strip when closed. */
export function HorizontalBar({ isOpen, onOpen }: HorizontalBarProps) {
  const active = useActiveFilterCount();
  if (!isOpen) {
    return (
      <aside className={styles.closed} aria-label="Filters" data-no-image>
        <button type="button" onClick={() => onOpen(true)}>
          <Filter size={14} aria-hidden />
          {active > 0 ? `Open filters, ${active} with a value` : "Open filters"}
        </button>
      </aside>
    );
  }
  return (
    <aside className={styles.bar} aria-label="Filters" data-no-image>
      <div className={styles.list}>
        <FilterList />
      </div>
      <div className={styles.end}>
        <FilterFooter />
        <FilterSettings />
        <IconButton
          label="Collapse filters"
          keys="f"
          icon={<PanelTopClose size={14} />}
          size={24}
          onClick={() => onOpen(false)}
        />
      </div>
    </aside>
  );
}
