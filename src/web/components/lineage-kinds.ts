import type { NodeKind } from "../../api/lineage/contract.ts";
import { t } from "../../i18n/translate.ts";

export const LINEAGE_KINDS: Readonly<Record<NodeKind, string>> = {
  table: t("Table"),
  field: t("Table column"),
  dataset: t("Dataset"),
  column: t("Column"),
  metric: t("Metric"),
  chart: t("Chart"),
  filter: t("Filter"),
  dashboard: t("Dashboard"),
  report: t("Alert or report"),
  link: t("Public link"),
  embedded: t("Embedded dashboard"),
};

export function lineageUrl({ kind, id, name }: { kind: NodeKind; id: number; name: string }): string | undefined {
  if (kind === "link" || kind === "embedded") return undefined;
  const query = name ? `?name=${encodeURIComponent(name)}` : "";
  return `/lineage/${kind}/${id}${query}`;
}
