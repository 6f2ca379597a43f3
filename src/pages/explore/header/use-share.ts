import { useCallback } from "react";
import { createPermalink } from "../../../api/explore/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { call } from "../../../web/client/client.ts";
import { copyText } from "../../../web/toasts/clipboard.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import type { ExploreStore } from "../state/store.ts";
import { useWorkbench } from "../workbench/store-context.ts";

export async function permalinkKeyOf(store: ExploreStore): Promise<string> {
  const { formData, chart } = store.getState();
  const urlParams = Object.entries(formData.url_params ?? {}).map(([name, value]): [string, string] => [
    name,
    `${value}`,
  ]);
  const body = { formData: { ...formData, ...(chart ? { slice_id: chart.id } : {}) }, urlParams };
  return (await call(createPermalink, { body })).key;
}

export async function permalinkOf(store: ExploreStore): Promise<string> {
  return `${window.location.origin}/superset/explore/p/${await permalinkKeyOf(store)}/`;
}

export function useShare(): () => Promise<void> {
  const { store } = useWorkbench();
  return useCallback(async () => {
    try {
      if (await copyText(await permalinkOf(store))) toast.success(t("Link Copied!"));
    } catch (error) {
      toast.error(error);
    }
  }, [store]);
}
