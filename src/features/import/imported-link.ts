import type { ImportItem } from "../../api/bundle/contract.ts";
import { t } from "../../i18n/translate.ts";

const ADDRESSES: Readonly<Record<ImportItem["kind"], (id: number) => string>> = {
  dashboard: (id) => `/superset/dashboard/${id}/`,
  chart: (id) => `/explore/?slice_id=${id}`,
  dataset: (id) => `/explore/?datasource_type=table&datasource_id=${id}`,
  saved_query: (id) => `/sqllab/?savedQueryId=${id}`,
  theme: (id) => `/theme/list/?edit=${id}`,
  database: (id) => `/databaseview/list/?edit=${id}`,
};
const KINDS = Object.keys(ADDRESSES) as ImportItem["kind"][];

/** Opens what was imported: the first dashboard, else the first chart and so on; what it is built on comes last. */
export function importedLink(items: readonly ImportItem[], open: (address: string) => void) {
  const written = items.filter(({ id, action }) => id !== undefined && action !== "keep");
  const found = KINDS.flatMap((kind) => written.find((item) => item.kind === kind) ?? [])[0];
  if (found?.id === undefined) return undefined;
  const { kind, id, name } = found;
  return { label: t("Open “{name}”", { name }), run: () => open(ADDRESSES[kind](id)) };
}
