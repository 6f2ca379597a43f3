import { useLocation } from "react-router";
import { open } from "../../../api/explore/contract.ts";
import { controlsOf } from "../../../chart-seam/define.ts";
import { loadChartType, loadTypedForm } from "../../../chart-types/index.ts";
import { type Dataset, datasourceKey, isSqlSource } from "../../../model/dataset.ts";
import { FormData, parseDatasource, withoutUnreadable } from "../../../model/form-data.ts";
import type { OperationResult } from "../../../model/operation.ts";
import { call } from "../../../web/client/client.ts";
import { type Fetched, useFetched } from "../../../web/client/use-fetched.ts";
import { controlLabel } from "../../../web/control-words/control-words.ts";
import { humanized } from "../../../web/control-words/plain-words.ts";
import { type ExploreAddress, formIn, parseAddress } from "../state/address.ts";
import { DEFAULT_CHART_TYPE, startingForm } from "../state/starting-form.ts";
import type { ExploreChart } from "../state/store.ts";
import { extentOf } from "./extent-of.ts";
import { draftOf, offeredDraftOf } from "./use-draft.ts";

type Opened = OperationResult<typeof open>["result"];

/** Everything the address opened. */
export interface ExploreSource {
  address: ExploreAddress;
  dataset: Dataset;
  chart: ExploreChart | null;
  formData: FormData;
  /** What changes are measured against. */
  saved: FormData;
  message?: string;
  /** False: the dataset is gone, or its rows may not be read. */
  hasDataset: boolean;
  /** Where an unsaved move took the chart. */
  draftDataset?: Dataset | undefined;
}

/** Opens what the address names: a saved chart, a dataset, cached form data or a shared link. */
export function useSource(): { key: string | undefined; source: Fetched<ExploreSource> } {
  const { pathname, search, key: visit } = useLocation();
  const address = parseAddress(pathname, search);
  const isNamed = address.sliceId || address.datasourceId || address.formDataKey || address.permalinkKey;
  const key = isNamed ? `open ${visit} ${pathname}${search}` : undefined;
  const load = async (signal: AbortSignal) => {
    const opened = await toSource(address, await openAddress(address, signal));
    const draft = draftOf(opened) ?? offeredDraftOf(opened);
    const source = draft ? { ...opened, draftDataset: await movedTo(draft.formData, opened.dataset, signal) } : opened;
    await Promise.all([source.formData, source.saved, ...(draft ? [draft.formData] : [])].map(loadTypedForm));
    return source;
  };
  const source = useFetched(key, load, { once: true });
  return { key, source };
}

/** The dataset of a draft that was moved to another one; undefined when it was not, or is not to be had any more. */
async function movedTo({ datasource }: FormData, from: Dataset, signal: AbortSignal): Promise<Dataset | undefined> {
  if (!/^[1-9]\d*__\w+$/.test(datasource ?? "") || datasource === datasourceKey(from)) return undefined;
  const { id, type } = parseDatasource(datasource ?? "");
  const query = { datasource_id: id, datasource_type: type };
  const answer = await call(open, { query }, { signal }).catch(() => undefined);
  return answer?.result.dataset;
}

async function openAddress(address: ExploreAddress, signal: AbortSignal): Promise<Opened> {
  const query = {
    slice_id: address.sliceId,
    datasource_id: address.datasourceId,
    datasource_type: address.datasourceId ? (address.datasourceType ?? "table") : undefined,
    form_data_key: address.formDataKey,
    permalink_key: address.permalinkKey,
    viz_type: address.vizType,
  };
  return (await call(open, { query }, { signal })).result;
}

/** The answer as a document: a chart's form as saved, or a new form with sensible choices made. */
export async function toSource(address: ExploreAddress, opened: Opened): Promise<ExploreSource> {
  const { dataset, slice } = opened;
  const hasDataset = dataset.id > 0 && dataset.columns.length > 0;
  const carried = formIn(address.formData);
  const stored = { viz_type: address.vizType ?? DEFAULT_CHART_TYPE, ...opened.form_data };
  const { form: given, lost } = await readable(formOf(stored, carried));
  const form: FormData = { ...given, datasource: given.datasource ?? datasourceKey(dataset) };
  const isBare = !slice && !carriesForm(opened, carried);
  const asked = isBare && hasDataset ? await freshForm(form.viz_type, dataset) : form;
  const formData = withUrlParams(asked, address);
  return {
    address,
    dataset,
    chart: slice ? chartOf(slice) : null,
    formData: slice ? { ...formData, slice_id: slice.slice_id } : formData,
    saved: slice ? { ...(await savedOf(slice, form)), slice_id: slice.slice_id } : formData,
    message: messageOf(address, opened) ?? lostMessage(lost),
    hasDataset,
  };
}

/** What else the address says, for the templates of SQL that read it. */
function withUrlParams(form: FormData, { urlParams }: ExploreAddress): FormData {
  return urlParams ? { ...form, url_params: { ...form.url_params, ...urlParams } } : form;
}

const UNREADABLE = "The form data of this address could not be read";

function messageOf({ formData }: ExploreAddress, opened: Opened): string | undefined {
  return formData && !formIn(formData) ? UNREADABLE : (opened.message ?? undefined);
}

/** What every opened form says. A key that is forgotten by now leaves no more than that. */
const ALWAYS = new Set(["viz_type", "datasource"]);

function carriesForm({ form_data }: Opened, carried: Readonly<Record<string, unknown>> | undefined): boolean {
  return carried !== undefined || Object.keys(form_data).some((name) => !ALWAYS.has(name));
}

/** The opened form with what the address changes of it. Which chart and dataset it is about was settled by then. */
function formOf(opened: Record<string, unknown>, carried: Readonly<Record<string, unknown>> = {}) {
  const { datasource: _, slice_id: __, ...changes } = carried;
  return { ...opened, ...changes };
}

/** What a chart was stored with, without settings that nothing can read, and the names of those. */
async function readable(stored: Record<string, unknown>): Promise<{ form: FormData; lost: string[] }> {
  const plain = withoutUnreadable(stored);
  const form = FormData.parse({ ...plain.form, viz_type: plain.form.viz_type ?? DEFAULT_CHART_TYPE });
  const typed = await loadTypedForm(form);
  const { form: fitting, lost } = typed?.type.readable(typed.formData) ?? { form, lost: [] };
  const names = [...new Set([...plain.lost, ...lost])];
  return { form: lost.length > 0 ? FormData.parse(fitting) : form, lost: names.map((name) => nameOf(name, typed)) };
}

function nameOf(name: string, typed: Awaited<ReturnType<typeof loadTypedForm>>): string {
  const control = typed && controlsOf(typed.type.sections).find((one) => one.name === name);
  return control && typed ? controlLabel(control, { formData: typed.formData }) : humanized(name);
}

function lostMessage(lost: readonly string[]): string | undefined {
  return lost.length > 0 ? `Settings that could not be read are left out: ${lost.join(", ")}` : undefined;
}

/** The rows of a query as SQL Lab showed them. */
const asItRan = ({ columns }: Dataset) => ({
  query_mode: "raw",
  all_columns: columns.map(({ column_name }) => column_name),
});

async function freshForm(vizType: string, dataset: Dataset): Promise<FormData> {
  const type = (await loadChartType(vizType)) ?? (await loadChartType(DEFAULT_CHART_TYPE));
  if (!type) return { viz_type: vizType, datasource: datasourceKey(dataset) };
  const form = startingForm(type, dataset, await extentOf(dataset));
  return isSqlSource(dataset) && type.key === DEFAULT_CHART_TYPE ? { ...form, ...asItRan(dataset) } : form;
}

function chartOf(slice: NonNullable<Opened["slice"]>): ExploreChart {
  const ownerIds = (slice.owners ?? []).flatMap((one) => (typeof one === "number" ? [one] : one.id ? [one.id] : []));
  return {
    id: slice.slice_id,
    name: slice.slice_name,
    description: slice.description ?? null,
    ownerIds,
    isManagedExternally: slice.is_managed_externally === true,
    state: slice.changed_on,
  };
}

/** The chart's own form, which the answer carries beside one that a key or link changed. */
async function savedOf(slice: NonNullable<Opened["slice"]>, form: FormData): Promise<FormData> {
  const own = slice.form_data as Record<string, unknown> | null | undefined;
  return own?.viz_type ? (await readable(own)).form : form;
}
