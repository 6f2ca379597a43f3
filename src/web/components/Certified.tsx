import { BadgeCheck } from "lucide-react";
import { t } from "../../i18n/translate.ts";
import { Tooltip } from "../../ui/Tooltip.tsx";
import styles from "./Certified.module.css";

interface CertifiedProps {
  by: string | null | undefined;
  details?: string | null;
  /** Makes the tooltip reachable by keyboard: for a single item, not in lists. */
  isStop?: boolean;
}

export function Certified({ by, details, isStop = false }: CertifiedProps) {
  if (!by) return null;
  const text = details ? t("Certified by {by}: {details}", { by, details }) : t("Certified by {by}", { by });
  const badge = <BadgeCheck size={16} aria-hidden />;
  return (
    <Tooltip title={text}>
      {isStop ? (
        <button type="button" aria-label={text} className={styles.badge}>
          {badge}
        </button>
      ) : (
        <span role="img" aria-label={text} className={styles.badge}>
          {badge}
        </span>
      )}
    </Tooltip>
  );
}
