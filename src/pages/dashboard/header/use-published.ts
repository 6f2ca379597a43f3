import { useState } from "react";
import { update } from "../../../api/dashboard/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { call } from "../../../web/client/client.ts";
import { toApiError } from "../../../web/client/errors.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { useDashboardPage, useView } from "../state/context.ts";

export function usePublished(): { published: boolean; isBusy: boolean; toggle(): Promise<void> } {
  const { store } = useDashboardPage();
  const { id, published } = useView((view) => ({
    id: view.dashboard.detail.id,
    published: view.dashboard.detail.published,
  }));
  const [isBusy, setIsBusy] = useState(false);
  const toggle = async () => {
    setIsBusy(true);
    try {
      await call(update, { params: { id }, body: { published: !published } });
      const { dashboard, replaceDashboard } = store.getState();
      replaceDashboard({ ...dashboard, detail: { ...dashboard.detail, published: !published } });
      toast.success(published ? t("This dashboard is now hidden") : t("This dashboard is now published"));
    } catch (error) {
      if (toApiError(error).status === 403) toast.danger(t("You do not have permissions to edit this dashboard."));
      else toast.error(error);
    } finally {
      setIsBusy(false);
    }
  };
  return { published, isBusy, toggle };
}
