import type { ChartType } from "../../../chart-seam/chart-type.ts";
import type { Choice, Control } from "../../../chart-seam/control.ts";
import { controlsOf, isEmptyValue } from "../../../chart-seam/define.ts";
import type { FormData } from "../../../model/form-data.ts";

/**
 * Drops stored values that a select with fixed choices doesn't offer, unless the type's schema maps them to one (a
 * legacy spelling).
 */
export function withValidChoices(type: ChartType, formData: FormData): FormData {
  const next: FormData = { ...formData };
  for (const control of controlsOf(type.sections)) {
    const choices = fixedChoices(control);
    const value = formData[control.name];
    if (!choices || isEmptyValue(value)) continue;
    const isChoice = (one: unknown) => choices.some(([choice]) => String(choice) === String(one));
    if (Array.isArray(value)) next[control.name] = value.filter(isChoice);
    else if (!isChoice(value)) next[control.name] = parsedChoice(type, { formData, name: control.name, isChoice });
  }
  return next;
}

export function fixedChoices(control: Control): readonly Choice[] | undefined {
  if (control.widget !== "select" || control.freeForm || typeof control.choices === "function") return undefined;
  return control.choices;
}

interface InvalidChoice {
  formData: FormData;
  name: string;
  isChoice(value: unknown): boolean;
}

const INVALID = "\u0000";

function parsedChoice(type: ChartType, { formData, name, isChoice }: InvalidChoice): unknown {
  const readValue = type.read(formData)?.[name];
  return isChoice(readValue) && readValue !== type.read({ ...formData, [name]: INVALID })?.[name] ? readValue : null;
}
