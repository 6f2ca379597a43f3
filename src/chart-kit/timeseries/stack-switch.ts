import type { TransformInput } from "../../chart-seam/chart-type.ts";
import { densityOf } from "../density.ts";
import type { Picture } from "../echart/picture.ts";
import type { TimeseriesForm, TimeseriesKind } from "./schema.ts";

/** The on-chart switch of the stacking ("Extra controls"): its choice lives in the chart's own state. */
export interface TimeseriesPicture extends Picture {
  stackSwitch?: { value: string | null; choices: readonly (readonly [string | null, string])[] };
}

/** Height the switch takes from the chart, pixels. */
export const SWITCH_HEIGHT = 32;

const CHOICES = [
  [null, "None"],
  ["Stack", "Stack"],
] as const;

export function stackSwitchOf(
  { formData: form, ownState, width, height }: TransformInput<TimeseriesForm>,
  kind: TimeseriesKind,
): TimeseriesPicture["stackSwitch"] {
  const hasRoom = densityOf(width, height - SWITCH_HEIGHT) === "full";
  if (!form.show_extra_controls || !hasRoom || (kind.mark !== "bar" && kind.mark !== "area")) return undefined;
  const chosen = ownState?.stack;
  const value = chosen === undefined ? (form.stack ?? null) : typeof chosen === "string" ? chosen : null;
  return { value, choices: kind.mark === "area" ? [...CHOICES, ["Expand", "Expand"]] : CHOICES };
}
