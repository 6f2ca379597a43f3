import { FileCode } from "lucide-react";
import { useState } from "react";
import { t } from "../../i18n/translate.ts";
import { Pill } from "../../ui/Pill.tsx";
import { Popover } from "../../ui/Popover.tsx";
import { ManagedNote, type ManagedNoteProps } from "./ManagedNote.tsx";
import styles from "./managed.module.css";

/** Where the object is edited instead, and how to edit it here. */
export function ManagedPill(props: Omit<ManagedNoteProps, "text">) {
  const [isOpen, setOpen] = useState(false);
  const label = t("Edited in files");
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      label={label}
      content={
        <div className={styles.more}>
          <ManagedNote {...props} />
        </div>
      }
    >
      <button type="button" className={styles.pill} onClick={() => setOpen(true)}>
        <Pill icon={<FileCode size={12} aria-hidden />}>{label}</Pill>
      </button>
    </Popover>
  );
}
