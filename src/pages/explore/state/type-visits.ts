import type { ChartType } from "../../../chart-seam/chart-type.ts";
import { controlsOf } from "../../../chart-seam/define.ts";
import type { FormData } from "../../../model/form-data.ts";
import { isSameValue } from "./form-values.ts";
import type { Settled } from "./visibility.ts";

/**
 * The forms in which chart types were left. Who goes back to a type finds it as it was, with what was chosen anew in
 * the meantime: what a change of type deals between metrics, axis and dimensions would not come back the same way.
 */
export type Visits = Readonly<Record<string, Visit>>;

interface Visit extends Settled {
  /** Controls that were given other values since, while other types were shown. */
  changed: readonly string[];
  /** Columns or metrics are among them. */
  isDealtAnew: boolean;
}

export interface Stay extends Settled {
  type: ChartType;
  /** The form as it was when the type was chosen. */
  arrived: FormData;
}

/** The visits after a type is left. */
export function afterStay(visits: Visits, { type, arrived, formData, stash }: Stay): Visits {
  const changed = controlsOf(type.sections).filter(({ name }) => !isSameValue(arrived[name], formData[name]));
  const isDealtAnew = changed.some(({ widget }) => isDealt(widget));
  const others = Object.entries(visits).map(([key, visit]): [string, Visit] => [
    key,
    {
      ...visit,
      changed: [...new Set([...visit.changed, ...changed.map(({ name }) => name)])],
      isDealtAnew: visit.isDealtAnew || isDealtAnew,
    },
  ]);
  return { ...Object.fromEntries(others), [type.key]: { formData, stash, changed: [], isDealtAnew: false } };
}

/** The form of a type that is chosen again. */
export function asLeft(form: FormData, type: ChartType, visits: Visits): FormData {
  const visit = visits[type.key];
  if (!visit) return form;
  const next: FormData = { ...form };
  for (const { name, widget } of controlsOf(type.sections)) {
    if (visit.changed.includes(name) || (visit.isDealtAnew && isDealt(widget))) continue;
    const value = visit.formData[name] ?? visit.stash[name];
    if (value === undefined) delete next[name];
    else next[name] = value;
  }
  return next;
}

function isDealt(widget: string): boolean {
  return widget === "columns" || widget === "metrics";
}
