import { show } from "../../../api/chart/contract.ts";
import { ManagedPill } from "../../../features/managed/index.ts";
import { call } from "../../../web/client/client.ts";
import { can, isAdmin, useSession } from "../../../web/session/session.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import type { ExploreChart } from "../state/store.ts";
import { useWorkbench } from "../workbench/store-context.ts";
import { useChartDetail } from "./use-chart-detail.ts";

/** Where the chart is edited instead. */
export function ManagedChart({ chart }: { chart: ExploreChart }) {
  const { store } = useWorkbench();
  const session = useSession();
  const { data: detail } = useChartDetail();
  const userId = session.kind === "signed-in" ? session.user.userId : undefined;
  const isOwner = userId !== undefined && (chart.canEdit || chart.ownerIds.includes(userId));
  const allowSaving = async () => {
    let state: string | undefined;
    const onState = (read: string) => {
      state = read;
    };
    await call(show, { params: { id: `${chart.id}` } }, { onState });
    store.setState((old) => (old.chart ? { chart: { ...old.chart, isManagedExternally: false, state } } : {}));
  };
  return (
    <ManagedPill
      noun="chart"
      id={chart.id}
      place={detail?.external_url}
      canDetach={can("can_write", "Chart") && (isOwner || isAdmin())}
      onDetached={() => void allowSaving().catch(toast.error)}
    />
  );
}
