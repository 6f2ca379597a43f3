import { t } from "../../../i18n/translate.ts";
import type { DatasetColumn, DatasetMetric } from "../../../model/dataset.ts";
import { certificationOf, warningOf } from "../../../web/components/certification.ts";
import { type Mark, markOf } from "../../../web/components/TypeMark.tsx";
import type { DatasetItem } from "../state/roles.ts";

export interface PanelItem {
  item: DatasetItem;
  key: string;
  title: string;
  note: string;
  mark: Mark;
  description?: string;
  expression?: string;
  warning?: string;
  certifiedBy?: string;
}

export function metricItem(metric: DatasetMetric): PanelItem {
  return {
    item: { kind: "metric", name: metric.metric_name },
    key: `metric:${metric.metric_name}`,
    title: metric.verbose_name || metric.metric_name,
    note: aggregateOf(metric.expression),
    mark: "metric",
    description: metric.description ?? undefined,
    expression: metric.expression,
    warning: metric.warning_text || warningOf(metric.extra),
    certifiedBy: certificationOf(metric.extra)?.certified_by,
  };
}

export function columnItem(column: DatasetColumn): PanelItem {
  return {
    item: { kind: "column", name: column.column_name },
    key: `column:${column.column_name}`,
    title: column.verbose_name || column.column_name,
    note: column.expression ? t("calculated") : shortType(column.type),
    mark: markOf(column),
    description: column.description ?? undefined,
    expression: column.expression || undefined,
    warning: warningOf(column.extra),
    certifiedBy: certificationOf(column.extra)?.certified_by,
  };
}

function aggregateOf(expression: string): string {
  const found = /^\s*(?:(?:LONG|DOUBLE|FLOAT)\s*)?(SUM|AVG|MAX|MIN|COUNT)\s*\(([^()]*)\)\s*$/i.exec(expression);
  return found?.[1]?.toUpperCase() ?? "SQL";
}

function shortType(type: string | null | undefined): string {
  return (type ?? "").toLowerCase().replace(/\(.*$/, "").replace("timestamp without time zone", "timestamp");
}

export function searchItems(items: readonly PanelItem[], text: string): PanelItem[] {
  const needle = text.trim().toLowerCase();
  if (!needle) return [...items];
  const score = (one: PanelItem) => {
    const names = [one.title, one.item.name].map((name) => name.toLowerCase());
    if (names.some((name) => name.startsWith(needle))) return 3;
    if (names.some((name) => name.includes(needle))) return 2;
    return [one.expression, one.description, one.certifiedBy].some((more) => more?.toLowerCase().includes(needle))
      ? 1
      : 0;
  };
  return items
    .map((one) => ({ one, points: score(one) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .map(({ one }) => one);
}
