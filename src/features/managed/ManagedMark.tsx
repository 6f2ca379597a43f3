import { FileCode } from "lucide-react";
import { t } from "../../i18n/translate.ts";
import { Tooltip } from "../../ui/Tooltip.tsx";
import styles from "./managed.module.css";

interface Managed {
  is_managed_externally?: boolean | null;
  external_url?: string | null;
}

/** In lists: where the object is edited instead. */
export function ManagedMark({ is_managed_externally: isManaged, external_url: place }: Managed) {
  if (!isManaged) return null;
  const text = place ? t("Edited in {place}", { place }) : t("Edited in files");
  return (
    <Tooltip title={text}>
      <span role="img" aria-label={text} className={styles.mark}>
        <FileCode size={14} aria-hidden />
      </span>
    </Tooltip>
  );
}
