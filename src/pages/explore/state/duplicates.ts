import type { ChartType } from "../../../chart-seam/chart-type.ts";
import type { Control, ControlState } from "../../../chart-seam/control.ts";
import { visibleControls } from "../../../chart-seam/define.ts";
import { t } from "../../../i18n/translate.ts";
import { columnLabel, metricLabel, type QueryColumn, type QueryMetric } from "../../../model/adhoc.ts";
import type { Dataset } from "../../../model/dataset.ts";
import type { FormData } from "../../../model/form-data.ts";
import type { QueryContext } from "../../../model/query-context.ts";
import { controlLabel } from "../../../web/control-words/control-words.ts";
import { columnTitle, metricTitle } from "../../../web/control-words/dataset-words.ts";
import { toList } from "./form-values.ts";

/** The server rejects queries with duplicate labels. Control name -> error message. */
export function duplicateChoices(
  type: ChartType,
  { formData, dataset }: { formData: FormData; dataset: Dataset },
): Record<string, string> {
  // An invalid form has no query.
  const doubled = type.read(formData) ? duplicateLabels(type.buildQuery(formData)) : new Set<string>();
  const state: ControlState = { formData, dataset };
  const problems: Record<string, string> = {};
  if (doubled.size === 0) return problems;
  const firsts = new Map<string, Control>();
  for (const control of visibleControls(type.sections, state)) {
    for (const { label, title } of choicesOf(control, state)) {
      if (!doubled.has(label)) continue;
      const first = firsts.get(label);
      if (!first) firsts.set(label, control);
      else if (first !== control) {
        problems[control.name] ??= t("Already used in {control}: {name}", {
          control: controlLabel(first, state),
          name: title,
        });
      }
    }
  }
  return problems;
}

function duplicateLabels({ queries }: QueryContext): Set<string> {
  const doubled = new Set<string>();
  for (const { columns, metrics } of queries) {
    const labels = [...(columns ?? []).map(columnLabel), ...(metrics ?? []).map(metricLabel)];
    for (const [place, label] of labels.entries()) if (labels.indexOf(label) < place) doubled.add(label);
  }
  return doubled;
}

function choicesOf({ widget, name }: Control, { formData, dataset }: ControlState): { label: string; title: string }[] {
  const value = formData[name];
  if (widget === "metrics") {
    const metrics = toList(value as QueryMetric | QueryMetric[] | null);
    return metrics.map((one) => ({ label: metricLabel(one), title: metricTitle(dataset, one) }));
  }
  if (widget !== "columns") return [];
  const columns = toList(value as QueryColumn | QueryColumn[] | null);
  return columns.map((one) => ({ label: columnLabel(one), title: columnTitle(dataset, one) }));
}
