import { t } from "../../i18n/translate.ts";
import { unprocessable } from "../../model/errors.ts";
import { readJson } from "../../model/json-text.ts";
import type { ImportSecrets } from "./import-run.ts";
import { isObject, type Json } from "./json-values.ts";

type Field = keyof ImportSecrets;

export function parseSecrets(body: { [name in Field]?: string | undefined }): ImportSecrets {
  const texts = (field: Field) => {
    const entries = Object.entries(mapOf(field, body[field]));
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  };
  const extras = Object.entries(mapOf("encrypted_extra_secrets", body.encrypted_extra_secrets));
  return {
    passwords: texts("passwords"),
    ssh_tunnel_passwords: texts("ssh_tunnel_passwords"),
    ssh_tunnel_private_keys: texts("ssh_tunnel_private_keys"),
    ssh_tunnel_private_key_passwords: texts("ssh_tunnel_private_key_passwords"),
    encrypted_extra_secrets: Object.fromEntries(extras.filter((entry): entry is [string, Json] => isObject(entry[1]))),
  };
}

export function parseNames(text: string | undefined): Readonly<Record<string, string>> {
  const entries = Object.entries(mapOf("database_names", text));
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

function mapOf(field: Field | "database_names", text: string | undefined): Json {
  if (!text) return {};
  try {
    const value = readJson(text);
    if (isObject(value)) return value;
  } catch {
    // The same error as for other JSON.
  }
  throw unprocessable({ [field]: [t("Not valid JSON.")] });
}
