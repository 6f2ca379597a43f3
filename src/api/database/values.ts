import { X509Certificate } from "node:crypto";
import { addressFrom } from "../../connectors/address/form.ts";
import { hasMask, isOtherServer, MASK, maskedUri, unmaskedUri } from "../../connectors/address/secrets.ts";
import { msg, t } from "../../i18n/translate.ts";
import { invalidFields, typedError } from "../../model/errors.ts";
import { assertShallow } from "../../model/json-text.ts";
import type { App } from "../../server/app.ts";
import { connectorFor, type Target, targetOf } from "./connection.ts";
import type { CreateDatabase } from "./contract.ts";
import { addressOf, type DatabaseRecord, maskedAddress, secretPartsOf } from "./store.ts";
import { hasNewSecret, isSameServer, maskedTunnel, tunnelAfter } from "./tunnel.ts";

type DatabaseInput = Partial<CreateDatabase>;

const NO_ADDRESS = msg(
  "Invalid connection string, a valid string usually follows: backend+driver://user:password@database-host/database-name",
);

export function targetAfter(
  app: App,
  input: DatabaseInput,
  { stored, noAddress = 422 }: { stored: DatabaseRecord | undefined; noAddress?: 400 | 422 },
): Target {
  const before = stored ? targetOf(app.secrets, stored) : undefined;
  const known = before ?? NO_STORED_VALUE;
  const tunnel = tunnelAfter(input.ssh_tunnel, known.tunnel);
  // Whatever is sent to the database passes through the SSH server.
  const isServerChanged = !isSameServer(tunnel, known.tunnel);
  const uri = addressAfter(app, input, before && { uri: before.uri, isServerChanged });
  if (uri === undefined) throw invalidFields({ sqlalchemy_uri: [t("Missing data for required field.")] }, 422);
  if (!/^\w[\w+.-]*:\/\//.test(uri)) throw invalidFields({ sqlalchemy_uri: [t(NO_ADDRESS)] }, noAddress);
  return {
    uri,
    extra: input.extra === undefined ? known.extra : checkedExtra(input.extra),
    encryptedExtra: encryptedExtraAfter(input, {
      stored: known.encryptedExtra,
      isServerChanged: isServerChanged || isOtherServer(uri, known.uri),
    }),
    serverCert: input.server_cert === undefined ? known.serverCert : checkedCertificate(input.server_cert),
    tunnel,
  };
}

const NO_STORED_VALUE: Target = { uri: "", extra: null, encryptedExtra: null, serverCert: null, tunnel: null };

interface StoredAddress {
  uri: string;
  isServerChanged: boolean;
}

function addressAfter(app: App, input: DatabaseInput, stored: StoredAddress | undefined): string | undefined {
  const maskedAddress = stored?.isServerChanged ? maskedUri(stored.uri) : undefined;
  const address = requestedAddress(app, input, stored?.uri) ?? maskedAddress;
  return address === undefined ? stored?.uri : unmasked(address, stored);
}

function requestedAddress(app: App, input: DatabaseInput, stored: string | undefined): string | undefined {
  const { sqlalchemy_uri, parameters, engine } = input;
  const isForm = parameters && Object.keys(parameters).length > 0 && !sqlalchemy_uri;
  const name = engine ?? /^\w+/.exec(stored ?? "")?.[0];
  if (!isForm) return sqlalchemy_uri ? sqlalchemy_uri.trim() : undefined;
  const connector = connectorFor(app, `${name ?? ""}:`);
  if (!connector) throw invalidEngine(name ?? "");
  return addressFrom(connector, parameters);
}

export function newSecrets(app: App, input: DatabaseInput, stored: DatabaseRecord): Record<string, string> {
  const address = requestedAddress(app, input, addressOf(app.secrets, stored)) ?? "";
  const extra = jsonObject(input.masked_encrypted_extra, "masked_encrypted_extra");
  const [plain, hidden] = [JSON.stringify(extra), JSON.stringify(masked(extra))];
  return {
    ...(address === maskedUri(address) ? {} : { password: MASK }),
    ...(plain === hidden ? {} : { masked_encrypted_extra: hidden }),
    ...(hasNewSecret(input.ssh_tunnel) ? { ssh_tunnel: MASK } : {}),
  };
}

/**
 * Throws a 422 for a mask without a stored value, or with another server: a stored secret only goes to the server it
 * was entered for.
 */
function unmasked(uri: string, stored: StoredAddress | undefined): string {
  if (stored && hasMask(uri) && (stored.isServerChanged || isOtherServer(uri, stored.uri))) {
    const message = stored.isServerChanged
      ? t("You changed the SSH server. Enter the password again.")
      : t("You changed the host or port. Enter the password again.");
    throw withoutSecret("password", message);
  }
  const whole = stored ? unmaskedUri(uri, stored.uri) : uri;
  if (hasMask(whole)) {
    throw withoutSecret("password", t("No stored password. Enter the password."));
  }
  return whole;
}

const withoutSecret = (field: string, message: string) =>
  typedError("CONNECTION_MISSING_PARAMETERS_ERROR", message, {
    status: 422,
    level: "warning",
    extra: { missing: [field] },
  });

export const invalidEngine = (engine: string) =>
  typedError("GENERIC_COMMAND_ERROR", t('Engine "{engine}" is not a valid engine.', { engine }), {
    status: 422,
    level: "error",
    extra: { provided: engine },
  });

function jsonObject(text: string | null | undefined, field: string): Record<string, unknown> | null {
  if (text === null || text === undefined || text.trim() === "") return null;
  const refuse = (message: string) => invalidFields({ [field]: [message] }, 422);
  let value: unknown;
  try {
    value = JSON.parse(text);
    assertShallow(value);
  } catch (error) {
    throw refuse(t("Field cannot be decoded by JSON. {message}", { message: (error as Error).message }));
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw refuse(t("Field cannot be decoded by JSON. It must be an object."));
}

const METADATA_PARAMETERS = new Set(["bind", "info", "naming_convention", "quote_schema", "schema", "reflect"]);
const TIMEOUTS = ["schema_cache_timeout", "table_cache_timeout", "catalog_cache_timeout"];

function checkedExtra(text: string | null): string | null {
  const extra = jsonObject(text, "extra");
  if (!extra) return null;
  const refuse = (message: string) => invalidFields({ extra: [message] }, 422);
  const {
    metadata_params = {},
    engine_params = {},
    metadata_cache_timeout = {},
    schemas_allowed_for_file_upload,
  } = extra;
  for (const [name, part] of Object.entries({ metadata_params, engine_params, metadata_cache_timeout })) {
    if (typeof part !== "object" || part === null)
      throw refuse(t("{name} in the Extra field must be a JSON object.", { name }));
  }
  const wrong = Object.keys(metadata_params as object).find((key) => !METADATA_PARAMETERS.has(key));
  if (wrong !== undefined) {
    throw refuse(
      t("The metadata_params in Extra field is not configured correctly. The key {wrong} is invalid.", { wrong }),
    );
  }
  for (const [name, seconds] of Object.entries(metadata_cache_timeout as object)) {
    if (TIMEOUTS.includes(name) && !(Number.isInteger(seconds) && Number(seconds) >= 0)) {
      throw refuse(t("{name} in the Extra field must be a number of seconds.", { name }));
    }
  }
  assertSchemas(schemas_allowed_for_file_upload, refuse);
  return text;
}

function assertSchemas(schemas: unknown, refuse: (message: string) => Error): void {
  if (schemas === undefined || schemas === null) return;
  const isList = Array.isArray(schemas) && schemas.every((name) => typeof name === "string");
  if (!isList) throw refuse(t("schemas_allowed_for_file_upload in the Extra field must be a list of names."));
}

function checkedCertificate(text: string | null): string | null {
  if (text === null || text.trim() === "") return null;
  try {
    new X509Certificate(text);
    return text;
  } catch {
    throw invalidFields({ server_cert: [t("Invalid certificate")] }, 422);
  }
}

function encryptedExtraAfter(
  { masked_encrypted_extra: text }: DatabaseInput,
  { stored, isServerChanged }: { stored: string | null; isServerChanged: boolean },
): string | null {
  if (isServerChanged && stored && (text === undefined || text?.includes(MASK))) {
    const message = t("You changed the host or port. Enter the additional credentials again, or clear them.");
    throw withoutSecret("masked_encrypted_extra", message);
  }
  if (text === undefined) return stored;
  const extra = jsonObject(text, "masked_encrypted_extra");
  if (!extra) return null;
  const known = (stored ? JSON.parse(stored) : {}) as Record<string, unknown>;
  return JSON.stringify(unmaskedValue(extra, known));
}

export function maskedSecrets(app: App, record: DatabaseRecord): string | null {
  const { encryptedExtra } = secretPartsOf(app.secrets, record);
  return encryptedExtra && JSON.stringify(masked(JSON.parse(encryptedExtra)));
}

function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== "object" || value === null) return value === null || typeof value === "boolean" ? value : MASK;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, masked(inner)]));
}

function unmaskedValue(value: unknown, stored: unknown): unknown {
  if (value === MASK) {
    if (stored !== undefined && stored !== null) return stored;
    const text = t("No stored value for {mask}. Enter the secret.", { mask: MASK });
    throw invalidFields({ masked_encrypted_extra: [text] }, 422);
  }
  if (typeof value !== "object" || value === null) return value;
  const inner = (key: string) =>
    typeof stored === "object" && stored !== null && Object.hasOwn(stored, key)
      ? (stored as Record<string, unknown>)[key]
      : undefined;
  if (Array.isArray(value)) return value.map((item, i) => unmaskedValue(item, inner(String(i))));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, unmaskedValue(item, inner(name))]));
}

export function presentSaved(app: App, input: DatabaseInput, saved: DatabaseRecord): Record<string, unknown> {
  const { parameters, server_cert: _, ssh_tunnel: tunnel, ...rest } = input;
  const shown = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return {
    configuration_method: saved.configuration_method,
    driver: null,
    uuid: saved.uuid,
    ...shown,
    ...(parameters ? { parameters: { ...parameters, ...("password" in parameters ? { password: MASK } : {}) } } : {}),
    ...(input.masked_encrypted_extra ? { masked_encrypted_extra: maskedSecrets(app, saved) } : {}),
    ...(tunnel ? { ssh_tunnel: maskedTunnel(secretPartsOf(app.secrets, saved).tunnel) } : {}),
    sqlalchemy_uri: maskedAddress(app.secrets, saved),
  };
}
