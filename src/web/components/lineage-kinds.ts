import type { NodeKind } from "../../api/lineage/contract.ts";
import { t } from "../../i18n/translate.ts";

export const LINEAGE_KINDS: Readonly<Record<NodeKind, string>> = {
  table: t("Table"),
  field: t("Table column"),
  dataset: t("Dataset"),
  column: t("Dataset column"),
  metric: t("Metric"),
  chart: t("Chart"),
  filter: t("Filter"),
  dashboard: t("Dashboard"),
  report: t("Alert or report"),
  link: t("Public link"),
  embedded: t("Embedded dashboard"),
  assertion: t("Assertion"),
};

export const LINEAGE_COUNTS: Readonly<Record<NodeKind, (count: number) => string>> = {
  table: (count) => t("{count, plural, one {# table} other {# tables}}", { count }),
  field: (count) => t("{count, plural, one {# table column} other {# table columns}}", { count }),
  dataset: (count) => t("{count, plural, one {# dataset} other {# datasets}}", { count }),
  column: (count) => t("{count, plural, one {# dataset column} other {# dataset columns}}", { count }),
  metric: (count) => t("{count, plural, one {# metric} other {# metrics}}", { count }),
  chart: (count) => t("{count, plural, one {# chart} other {# charts}}", { count }),
  filter: (count) => t("{filters, plural, one {# filter} other {# filters}}", { filters: count }),
  dashboard: (count) => t("{count, plural, one {# dashboard} other {# dashboards}}", { count }),
  report: (count) => t("{count, plural, one {# alert or report} other {# alerts and reports}}", { count }),
  link: (count) => t("{count, plural, one {# public link} other {# public links}}", { count }),
  embedded: (count) => t("{count, plural, one {# embedded dashboard} other {# embedded dashboards}}", { count }),
  assertion: (count) => t("{count, plural, one {# assertion} other {# assertions}}", { count }),
};

export function lineageUrl({ kind, id, name }: { kind: NodeKind; id: number; name: string }): string | undefined {
  if (kind === "link" || kind === "embedded" || kind === "assertion") return undefined;
  const query = name ? `?name=${encodeURIComponent(name)}` : "";
  return `/lineage/${kind}/${id}${query}`;
}
