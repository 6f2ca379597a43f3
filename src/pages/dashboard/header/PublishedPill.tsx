import { t } from "../../../i18n/translate.ts";
import { Pill } from "../../../ui/Pill.tsx";
import { useDashboardPage } from "../state/context.ts";
import styles from "./Header.module.css";
import { usePublished } from "./use-published.ts";

export function PublishedPill() {
  const { canEdit } = useDashboardPage();
  const { published, isBusy, toggle } = usePublished();
  const pill = <Pill tone={published ? "success" : "neutral"}>{published ? t("Published") : t("Draft")}</Pill>;
  if (!canEdit) return pill;
  return (
    <button
      type="button"
      className={styles.pill}
      disabled={isBusy}
      aria-pressed={published}
      aria-label={published ? t("Published. Click to change to draft") : t("Draft. Click to publish")}
      title={published ? t("Click to change to draft") : t("Click to publish")}
      onClick={() => void toggle()}
    >
      {pill}
    </button>
  );
}
