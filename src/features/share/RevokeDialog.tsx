import { useState } from "react";
import { revoke, revokeAll } from "../../api/public-link/contract.ts";
import { t } from "../../i18n/translate.ts";
import { nameOf } from "../../ui/Avatar.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { call } from "../../web/client/client.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { linkName, type PublicLink, useRefreshLinks } from "./public-links.ts";

interface RevokeDialogProps {
  link: PublicLink;
  /** All links of its maker. */
  isAll?: boolean;
  onClose(): void;
}

export function RevokeDialog({ link, isAll = false, onClose }: RevokeDialogProps) {
  const [busy, setBusy] = useState(false);
  const refresh = useRefreshLinks();
  const user = link.created_by ? nameOf(link.created_by) : "";
  const submit = async () => {
    setBusy(true);
    try {
      if (isAll) {
        const { count } = await call(revokeAll, { body: { created_by: link.created_by?.id ?? 0 } });
        toast.success(t("{count, plural, one {# link revoked} other {# links revoked}}", { count }));
      } else {
        await call(revoke, { params: { id: link.id } });
        toast.success(t("Revoked: {name}", { name: linkName(link) }));
      }
      await refresh();
      onClose();
    } catch (error) {
      toast.error(error);
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      title={
        isAll
          ? t("Revoke all public links of {user}?", { user })
          : t("Revoke public link “{name}”?", { name: linkName(link) })
      }
      onClose={onClose}
      primary={{ label: t("Revoke"), danger: true, loading: busy, onClick: () => void submit() }}
    >
      <p>
        {isAll
          ? t("They stop working at once, also for visitors who have them open. This can't be undone.")
          : t("It stops working at once, also for visitors who have it open. This can't be undone.")}
      </p>
    </Dialog>
  );
}
