import type { FormData } from "../../model/form-data.ts";

const RENAMED: Readonly<Record<string, string>> = {
  x_axis_label: "x_axis_title",
  y_axis_label: "y_axis_title",
  bottom_margin: "x_axis_title_margin",
  left_margin: "y_axis_title_margin",
  show_bar_value: "show_value",
  y_log_scale: "logAxis",
  show_markers: "markerEnabled",
};

const CURVES: Readonly<Record<string, string>> = {
  monotone: "smooth",
  basis: "smooth",
  cardinal: "smooth",
  "step-before": "start",
  "step-after": "end",
};

const LINES: Readonly<Record<string, string>> = {
  smooth: "echarts_timeseries_smooth",
  start: "echarts_timeseries_step",
  end: "echarts_timeseries_step",
};

export function migrateLines(old: FormData): FormData {
  if (isCurrent(old)) return withComparison({ ...old });
  const form = TIMED.has(old.viz_type) ? overTime(renamed(old)) : renamed(old);
  if (typeof form.line_interpolation === "string" && form.seriesType === undefined) {
    form.seriesType = CURVES[form.line_interpolation] ?? "line";
    if (old.viz_type === "line") form.viz_type = LINES[String(form.seriesType)] ?? old.viz_type;
  }
  if (typeof form.stacked_style === "string") form.stack = STACKS[form.stacked_style] ?? null;
  return withComparison(form);
}

export function migrateBars(old: FormData): FormData {
  if (isCurrent(old)) return withComparison({ ...old });
  const isByGroup = old.viz_type === "dist_bar";
  const form = isByGroup ? renamed(old) : overTime(renamed(old));
  if (isByGroup) {
    const [axis, ...rest] = list(form.groupby);
    form.x_axis = axis ?? form.x_axis;
    form.groupby = [...rest, ...list(form.columns)];
    delete form.columns;
    if (form.timeseries_limit_metric === undefined && form.order_desc === undefined) form.order_desc = true;
  }
  if (typeof form.bar_stacked === "boolean" && form.stack === undefined) form.stack = form.bar_stacked ? "Stack" : null;
  if (form.orientation === undefined) form.orientation = "vertical";
  return withComparison(form);
}

/** Types over a time axis; Superset migrates them elsewhere. */
const TIMED = new Set(["line", "area"]);

export function overTime(form: FormData): FormData {
  const axis = form.granularity_sqla ? { x_axis: form.granularity_sqla } : {};
  return { ...form, ...axis, time_grain_sqla: form.time_grain_sqla || "P1D" };
}

const isCurrent = ({ viz_type }: FormData) => viz_type.startsWith("echarts_");

const STACKS: Readonly<Record<string, string>> = { stack: "Stack", stream: "Stream", expand: "Expand" };

const COMPARISONS: Readonly<Record<string, string>> = { absolute: "difference" };

function renamed(old: FormData): FormData {
  const form: FormData = { ...old };
  for (const [before, now] of Object.entries(RENAMED)) {
    if (form[before] === undefined || form[before] === null || form[now] !== undefined) continue;
    form[now] = form[before] === "auto" ? 0 : form[before];
    delete form[before];
  }
  if (typeof form.contribution === "boolean") {
    if (form.contribution) form.contributionMode = "row";
    delete form.contribution;
  }
  return form;
}

/** Legacy types store shifts without "ago" and call the difference "absolute". */
export function migrateComparison(form: FormData): FormData {
  return withComparison({ ...form });
}

/** `1 year`, but not `inherit`, a date, or `1 year later`. */
const BARE_SHIFT = /^(\d+|an?|one) *[a-z]+$/i;

function withComparison(form: FormData): FormData {
  const shifts = list(form.time_compare).map(String);
  if (shifts.length > 0) form.time_compare = shifts.map((shift) => (BARE_SHIFT.test(shift) ? `${shift} ago` : shift));
  const type = String(form.comparison_type ?? "");
  if (COMPARISONS[type]) form.comparison_type = COMPARISONS[type];
  return form;
}

function list(value: unknown): unknown[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
