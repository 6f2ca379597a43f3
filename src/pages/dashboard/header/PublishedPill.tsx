import { useState } from "react";
import { update } from "../../../api/dashboard/contract.ts";
import { Pill } from "../../../ui/Pill.tsx";
import { call } from "../../../web/client/client.ts";
import { toApiError } from "../../../web/client/errors.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { useDashboardPage, useView } from "../state/context.ts";
import styles from "./Header.module.css";

export function PublishedPill() {
  const { store, canEdit } = useDashboardPage();
  const { id, published } = useView((view) => ({
    id: view.dashboard.detail.id,
    published: view.dashboard.detail.published,
  }));
  const [isBusy, setIsBusy] = useState(false);
  const pill = <Pill tone={published ? "success" : "neutral"}>{published ? "Published" : "Draft"}</Pill>;
  if (!canEdit) return pill;
  const toggle = async () => {
    setIsBusy(true);
    try {
      await call(update, { params: { id }, body: { published: !published } });
      const { dashboard, replaceDashboard } = store.getState();
      replaceDashboard({ ...dashboard, detail: { ...dashboard.detail, published: !published } });
      toast.success(published ? "This dashboard is now hidden" : "This dashboard is now published");
    } catch (error) {
      if (toApiError(error).status === 403) toast.danger("You do not have permissions to edit this dashboard.");
      else toast.error(error);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <button
      type="button"
      className={styles.pill}
      disabled={isBusy}
      aria-pressed={published}
      aria-label={published ? "Published. Change to draft" : "Draft. Publish"}
      title={published ? "Click to change to draft" : "Click to publish"}
      onClick={() => void toggle()}
    >
      {pill}
    </button>
  );
}
