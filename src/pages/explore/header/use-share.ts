import { Code, Link, Mail } from "lucide-react";
import { createElement, useCallback } from "react";
import { createPermalink } from "../../../api/explore/contract.ts";
import { t } from "../../../i18n/translate.ts";
import type { MenuItem } from "../../../ui/Menu.tsx";
import { call } from "../../../web/client/client.ts";
import { copyText } from "../../../web/toasts/clipboard.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { openDialog } from "../state/dialogs.ts";
import type { ExploreStore } from "../state/store.ts";
import { useWorkbench } from "../workbench/store-context.ts";

export async function permalinkOf(store: ExploreStore): Promise<string> {
  const { formData, chart } = store.getState();
  const urlParams = Object.entries(formData.url_params ?? {}).map(([name, value]): [string, string] => [
    name,
    `${value}`,
  ]);
  const body = { formData: { ...formData, ...(chart ? { slice_id: chart.id } : {}) }, urlParams };
  const { key } = await call(createPermalink, { body });
  return `${window.location.origin}/superset/explore/p/${key}/`;
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

export function useShareMenu(): MenuItem[] {
  const { store } = useWorkbench();
  const share = useShare();
  const sendEmail = async () => {
    try {
      window.location.assign(mailtoLink(store.getState().name || t("Chart"), await permalinkOf(store)));
    } catch (error) {
      toast.error(error);
    }
  };
  const icon = (Icon: typeof Link) => createElement(Icon, { size: 14 });
  return [
    { key: "permalink", label: t("Copy permalink"), icon: icon(Link), onSelect: () => void share() },
    { key: "email", label: t("Send by email"), icon: icon(Mail), onSelect: () => void sendEmail() },
    { key: "embed", label: t("Embed code"), icon: icon(Code), onSelect: () => openDialog("embed") },
  ];
}

function mailtoLink(name: string, link: string): string {
  return `mailto:?subject=${encodeURIComponent(name)}&body=${encodeURIComponent(`${name}\n${link}`)}`;
}
