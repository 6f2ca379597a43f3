import { show } from "../../../api/dashboard/contract.ts";
import { ManagedPill as Managed } from "../../../features/managed/index.ts";
import { call } from "../../../web/client/client.ts";
import { can, isAdmin, useUser } from "../../../web/session/session.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { useDashboardPage, useView } from "../state/context.ts";
import { canEditDashboard, dashboardOf } from "../state/dashboard.ts";

/** Where the dashboard is edited instead. */
export function ManagedPill() {
  const { store } = useDashboardPage();
  const detail = useView((view) => view.dashboard.detail);
  const { userId } = useUser();
  const user = { userId, isAdmin: isAdmin(), canWrite: can("can_write", "Dashboard") };
  const showDetached = async () => {
    const { result } = await call(show, { params: { id: `${detail.id}` } });
    const { dashboard, replaceDashboard } = store.getState();
    const { is_managed_externally, external_url, changed_on } = result;
    replaceDashboard(
      dashboardOf({ ...dashboard, detail: { ...dashboard.detail, is_managed_externally, external_url, changed_on } }),
    );
  };
  return (
    <Managed
      noun="dashboard"
      id={detail.id}
      place={detail.external_url}
      canDetach={canEditDashboard({ ...detail, is_managed_externally: false }, user)}
      onDetached={() => void showDetached().catch(toast.error)}
    />
  );
}
