import { useCallback, useState } from "react";
import { useNavigate } from "react-router";
import type { ChartRow } from "../../api/chart/contract.ts";
import { ObjectListPage } from "../../features/object-list/ObjectListPage.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { queryClient } from "../../web/client/query.ts";
import { CHARTS } from "./chart-list.tsx";

const ChartProperties = lazyComponent(
  async () => (await import("../../features/chart-properties/ChartProperties.tsx")).ChartProperties,
);

/** All charts the user may see. */
export function ChartsPage() {
  const [edited, setEdited] = useState<ChartRow>();
  const navigate = useNavigate();
  const handleNew = useCallback(() => void navigate("/chart/add"), [navigate]);
  return (
    <ObjectListPage kind={CHARTS} onNew={handleNew} onEdit={setEdited}>
      {edited ? <ChartProperties chartId={edited.id} onSaved={showAnew} onClose={() => setEdited(undefined)} /> : null}
    </ObjectListPage>
  );
}

/** What shows charts by their names and owners asks for them again. */
function showAnew(): void {
  for (const key of ["charts", "chart", "home", "favorites"]) void queryClient.invalidateQueries({ queryKey: [key] });
}
