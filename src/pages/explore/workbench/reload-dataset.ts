import { open as openExplore } from "../../../api/explore/contract.ts";
import { datasourceOf } from "../../../model/dataset.ts";
import { call } from "../../../web/client/client.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import type { ExploreStore } from "../state/store.ts";

/** Takes the dataset as it is now into the workbench, and asks the chart's question again. */
export async function reloadDataset(store: ExploreStore): Promise<void> {
  const { id, type } = datasourceOf(store.getState().dataset);
  const query = { datasource_id: id, datasource_type: type };
  try {
    const { result } = await call(openExplore, { query });
    store.getState().replaceDataset(result.dataset);
    store.getState().run(true);
  } catch (cause) {
    toast.error(cause);
  }
}
