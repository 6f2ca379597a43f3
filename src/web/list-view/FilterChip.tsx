import { ChevronDown, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { t } from "../../i18n/translate.ts";
import { Popover } from "../../ui/Popover.tsx";
import styles from "./FilterChip.module.css";

export interface FilterChipProps {
  label: string;
  value: string | undefined;
  onClear(): void;
  content(close: () => void): ReactNode;
}

export function FilterChip({ label, value, onClear, content }: FilterChipProps) {
  const [open, setOpen] = useState(false);
  return (
    <span className={styles.chip} data-set={value !== undefined}>
      <Popover open={open} onOpenChange={setOpen} label={label} content={content(() => setOpen(false))}>
        <button type="button" className={styles.button} aria-haspopup="dialog" aria-expanded={open}>
          <span className={styles.label}>{label}</span>
          {value === undefined ? <ChevronDown size={14} /> : <span className={styles.value}>{value}</span>}
        </button>
      </Popover>
      {value === undefined ? null : (
        <button type="button" className={styles.clear} aria-label={t("Clear {label}", { label })} onClick={onClear}>
          <X size={14} />
        </button>
      )}
    </span>
  );
}
