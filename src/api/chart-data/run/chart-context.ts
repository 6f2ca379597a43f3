import { isDeepStrictEqual } from "node:util";
import { drawingProblems } from "../../../chart-seam/define.ts";
import { loadTypedForm, type TypedForm } from "../../../chart-types/index.ts";
import { msg } from "../../../i18n/translate.ts";
import { type ExtraFormData, mergeExtraFormData } from "../../../model/data-mask.ts";
import { withDimensions } from "../../../model/display-control.ts";
import { type FormData, readSharedForm } from "../../../model/form-data.ts";
import { readJson } from "../../../model/json-text.ts";
import { QueryContext } from "../../../model/query-context.ts";
import { type ChartRecord, formDataOf } from "../../chart/index.ts";

export const COMPOSITE_WITHOUT_DATA = msg(
  "This chart combines other charts and has no data of its own. Request data from those charts instead.",
);

/**
 * The saved query context if it is current, else one from the form data, as for charts that were imported or changed by
 * scripts. Undefined without a context and complete form data of a known type.
 */
export async function contextOfChart(chart: ChartRecord): Promise<QueryContext | undefined> {
  const saved = savedContext(chart);
  if (saved && !isStale(saved, chart)) return saved;
  return (await builtContext(chart)) ?? saved;
}

function savedContext(chart: ChartRecord): QueryContext | undefined {
  const parsed = QueryContext.safeParse(chart.query_context ? maybeJson(chart.query_context) : undefined);
  if (!parsed.success) return undefined;
  const { datasource_id: id } = chart;
  return id === null ? parsed.data : { ...parsed.data, datasource: { ...parsed.data.datasource, id } };
}

export function contextWithFilters(chart: ChartRecord, extra: ExtraFormData): Promise<QueryContext | undefined> {
  return builtContext(chart, extra);
}

function builtContext(chart: ChartRecord, extra?: ExtraFormData): Promise<QueryContext | undefined> {
  return contextOfForm(formDataOf(chart), extra);
}

export async function contextOfForm(requested: unknown, extra?: ExtraFormData): Promise<QueryContext | undefined> {
  const read = readSharedForm(requested);
  const typed = read && (await loadTypedForm(withDimensions(read, extra)));
  if (!typed || Object.keys(drawingProblems(typed.type, typed.formData)).length > 0) return undefined;
  if (!extra) return queryOf(typed, typed.formData);
  const merged = mergeExtraFormData([typed.formData.extra_form_data ?? undefined, extra]);
  const formData = { ...typed.formData, extra_form_data: merged };
  const query = queryOf(typed, formData);
  return query && { ...query, form_data: formData };
}

export function queryOf({ type }: TypedForm, formData: FormData): QueryContext | undefined {
  try {
    return type.buildQuery(formData);
  } catch {
    return undefined;
  }
}

const PASSING = new Set([
  "slice_id",
  "datasource",
  "dashboards",
  "dashboardId",
  "extra_form_data",
  "extra_filters",
  "url_params",
  "force",
  "result_format",
  "result_type",
  "include_time",
  "label_colors",
  "shared_label_colors",
  "map_label_colors",
  "color_scheme",
]);

function isStale({ form_data: savedForm }: QueryContext, chart: ChartRecord): boolean {
  if (!savedForm) return false;
  const now = formDataOf(chart);
  return Object.entries(savedForm).some(
    ([key, value]) =>
      !PASSING.has(key) && Object.hasOwn(now, key) && !isDeepStrictEqual(value ?? null, now[key] ?? null),
  );
}

function maybeJson(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}
