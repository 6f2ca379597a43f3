import { ChevronDown, ChevronRight } from "lucide-react";
import { t } from "../../i18n/translate.ts";
import styles from "./Renderer.module.css";

export function FoldMark({ fold }: { fold: "open" | "closed" }) {
  const Chevron = fold === "open" ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      tabIndex={-1}
      data-act="fold"
      className={styles.mark}
      aria-label={fold === "open" ? t("Collapse") : t("Expand")}
    >
      <Chevron size={14} strokeWidth={1.75} />
    </button>
  );
}
