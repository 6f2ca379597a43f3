import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";
import { t } from "../../i18n/translate.ts";
import { toApiError } from "../../web/client/errors.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { Canvas } from "./Canvas.tsx";
import styles from "./Dashboard.module.css";
import { EditMode } from "./edit/EditMode.tsx";
import { useDashboardPage } from "./state/context.ts";
import { reloadDashboard } from "./state/reload.ts";
import { withParams } from "./state/url.ts";

export function EditScreen() {
  const { store } = useDashboardPage();
  const { idOrSlug } = useParams();
  const navigate = useNavigate();
  const client = useQueryClient();
  const reload = async () => {
    // Lists that name it.
    void client.invalidateQueries({ queryKey: ["dashboard"], refetchType: "none" });
    try {
      await reloadDashboard(store, client);
    } catch (cause) {
      toast.danger(t("Failed to load the saved dashboard: {message}", { message: toApiError(cause).message }));
    }
  };
  const leave = () => {
    const { id, slug, uuid } = store.getState().dashboard.detail;
    const isMoved = idOrSlug !== undefined && ![String(id), slug, uuid].includes(idOrSlug);
    const search = withParams(window.location.search, { edit: null });
    void navigate({ ...(isMoved && { pathname: `/superset/dashboard/${slug || id}/` }), search }, { replace: true });
  };
  return (
    <div className={styles.frame} data-dashboard-frame>
      <div className={styles.page} data-dashboard>
        <EditMode onReload={reload} onLeave={leave}>
          <Canvas />
        </EditMode>
      </div>
    </div>
  );
}
