import { t } from "../../../i18n/translate.ts";
export interface Settings {
  expose_in_sqllab: boolean;
  allow_ctas: boolean;
  allow_cvas: boolean;
  force_ctas_schema: string;
  allow_dml: boolean;
  allow_run_async: boolean;
  allow_file_upload: boolean;
  /** Seconds; null: server default. */
  cache_timeout: number | null;
  masked_encrypted_extra: string;
  server_cert: string;
  allows_virtual_table_explore: boolean;
  disable_data_preview: boolean;
  disable_drill_to_detail: boolean;
  allow_multi_catalog: boolean;
  schemas_allowed_for_file_upload: string;
  engine_params: string;
}

const FLAGS = [
  "expose_in_sqllab",
  "allow_ctas",
  "allow_cvas",
  "allow_dml",
  "allow_run_async",
  "allow_file_upload",
] as const;
const TEXTS = ["force_ctas_schema", "masked_encrypted_extra", "server_cert"] as const;
const EXTRA_FLAGS = ["disable_data_preview", "disable_drill_to_detail", "allow_multi_catalog"] as const;

type Stored = Readonly<Record<string, unknown>>;

export function settingsOf(stored: Stored): Settings {
  const extra = extraOf(stored);
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  const schemas = extra.schemas_allowed_for_file_upload;
  const parameters = extra.engine_params;
  const flags = FLAGS.map((name) => [name, stored[name] === true]);
  const texts = TEXTS.map((name) => [name, text(stored[name])]);
  const extraFlags = EXTRA_FLAGS.map((name) => [name, extra[name] === true]);
  return {
    ...Object.fromEntries([...flags, ...texts, ...extraFlags]),
    cache_timeout: typeof stored.cache_timeout === "number" ? stored.cache_timeout : null,
    allows_virtual_table_explore: extra.allows_virtual_table_explore !== false,
    schemas_allowed_for_file_upload: Array.isArray(schemas) ? schemas.join(", ") : "",
    engine_params: isFilled(parameters) ? JSON.stringify(parameters, null, 2) : "",
  } as Settings;
}

function extraOf({ extra }: Stored): Record<string, unknown> {
  if (typeof extra !== "string" || extra.trim() === "") return {};
  return JSON.parse(extra) as Record<string, unknown>;
}

const isFilled = (value: unknown) => typeof value === "object" && value !== null && Object.keys(value).length > 0;

/** The request fields that changed; unknown keys of `extra` stay. */
export function changedSettings(stored: Stored, before: Settings, after: Settings): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const name of [...FLAGS, "cache_timeout"] as const) if (after[name] !== before[name]) body[name] = after[name];
  for (const name of TEXTS) if (after[name] !== before[name]) body[name] = after[name].trim() || null;
  const extra = changedExtra(before, after);
  if (Object.keys(extra).length > 0) body.extra = JSON.stringify({ ...extraOf(stored), ...extra });
  return body;
}

function changedExtra(before: Settings, after: Settings): Record<string, unknown> {
  const extra: Record<string, unknown> = {};
  for (const name of [...EXTRA_FLAGS, "allows_virtual_table_explore"] as const) {
    if (after[name] !== before[name]) extra[name] = after[name];
  }
  if (after.schemas_allowed_for_file_upload !== before.schemas_allowed_for_file_upload) {
    const names = after.schemas_allowed_for_file_upload.split(",").map((name) => name.trim());
    extra.schemas_allowed_for_file_upload = names.filter(Boolean);
  }
  if (after.engine_params !== before.engine_params)
    extra.engine_params = JSON.parse(after.engine_params.trim() || "{}");
  return extra;
}

export function jsonProblem(text: string): string | undefined {
  if (text.trim() === "") return undefined;
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? undefined
      : t("Must be a JSON object");
  } catch {
    return t("Not valid JSON");
  }
}
