import type { FormData } from "../model/form-data.ts";
import type { ChartType } from "./chart-type.ts";
import type { Control } from "./control.ts";
import { controlsOf } from "./define.ts";

/** Form data whose values are of the kind that their controls hold: switches on or off, one value instead of a list. */
export function withPlainValues(type: ChartType, form: FormData): FormData {
  const plain: FormData = { ...form };
  for (const control of controlsOf(type.sections)) {
    const stored = form[control.name];
    if (stored === undefined) continue;
    const value = plainValue(control, stored);
    if (value === undefined) delete plain[control.name];
    else plain[control.name] = value;
  }
  return plain;
}

/** Undefined where the value says nothing, so that the default holds. */
function plainValue(control: Control, stored: unknown): unknown {
  switch (control.widget) {
    case "checkbox":
      return switchOf(stored);
    case "radio":
    case "text":
      return oneOf(stored);
    case "number":
    case "slider":
      return numberOf(control, stored);
    case "select":
      if (control.multi) return stored;
      return control.numeric ? numberOf(control, stored) : oneOf(stored);
    default:
      return stored;
  }
}

const OFF: readonly unknown[] = [null, "", 0, "0", "false", "False"];
const ON: readonly unknown[] = [1, "1", "true", "True"];

/** Of a switch: only one that isn't stored has its default. */
function switchOf(stored: unknown): unknown {
  if (OFF.includes(stored)) return false;
  return ON.includes(stored) ? true : stored;
}

/** An empty text is no number; of limits it means as many as there are. */
function numberOf(control: Control, stored: unknown): unknown {
  const one = oneOf(stored);
  if (control.name.startsWith("row_limit")) return one === undefined ? "" : one;
  return one === "" && control.default !== undefined ? undefined : one;
}

function oneOf(stored: unknown): unknown {
  if (Array.isArray(stored)) return stored.length > 1 ? stored : stored[0];
  const isBare = typeof stored === "object" && stored !== null && Object.keys(stored).length === 0;
  return isBare ? undefined : stored;
}
