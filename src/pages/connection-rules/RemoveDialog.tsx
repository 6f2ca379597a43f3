import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { remove } from "../../api/allowed-location/contract.ts";
import { rich } from "../../i18n/rich.tsx";
import { t } from "../../i18n/translate.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { call } from "../../web/client/client.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { LIST_KEY, type LocationRow } from "./locations.ts";

export function RemoveDialog({ row: { id, kind, location }, onClose }: { row: LocationRow; onClose(): void }) {
  const [busy, setBusy] = useState(false);
  const queries = useQueryClient();
  const submit = async () => {
    setBusy(true);
    try {
      await call(remove, { params: { id: `${id}` } });
      await queries.invalidateQueries({ queryKey: [LIST_KEY] });
      toast.success(t("Removed: {name}", { name: location }));
      onClose();
    } catch (error) {
      toast.error(error);
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      title={kind === "host" ? t("Remove allowed host?") : t("Remove allowed folder?")}
      onClose={onClose}
      primary={{ label: t("Remove"), danger: true, loading: busy, onClick: () => void submit() }}
    >
      <p>
        {rich(
          "Databases at <strong>{location}</strong> can't be reached anymore: their charts and dashboards stop working until it is allowed again.",
          { location, strong: (text) => <strong>{text}</strong> },
        )}
      </p>
    </Dialog>
  );
}
