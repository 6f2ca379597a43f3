import { AssertionDialog } from "../../../features/assertions/AssertionDialog.tsx";
import { useView } from "../state/context.ts";

/** About a dataset that charts of the dashboard use; shown on this dashboard only. */
export function AddAssertion({ onClose }: { onClose(): void }) {
  const { id, known } = useView(({ dashboard }) => ({ id: dashboard.detail.id, known: dashboard.datasets }));
  // Without access to a dataset itself, its database is missing.
  const datasets = [...known.values()].filter(({ database }) => database !== undefined);
  return (
    <AssertionDialog
      dashboardId={id}
      datasets={datasets.map((one) => ({ id: one.id, name: one.table_name }))}
      onClose={onClose}
    />
  );
}
