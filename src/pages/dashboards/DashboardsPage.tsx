import { useCallback, useState } from "react";
import { useNavigate } from "react-router";
import type { DashboardRow } from "../../api/dashboard/contract.ts";
import { ObjectListPage } from "../../features/object-list/ObjectListPage.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { DASHBOARDS } from "./dashboard-list.tsx";

const DashboardProperties = lazyComponent(async () => (await import("./DashboardProperties.tsx")).DashboardProperties);

/** All dashboards the user may see. */
export function DashboardsPage() {
  const [edited, setEdited] = useState<DashboardRow>();
  const navigate = useNavigate();
  const handleNew = useCallback(() => void navigate("/dashboard/new/"), [navigate]);
  return (
    <ObjectListPage kind={DASHBOARDS} onNew={handleNew} onEdit={setEdited}>
      {edited ? <DashboardProperties row={edited} onClose={() => setEdited(undefined)} /> : null}
    </ObjectListPage>
  );
}
