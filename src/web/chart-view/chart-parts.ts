import { layers } from "../../api/dashboard/contract.ts";
import { open } from "../../api/explore/contract.ts";
import type { ChartPart, PartRequest } from "../../chart-seam/chart-type.ts";
import { loadTypedForm } from "../../chart-types/index.ts";
import { t } from "../../i18n/translate.ts";
import type { QueryColumn } from "../../model/adhoc.ts";
import { mergeExtraFormData } from "../../model/data-mask.ts";
import type { Dataset } from "../../model/dataset.ts";
import { FormData, readForm } from "../../model/form-data.ts";
import { layerContributions } from "../../model/layer-scope.ts";
import type { ChartDataResponse, QueryContext, QueryObject } from "../../model/query-context.ts";
import { call } from "../client/client.ts";

export interface FetchedParts {
  parts: readonly ChartPart[];
  failedParts: number;
}

interface Question {
  parts: readonly PartRequest[];
  /** The chart that contains the parts. Its filters apply to them. */
  whole: FormData;
  ask(context: QueryContext, signal: AbortSignal): Promise<ChartDataResponse>;
}

/** Failed parts are left out and counted; rejects if all fail. */
export async function fetchParts(question: Question, signal: AbortSignal): Promise<FetchedParts> {
  const results = await Promise.allSettled(
    question.parts.map((part, place) => fetchPart({ ...part, place }, question, signal)),
  );
  signal.throwIfAborted();
  const parts = results.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const [failed] = results.flatMap((one) => (one.status === "rejected" ? [one] : []));
  if (failed && parts.length === 0) throw failed.reason;
  return { parts, failedParts: results.length - parts.length };
}

async function fetchPart(
  { chart, columns = [], place }: PartRequest & { place: number },
  { whole, ask }: Question,
  signal: AbortSignal,
): Promise<ChartPart> {
  const { id, name, form, dataset } = await formOf(chart, whole, signal);
  const typed = await loadTypedForm(form);
  if (!typed) throw new Error(t("Chart type “{type}” isn't available.", { type: String(form.viz_type) }));
  const formData = asPartOf(typed.formData, whole, place);
  const context = typed.type.buildQuery(formData);
  const queries = columns.length > 0 ? context.queries.map((query) => splitBy(query, columns)) : context.queries;
  const partContext = { ...context, queries };
  const { result: results } = await ask(partContext, signal);
  return { id, name, type: typed.type, formData, results, context: partContext, ...(dataset ? { dataset } : {}) };
}

/** Drops the limit and post-processing, which aren't meant for all rows together. */
function splitBy({ post_processing: _, row_limit: __, ...query }: QueryObject, columns: readonly QueryColumn[]) {
  return { ...query, columns: [...(query.columns ?? []), ...columns] };
}

interface Found {
  id: number | null;
  name: string;
  form: FormData;
  dataset?: Dataset;
}

async function formOf(chart: number | FormData, whole: FormData, signal: AbortSignal): Promise<Found> {
  if (typeof chart !== "number") {
    const name = typeof chart.slice_name === "string" ? chart.slice_name : "";
    return { id: null, name, form: { ...chart, datasource: chart.datasource ?? whole.datasource } };
  }
  try {
    const { result } = await call(open, { query: { slice_id: chart } }, { signal });
    const form = readForm({ ...result.form_data, slice_id: chart }, FormData);
    return { id: chart, name: result.slice?.slice_name ?? "", form, dataset: result.dataset };
  } catch (cause) {
    const layer = await layerOf(chart, whole, signal).catch(() => undefined);
    if (!layer) throw cause;
    return { id: chart, name: layer.slice_name, form: readForm(layer.form_data, FormData) };
  }
}

/** Users with access to the dashboard may load it without access to the chart. */
async function layerOf(id: number, { dashboardId, slice_id }: FormData, signal: AbortSignal) {
  if (!dashboardId || !slice_id) return undefined;
  const params = { id: String(dashboardId), chart_id: Number(slice_id) };
  const { result } = await call(layers, { params }, { signal });
  return result.find((layer) => layer.id === id);
}

function asPartOf(form: FormData, whole: FormData, place: number): FormData {
  const extras = [form.extra_form_data ?? undefined, whole.extra_form_data ?? undefined];
  return {
    ...form,
    adhoc_filters: [...(form.adhoc_filters ?? []), ...(whole.adhoc_filters ?? [])],
    extra_form_data: mergeExtraFormData([...extras, ...layerContributions(whole, place)]),
    ...(whole.slice_id ? { parent_slice_id: whole.slice_id } : {}),
    ...(whole.dashboardId ? { dashboardId: whole.dashboardId } : {}),
  };
}
