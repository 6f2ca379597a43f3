import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { t } from "../../i18n/translate.ts";
import { toApiError } from "../../web/client/errors.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { Canvas } from "./Canvas.tsx";
import styles from "./Dashboard.module.css";
import { EditMode } from "./edit/EditMode.tsx";
import { useDashboardPage } from "./state/context.ts";
import { dashboardQuery } from "./state/load.ts";
import { withParams } from "./state/url.ts";

export function EditScreen() {
  const { store } = useDashboardPage();
  const navigate = useNavigate();
  const client = useQueryClient();
  const dropCached = () => {
    const { detail } = store.getState().dashboard;
    for (const reference of [String(detail.id), detail.slug, detail.uuid]) {
      if (reference) client.removeQueries({ queryKey: dashboardQuery(reference).queryKey });
    }
    void client.invalidateQueries({ queryKey: ["dashboard"] });
  };
  const reload = async () => {
    const { detail } = store.getState().dashboard;
    dropCached();
    try {
      store.getState().replaceDashboard(await client.fetchQuery(dashboardQuery(detail.slug || String(detail.id))));
    } catch (cause) {
      toast.danger(t("Failed to load the saved dashboard: {message}", { message: toApiError(cause).message }));
    }
  };
  const leave = () => {
    void navigate({ search: withParams(window.location.search, { edit: null }) }, { replace: true });
  };
  return (
    <div className={styles.frame} data-dashboard-frame>
      <div className={styles.page} data-dashboard>
        <EditMode onSaved={dropCached} onConflict={() => void reload()} onLeave={leave}>
          <Canvas />
        </EditMode>
      </div>
    </div>
  );
}
