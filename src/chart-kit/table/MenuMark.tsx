import { EllipsisVertical, ListFilter } from "lucide-react";
import type { MouseEvent } from "react";
import type { TableColumn } from "../../chart-seam/table-column.ts";
import { t } from "../../i18n/translate.ts";
import { alignOf } from "./column.ts";
import styles from "./DataTable.module.css";

export interface MenuPlace {
  x: number;
  y: number;
  height: number;
}

interface Props {
  column: TableColumn;
  isFiltered: boolean;
  onMenu: ((at: MenuPlace) => void) | undefined;
}

export function MenuMark({ column, isFiltered, onMenu }: Props) {
  if (!onMenu) return null;
  const Icon = isFiltered ? ListFilter : EllipsisVertical;
  return (
    <button
      type="button"
      className={styles.menu}
      tabIndex={-1}
      aria-haspopup="dialog"
      aria-label={
        isFiltered
          ? t("{column} options, filtered", { column: column.label })
          : t("{column} options", { column: column.label })
      }
      data-side={alignOf(column) === "right" ? "left" : "right"}
      data-filtered={isFiltered || undefined}
      onClick={(event) => {
        event.stopPropagation();
        const { left, bottom, height } = event.currentTarget.getBoundingClientRect();
        onMenu({ x: left, y: bottom, height });
      }}
    >
      <Icon size={14} strokeWidth={1.75} />
    </button>
  );
}

export function menuHandler(onMenu: Props["onMenu"]) {
  if (!onMenu) return undefined;
  return (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onMenu({ x: event.clientX, y: event.clientY, height: 0 });
  };
}
