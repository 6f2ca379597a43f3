import { t } from "../../i18n/translate.ts";
import { layersToQuery } from "../../model/annotation-layer.ts";
import { badRequest, TesseraError, type WireError } from "../../model/errors.ts";
import { readJson } from "../../model/json-text.ts";
import type { ChartDataResponse } from "../../model/query-context.ts";
import { parseLossless } from "../../server/lossless-json.ts";
import type { LegacyForm, Row } from "./legacy-type.ts";
import { LEGACY_TYPES } from "./legacy-types.ts";

export type Payload = Record<string, unknown>;
type Answer = ChartDataResponse["result"][number];

export interface Layer {
  slice_id: number;
  slice_name: string | null;
  slice_url: string;
  description: string | null;
  params: string | null;
}

export function shapedPayload(text: string, form: LegacyForm): Payload {
  const [result] = (JSON.parse(text) as ChartDataResponse).result;
  if (!result) throw badRequest(t("Empty query?"));
  const type = LEGACY_TYPES[form.viz_type];
  const rows = (result.data ?? []) as Row[];
  const range = { from: result.from_dttm ?? null, to: result.to_dttm ?? null };
  const data = rows.length === 0 || !type ? null : type.shape(rows, form, range);
  return { ...described(form, result), data };
}

export function pickedPayload(text: string, fields: readonly string[]): Payload {
  const [result = {}] = (parseLossless(text) as { result: Payload[] }).result;
  return Object.fromEntries(fields.map((field) => [field, result[field] ?? null]));
}

export function layersPayload(layers: readonly Layer[], form: LegacyForm): Payload {
  const slices = layers.map(({ params, ...layer }) => ({
    ...layer,
    form_data: params ? (readJson(params) as object) : {},
  }));
  return { ...described(form, {} as Answer), data: { features: {}, mapboxApiKey: "", slices } };
}

export function failedPayload(form: LegacyForm, error: TesseraError): TesseraError {
  const body = error.body as { error?: string; message?: unknown; errors?: WireError[] };
  if (body.error !== undefined) return error;
  const message = { message: String(body.message), error_type: "VIZ_GET_DF_ERROR", level: "error", extra: null };
  const errors = body.errors ?? [message];
  return new TesseraError(400, { ...described(form, {} as Answer), errors, status: "failed", data: null } as never);
}

function described(form: LegacyForm, result: Answer): Payload {
  return {
    cache_key: result.cache_key ?? null,
    cached_dttm: result.cached_dttm ?? null,
    cache_timeout: result.cache_timeout ?? null,
    errors: [],
    form_data: form,
    is_cached: result.is_cached === true,
    query: result.query ?? null,
    from_dttm: result.from_dttm ?? null,
    to_dttm: result.to_dttm ?? null,
    status: "success",
    stacktrace: null,
    rowcount: result.rowcount ?? 0,
    colnames: result.colnames ?? [],
    coltypes: result.coltypes ?? [],
    ...annotationsOf(form, result),
    applied_filters: result.applied_filters ?? [],
    rejected_filters: result.rejected_filters ?? [],
  };
}

function annotationsOf(form: LegacyForm, result: Answer): Payload {
  const isRequested = layersToQuery(form.annotation_layers).length > 0;
  return isRequested ? { annotation_data: result.annotation_data ?? {} } : {};
}
