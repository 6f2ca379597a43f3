import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import * as contract from "../../../api/chart/contract.ts";
import { VersionsDialog } from "../../../features/versions/VersionsDialog.tsx";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { closeDialog, useDialogs } from "../state/dialogs.ts";
import { useExplore, useWorkbench } from "../workbench/store-context.ts";
import { chartKey } from "./use-chart-detail.ts";
import { useSave } from "./use-save.ts";

const SaveDialog = lazyComponent(async () => (await import("./SaveDialog.tsx")).SaveDialog);
const ChangesDialog = lazyComponent(async () => (await import("./ChangesDialog.tsx")).ChangesDialog);
const ChartProperties = lazyComponent(
  async () => (await import("../../../features/chart-properties/ChartProperties.tsx")).ChartProperties,
);
const QueryDialog = lazyComponent(async () => (await import("../results/SqlView.tsx")).QueryDialog);
const DashboardsDialog = lazyComponent(async () => (await import("./DashboardsDialog.tsx")).DashboardsDialog);
const EmbedDialog = lazyComponent(async () => (await import("./EmbedDialog.tsx")).EmbedDialog);
const ShareDialog = lazyComponent(async () => (await import("./ShareDialog.tsx")).ShareDialog);
const DeleteDialog = lazyComponent(async () => (await import("../../../web/dialogs/DeleteDialog.tsx")).DeleteDialog);

export function DialogHost() {
  const open = useDialogs((state) => state.open);
  // A dialog that leads to another page would open again with the next chart.
  useEffect(() => closeDialog, []);
  return open ? <OpenDialog dialog={open} /> : null;
}

function ChartVersions() {
  const chart = useExplore((state) => state.chart);
  const { canOverwrite } = useSave();
  if (!chart) return null;
  return (
    <VersionsDialog
      noun="chart"
      id={chart.id}
      name={chart.name}
      canRestore={canOverwrite}
      onClose={closeDialog}
      onOpenAsNew={(address) => window.location.assign(address)}
      onRestored={() => window.location.assign(`/explore/?slice_id=${chart.id}`)}
    />
  );
}

function OpenChartProperties() {
  const { store } = useWorkbench();
  const chart = useExplore((state) => state.chart);
  const queries = useQueryClient();
  if (!chart) return null;
  return (
    <ChartProperties
      chartId={chart.id}
      basedOn={chart.state}
      onSaved={(saved) => {
        store.setState({ chart: { ...chart, ...saved }, name: saved.name, savedName: saved.name });
        void queries.invalidateQueries({ queryKey: ["explore", chartKey(chart.id)] });
      }}
      onClose={closeDialog}
    />
  );
}

function DeleteChart() {
  const chart = useExplore((state) => state.chart);
  const navigate = useNavigate();
  if (!chart) return null;
  return (
    <DeleteDialog
      items={[{ id: chart.id, name: chart.name }]}
      noun={{ one: "chart", many: "charts" }}
      contract={contract}
      listKey="charts"
      toTrash="chart"
      onClose={closeDialog}
      onDeleted={() => void navigate("/chart/list/")}
    />
  );
}

function OpenDialog({ dialog }: { dialog: NonNullable<ReturnType<typeof useDialogs.getState>["open"]> }) {
  switch (dialog) {
    case "save":
      return <SaveDialog startAsNew={false} />;
    case "save-as":
      return <SaveDialog startAsNew />;
    case "changes":
      return <ChangesDialog />;
    case "properties":
      return <OpenChartProperties />;
    case "query":
      return <QueryDialog />;
    case "share":
      return <ShareDialog />;
    case "embed":
      return <EmbedDialog />;
    case "dashboards":
      return <DashboardsDialog />;
    case "versions":
      return <ChartVersions />;
    case "delete":
      return <DeleteChart />;
  }
}
