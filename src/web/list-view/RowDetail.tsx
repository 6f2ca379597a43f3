import { ChevronRight } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { t } from "../../i18n/translate.ts";
import styles from "./ListTable.module.css";

interface DetailToggleProps {
  name: string;
  isOpen: boolean;
  onToggle(): void;
}

export function DetailToggle({ name, isOpen, onToggle }: DetailToggleProps) {
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-expanded={isOpen}
      aria-label={t("Details of {name}", { name })}
      onClick={onToggle}
    >
      <ChevronRight size={14} aria-hidden />
    </button>
  );
}

/** Spans the columns that are shown: more would add columns to the table, and take from the name. */
export function DetailRow({ children }: { children: ReactNode }) {
  const row = useRef<HTMLTableRowElement>(null);
  const [span, setSpan] = useState(1);
  useLayoutEffect(() => {
    const table = row.current?.closest("table");
    if (!table) return;
    const cells = [...(table.tHead?.rows[0]?.cells ?? [])];
    const measure = () => setSpan(cells.filter((cell) => getComputedStyle(cell).display !== "none").length);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(table);
    return () => observer.disconnect();
  }, []);
  return (
    <tr ref={row} className={styles.detail}>
      <td colSpan={span}>{children}</td>
    </tr>
  );
}
