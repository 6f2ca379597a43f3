import type { ChartType } from "../../../chart-seam/chart-type.ts";
import type { Choice, Control } from "../../../chart-seam/control.ts";
import { controlsOf, isEmptyValue } from "../../../chart-seam/define.ts";
import type { FormData } from "../../../model/form-data.ts";

/**
 * A stored form holds only what its selects of fixed choices offer: of several values those stay that are choices, and
 * one value that is none becomes null, unless the type knows it as another way of writing a choice.
 */
export function withinFixedChoices(type: ChartType, formData: FormData): FormData {
  const next: FormData = { ...formData };
  for (const control of controlsOf(type.sections)) {
    const choices = fixedChoices(control);
    const value = formData[control.name];
    if (!choices || isEmptyValue(value)) continue;
    const isChoice = (one: unknown) => choices.some(([choice]) => String(choice) === String(one));
    if (Array.isArray(value)) next[control.name] = value.filter(isChoice);
    else if (!isChoice(value)) next[control.name] = choiceMeant(type, { formData, name: control.name, isChoice });
  }
  return next;
}

/** The choices of a select that has always the same ones and takes no others. */
export function fixedChoices(control: Control): readonly Choice[] | undefined {
  if (control.widget !== "select" || control.freeForm || typeof control.choices === "function") return undefined;
  return control.choices;
}

interface Odd {
  formData: FormData;
  name: string;
  isChoice(value: unknown): boolean;
}

const NONSENSE = "\u0000";

function choiceMeant(type: ChartType, { formData, name, isChoice }: Odd): unknown {
  const meant = type.read(formData)?.[name];
  return isChoice(meant) && meant !== type.read({ ...formData, [name]: NONSENSE })?.[name] ? meant : null;
}
