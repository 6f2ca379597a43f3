import { useCallback } from "react";
import { createPermalink } from "../../../api/explore/contract.ts";
import { call } from "../../../web/client.ts";
import { copyAndSay } from "../../../web/clipboard.ts";
import { toast } from "../../../web/toasts.ts";
import { useBench } from "../workbench/store-context.ts";

/** Copies a lasting link to the chart as it stands. */
export function useShare(): () => Promise<void> {
  const { store } = useBench();
  return useCallback(async () => {
    const { formData, chart } = store.getState();
    try {
      const body = { formData: { ...formData, ...(chart ? { slice_id: chart.id } : {}) }, urlParams: [] };
      const { key } = await call(createPermalink, { body });
      await copyAndSay(`${window.location.origin}/superset/explore/p/${key}/`);
    } catch (error) {
      toast.error(error);
    }
  }, [store]);
}
