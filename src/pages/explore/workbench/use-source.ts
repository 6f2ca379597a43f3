import { useLocation } from "react-router";
import { open } from "../../../api/explore/contract.ts";
import { controlsOf } from "../../../chart-seam/define.ts";
import { loadChartType, loadTypedForm } from "../../../chart-types/index.ts";
import { list } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";
import { type Dataset, datasourceKey, isSqlSource } from "../../../model/dataset.ts";
import { FormData, parseDatasource, withoutUnreadable } from "../../../model/form-data.ts";
import type { OperationResult } from "../../../model/operation.ts";
import { call } from "../../../web/client/client.ts";
import { type Fetched, useFetched } from "../../../web/client/use-fetched.ts";
import { controlLabel } from "../../../web/control-words/control-words.ts";
import { humanized } from "../../../web/control-words/plain-words.ts";
import { type ExploreAddress, parseAddress, parseForm } from "../state/address.ts";
import { DEFAULT_CHART_TYPE, startingForm, withTellingMetric } from "../state/starting-form.ts";
import type { ExploreChart } from "../state/store.ts";
import { withSuggestedColumns } from "../state/suggested-columns.ts";
import { loadProfile } from "./load-profile.ts";
import { draftOf, offerableDraft } from "./use-draft.ts";

type Opened = OperationResult<typeof open>["result"];

export interface ExploreSource {
  address: ExploreAddress;
  dataset: Dataset;
  chart: ExploreChart | null;
  formData: FormData;
  saved: FormData;
  message?: string;
  hasDataset: boolean;
  draftDataset?: Dataset | undefined;
}

export function useSource(): { key: string | undefined; source: Fetched<ExploreSource> } {
  const { pathname, search, key: visit } = useLocation();
  const address = parseAddress(pathname, search);
  const isNamed = address.sliceId || address.datasourceId || address.formDataKey || address.permalinkKey;
  const key = isNamed ? `open ${visit} ${pathname}${search}` : undefined;
  const load = async (signal: AbortSignal) => {
    const opened = await toSource(address, await openAddress(address, signal));
    const draft = draftOf(opened) ?? offerableDraft(opened);
    const source = draft
      ? { ...opened, draftDataset: await loadDraftDataset(draft.formData, opened.dataset, signal) }
      : opened;
    await Promise.all([source.formData, source.saved, ...(draft ? [draft.formData] : [])].map(loadTypedForm));
    return source;
  };
  const source = useFetched(key, load, { once: true });
  return { key, source };
}

async function loadDraftDataset(
  { datasource }: FormData,
  from: Dataset,
  signal: AbortSignal,
): Promise<Dataset | undefined> {
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

export async function toSource(address: ExploreAddress, opened: Opened): Promise<ExploreSource> {
  const { dataset, slice } = opened;
  const hasDataset = dataset.id > 0 && dataset.columns.length > 0;
  const urlForm = parseForm(address.formData);
  const stored = { viz_type: address.vizType ?? DEFAULT_CHART_TYPE, ...opened.form_data };
  const { form: readForm, lost } = await readable(formOf(stored, urlForm));
  const form: FormData = { ...readForm, datasource: readForm.datasource ?? datasourceKey(dataset) };
  const isNewChart = !slice && !hasFormData(opened, urlForm);
  const started = isNewChart && hasDataset ? await newForm(form.viz_type, dataset, address.isProposed) : form;
  const formData = withUrlParams(started, address);
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

function withUrlParams(form: FormData, { urlParams }: ExploreAddress): FormData {
  return urlParams ? { ...form, url_params: { ...form.url_params, ...urlParams } } : form;
}

const UNREADABLE = t("The chart settings in this link can't be read");

function messageOf({ formData }: ExploreAddress, opened: Opened): string | undefined {
  return formData && !parseForm(formData) ? UNREADABLE : (opened.message ?? undefined);
}

/** Keys that every response has, even when the form key has expired. */
const DEFAULT_KEYS = new Set(["viz_type", "datasource"]);

function hasFormData({ form_data }: Opened, urlForm: Readonly<Record<string, unknown>> | undefined): boolean {
  return urlForm !== undefined || Object.keys(form_data).some((name) => !DEFAULT_KEYS.has(name));
}

/** The URL can't change which chart and dataset are open. */
function formOf(opened: Record<string, unknown>, urlForm: Readonly<Record<string, unknown>> = {}) {
  const { datasource: _, slice_id: __, ...changes } = urlForm;
  return { ...opened, ...changes };
}

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
  if (lost.length === 0) return undefined;
  return t("Settings that can't be read are ignored: {settings}", { settings: list(lost, "commas") });
}

const rawColumns = ({ columns }: Dataset) => ({
  query_mode: "raw",
  all_columns: columns.map(({ column_name }) => column_name),
});

async function newForm(vizType: string, dataset: Dataset, isProposed = false): Promise<FormData> {
  const type = (await loadChartType(vizType)) ?? (await loadChartType(DEFAULT_CHART_TYPE));
  if (!type) return { viz_type: vizType, datasource: datasourceKey(dataset) };
  const profile = await loadProfile(dataset);
  const form = startingForm(type, dataset, profile);
  if (isProposed) withTellingMetric(form, dataset);
  else withSuggestedColumns(form, type, { dataset, profile });
  return isSqlSource(dataset) && type.key === DEFAULT_CHART_TYPE ? { ...form, ...rawColumns(dataset) } : form;
}

function chartOf(slice: NonNullable<Opened["slice"]>): ExploreChart {
  const ownerIds = (slice.owners ?? []).flatMap((one) => (typeof one === "number" ? [one] : one.id ? [one.id] : []));
  return {
    id: slice.slice_id,
    name: slice.slice_name,
    description: slice.description ?? null,
    ownerIds,
    canEdit: slice.can_edit === true,
    isManagedExternally: slice.is_managed_externally === true,
    state: slice.changed_on,
  };
}

async function savedOf(slice: NonNullable<Opened["slice"]>, form: FormData): Promise<FormData> {
  const own = slice.form_data as Record<string, unknown> | null | undefined;
  return own?.viz_type ? (await readable(own)).form : form;
}
