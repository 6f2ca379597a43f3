import type { ChartType, GalleryCase } from "../../chart-seam/chart-type.ts";
import type { Choice, Control, ControlState } from "../../chart-seam/control.ts";
import { chartCard } from "../../chart-types/index.ts";
import { t } from "../../i18n/translate.ts";
import { AdhocFilter, columnLabel, metricLabel, QueryColumn, QueryMetric } from "../../model/adhoc.ts";
import { spatialColumns } from "../../model/map-values.ts";
import { controlLabel } from "../../web/control-words/control-words.ts";

export interface CaseControl {
  name: string;
  label: string;
  text: string;
}

export function controlsOf(type: ChartType, { formData }: GalleryCase): CaseControl[] {
  const state: ControlState = { formData };
  const controls = type.sections.flatMap(({ rows }) => rows.flat());
  const added = new Set<string>();
  return controls.flatMap((control) => {
    const { name } = control;
    if (!Object.hasOwn(formData, name) || added.has(name)) return [];
    added.add(name);
    const text = textOf(control, formData[name], state);
    return [{ name, label: controlLabel(control, state), text }];
  });
}

function textOf(control: Control, value: unknown, state: ControlState): string {
  if (Array.isArray(value)) return value.map((one) => textOf(control, one, state)).join(", ") || t("none");
  if (value === null || value === undefined || value === "") return t("none");
  if (typeof value === "boolean") return value ? t("on") : t("off");
  const [, chosen] = choicesOf(control, state).find(([one]) => one === value) ?? [];
  if (chosen) return chosen;
  if (control.widget === "order-by") return orderText(String(value));
  return typeof value === "object" ? wordsOf(control, value) : String(value);
}

function choicesOf(control: Control, state: ControlState): readonly Choice[] {
  const choices = "choices" in control ? control.choices : [];
  return typeof choices === "function" ? choices(state) : choices.map(([value, label]) => [value, t(label)]);
}

function orderText(text: string): string {
  const [column, isAscending] = JSON.parse(text) as unknown[];
  const values = { column: String(column) };
  return isAscending === false ? t("{column}, descending", values) : t("{column}, ascending", values);
}

function wordsOf(control: Control, value: object): string {
  if (control.widget === "charts") return chartText(value as { slice_name?: unknown; viz_type?: unknown });
  if (control.widget === "collection") return control.describe(value as Record<string, unknown>);
  if (control.widget === "filters") return filterText(AdhocFilter.parse(value));
  if (control.widget === "spatial")
    return spatialColumns(value as never)
      .map(columnLabel)
      .join(", ");
  if (control.widget === "fixed-or-metric") return textOf(control, (value as { value?: unknown }).value, NO_STATE);
  const metric = QueryMetric.safeParse(value);
  if (metric.success) return metricLabel(metric.data);
  const column = QueryColumn.safeParse(value);
  return column.success ? columnLabel(column.data) : JSON.stringify(value);
}

const cardName = (key: string) => {
  const card = chartCard(key);
  return card && t(card.name);
};

const chartText = ({ slice_name, viz_type }: { slice_name?: unknown; viz_type?: unknown }) =>
  String(slice_name ?? cardName(String(viz_type)) ?? viz_type);

const NO_STATE: ControlState = { formData: {} };

function filterText({ expressionType, sqlExpression, subject, operator, comparator }: AdhocFilter): string {
  if (expressionType === "SQL") return sqlExpression ?? "";
  const compared = Array.isArray(comparator) ? comparator.join(", ") : (comparator ?? "");
  return [subject, operator, compared].filter((part) => part !== "").join(" ");
}
