import { FileCode } from "lucide-react";
import { useState } from "react";
import { ManagedNote } from "../../../features/managed/index.ts";
import { t } from "../../../i18n/translate.ts";
import { Pill } from "../../../ui/Pill.tsx";
import { Popover } from "../../../ui/Popover.tsx";
import { can, isAdmin, useUser } from "../../../web/session/session.ts";
import { useView } from "../state/context.ts";
import { canEditDashboard } from "../state/dashboard.ts";
import styles from "./Header.module.css";

/** Where the dashboard is edited instead. */
export function ManagedPill() {
  const [isOpen, setOpen] = useState(false);
  const detail = useView((view) => view.dashboard.detail);
  const { userId } = useUser();
  const user = { userId, isAdmin: isAdmin(), canWrite: can("can_write", "Dashboard") };
  const label = t("Edited in files");
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      label={label}
      content={
        <div className={styles.managed}>
          <ManagedNote
            noun="dashboard"
            id={detail.id}
            place={detail.external_url}
            canDetach={canEditDashboard({ ...detail, is_managed_externally: false }, user)}
            onDetached={() => window.location.reload()}
          />
        </div>
      }
    >
      <button type="button" className={styles.pillButton} onClick={() => setOpen(true)}>
        <Pill icon={<FileCode size={12} aria-hidden />}>{label}</Pill>
      </button>
    </Popover>
  );
}
