import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { toApiError } from "../../web/client/errors.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { Canvas } from "./Canvas.tsx";
import styles from "./Dashboard.module.css";
import { EditMode } from "./edit/EditMode.tsx";
import { useDashboardPage } from "./state/context.ts";
import { dashboardQuery } from "./state/load.ts";
import { withParams } from "./state/url.ts";

/** The dashboard in edit mode. Leaving it drops `edit` from the address; what was saved is what the view goes on with. */
export function EditScreen() {
  const { store } = useDashboardPage();
  const navigate = useNavigate();
  const client = useQueryClient();
  const forget = () => {
    const { detail } = store.getState().dashboard;
    for (const reference of [String(detail.id), detail.slug, detail.uuid]) {
      if (reference) client.removeQueries({ queryKey: dashboardQuery(reference).queryKey });
    }
    void client.invalidateQueries({ queryKey: ["dashboard"] });
  };
  const readAnew = async () => {
    const { detail } = store.getState().dashboard;
    forget();
    try {
      store.getState().replaceDashboard(await client.fetchQuery(dashboardQuery(detail.slug || String(detail.id))));
    } catch (cause) {
      toast.danger(`What is saved could not be loaded: ${toApiError(cause).message}`);
    }
  };
  const leave = () => {
    void navigate({ search: withParams(window.location.search, { edit: null }) }, { replace: true });
  };
  return (
    <div className={styles.frame} data-dashboard-frame>
      <div className={styles.page} data-dashboard>
        <EditMode onSaved={forget} onBehind={() => void readAnew()} onLeave={leave}>
          <Canvas />
        </EditMode>
      </div>
    </div>
  );
}
