import { t } from "../../../i18n/translate.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { copyWithToast } from "../../../web/toasts/clipboard.ts";
import styles from "./results.module.css";

interface CellDialogProps {
  column: string;
  text: string;
  onClose(): void;
}

export function CellDialog({ column, text, onClose }: CellDialogProps) {
  return (
    <Dialog
      open
      title={t("Cell content: {column}", { column })}
      width={720}
      cancelLabel={t("Close")}
      primary={{ label: t("Copy"), onClick: () => void copyWithToast(text) }}
      onClose={onClose}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: text that scrolls must be reachable by keyboard */}
      <pre className={styles.plan} tabIndex={0}>
        {text}
      </pre>
    </Dialog>
  );
}
