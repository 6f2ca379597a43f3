import type { ChartType } from "../../../chart-seam/chart-type.ts";
import { controlsOf } from "../../../chart-seam/define.ts";
import type { FormData } from "../../../model/form-data.ts";
import { isSameValue } from "./form-values.ts";
import type { StashedForm } from "./visibility.ts";

/**
 * The form of each chart type when it was last shown. Returning to a type restores it, with later changes applied,
 * because reassigning roles back and forth isn't reversible.
 */
export type FormsByType = Readonly<Record<string, RememberedForm>>;

interface RememberedForm extends StashedForm {
  changed: readonly string[];
  isReassigned: boolean;
}

export interface TypeSession extends StashedForm {
  type: ChartType;
  initialForm: FormData;
}

export function rememberForm(
  formsByType: FormsByType,
  { type, initialForm, formData, stash }: TypeSession,
): FormsByType {
  const changed = controlsOf(type.sections).filter(({ name }) => !isSameValue(initialForm[name], formData[name]));
  const isReassigned = changed.some(({ widget }) => isColumnOrMetric(widget));
  const others = Object.entries(formsByType).map(([key, remembered]): [string, RememberedForm] => [
    key,
    {
      ...remembered,
      changed: [...new Set([...remembered.changed, ...changed.map(({ name }) => name)])],
      isReassigned: remembered.isReassigned || isReassigned,
    },
  ]);
  return { ...Object.fromEntries(others), [type.key]: { formData, stash, changed: [], isReassigned: false } };
}

export function recallForm(form: FormData, type: ChartType, formsByType: FormsByType): FormData {
  const remembered = formsByType[type.key];
  if (!remembered) return form;
  const next: FormData = { ...form };
  for (const { name, widget } of controlsOf(type.sections)) {
    if (remembered.changed.includes(name) || (remembered.isReassigned && isColumnOrMetric(widget))) continue;
    const value = remembered.formData[name] ?? remembered.stash[name];
    if (value === undefined) delete next[name];
    else next[name] = value;
  }
  return next;
}

function isColumnOrMetric(widget: string): boolean {
  return widget === "columns" || widget === "metrics";
}
