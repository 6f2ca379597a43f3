import { t } from "../../i18n/translate.ts";

const MAX_CAUSES = 6;
const MAX_TEXT = 500;

interface Failure {
  message: string;
  code: string;
}

function* chainOf(error: unknown): Generator<Failure> {
  let current = error;
  for (let i = 0; i < MAX_CAUSES && current instanceof Error; i++) {
    yield { message: current.message, code: String((current as { code?: unknown }).code ?? "") };
    const { cause, originalError } = current as { cause?: unknown; originalError?: unknown };
    current = cause ?? originalError;
  }
}

/** The driver's own words. For callers who may connect databases only. */
export function causeTextOf(error: unknown): string | undefined {
  const last = [...chainOf(error)].filter(({ message }) => message.trim() !== "").at(-1);
  return last?.message.slice(0, MAX_TEXT);
}

const CODES = /^(ERR_SSL|ERR_TLS|EPROTO|HANDSHAKE_|CERT_|ESOCKET$)|CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)/;
const TEXTS = /\bSSL\b|\bTLS\b|certificate|encrypt|secure[_ ](connection|transport)/i;
const NOT_OFFERED =
  /does not support SSL|NO_SSL_SUPPORT|does not support secure|wrong version number|packet length too long/i;
/** PostgreSQL servers answer the question for encryption with one of two letters. */
const NOT_UNDERSTOOD = /error establishing an SSL connection/i;
const REQUIRED_BY_SERVER =
  /no encryption|SSL off|insecure transport|requires? (SSL|TLS|encryption)|SSL is required|require_secure_transport/i;
const NOT_TRUSTED = /SELF_SIGNED|UNABLE_TO_|self.signed|unable to (verify|get)|CERT_HAS_EXPIRED|expired/i;
const OTHER_NAME = /ALTNAME|altnames|does not match/i;

const textOf = (error: unknown) => [...chainOf(error)].map(({ message, code }) => `${code} ${message}`).join("\n");

export function isTlsFailure(error: unknown): boolean {
  const failures = [...chainOf(error)];
  if (failures.some(({ code }) => CODES.test(code) && code !== "ESOCKET")) return true;
  return failures.slice(1).some(({ message }) => TEXTS.test(message));
}

export function tlsFailure(error: unknown, engine: string): string {
  const text = textOf(error);
  if (NOT_UNDERSTOOD.test(text)) return t("The answer isn't that of a {engine} server. Check the port.", { engine });
  if (REQUIRED_BY_SERVER.test(text)) return t("The server only accepts encrypted connections. Turn on encryption.");
  if (NOT_OFFERED.test(text))
    return t("The server doesn't offer encryption on this port. Turn off encryption, or turn it on at the server.");
  if (OTHER_NAME.test(text))
    return t("The certificate is for another name. Use the host name that the certificate contains.");
  if (NOT_TRUSTED.test(text))
    return t(
      "The certificate isn't trusted, or has expired. Add the certificate of its authority as server certificate, or renew it.",
    );
  return t("Check the encryption settings of the connection and the server.");
}
