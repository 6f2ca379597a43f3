import type { Choice, Control, Section } from "../../chart-seam/control.ts";
import { msg } from "../../i18n/translate.ts";
import type { Part } from "./controls.ts";

export function timeSection(more: { column?: Part; grain?: Part } = {}): Section {
  const column: Control = {
    name: "granularity_sqla",
    label: msg("Time column"),
    widget: "columns",
    multi: false,
    accepts: "temporal",
    ...more.column,
  };
  const grain: Control = {
    name: "time_grain_sqla",
    label: msg("Time grain"),
    widget: "select",
    clearable: true,
    choices: ({ dataset }) => (dataset?.time_grain_sqla ?? []).map(([duration, label]): Choice => [duration, label]),
    ...more.grain,
  };
  const range: Control = { name: "time_range", label: msg("Time range"), widget: "time-range" };
  return { label: msg("Time"), expanded: true, tab: "data", rows: [[column], [grain], [range]] };
}
