import { open as openExplore } from "../../../api/explore/contract.ts";
import { call } from "../../../web/client.ts";
import { toast } from "../../../web/toasts.ts";
import type { ExploreStore } from "../state/store.ts";

/** Takes the dataset as it is now into the workbench, and asks the chart's question again. */
export async function reloadDataset(store: ExploreStore): Promise<void> {
  const query = { datasource_id: store.getState().dataset.id, datasource_type: "table" };
  try {
    const { result } = await call(openExplore, { query });
    store.getState().replaceDataset(result.dataset);
    store.getState().run(true);
  } catch (cause) {
    toast.error(cause);
  }
}
