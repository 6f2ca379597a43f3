import type { WireError } from "../model/errors.ts";
import type { ApiError } from "./errors.ts";

/** Secrets that an import misses: form field -> files that need one. */
export type Asked = Partial<Record<SecretField, string[]>>;
export type SecretField =
  | "passwords"
  | "ssh_tunnel_passwords"
  | "ssh_tunnel_private_keys"
  | "ssh_tunnel_private_key_passwords";

const TEXTS: Readonly<Record<string, SecretField>> = {
  "Must provide a password for the database": "passwords",
  "Must provide a password for the ssh tunnel": "ssh_tunnel_passwords",
  "Must provide a private key for the ssh tunnel": "ssh_tunnel_private_keys",
  "Must provide a private key password for the ssh tunnel": "ssh_tunnel_private_key_passwords",
};
const EXISTS = /already exists and `overwrite=true` was not passed/;

/** Which secrets the server asks for. */
export function askedBy(errors: readonly WireError[]): Asked {
  const asked: Asked = {};
  for (const [file, problem] of problemsOf(errors)) {
    for (const text of schemaTexts(problem)) {
      const field = TEXTS[text];
      if (field !== undefined) asked[field] = [...(asked[field] ?? []), file];
    }
  }
  return asked;
}

/** Files of things that are there already. */
export function existingIn(errors: readonly WireError[]): string[] {
  return problemsOf(errors)
    .filter(([, problem]) => typeof problem === "string" && EXISTS.test(problem))
    .map(([file]) => file);
}

/** Whether there is trouble that neither secrets nor overwriting can mend. */
export function unknownProblems(error: ApiError): boolean {
  const problems = problemsOf(error.errors);
  const known = existingIn(error.errors).length + new Set(Object.values(askedBy(error.errors)).flat()).size;
  return problems.length === 0 || problems.length > known;
}

function problemsOf(errors: readonly WireError[]): [string, unknown][] {
  return errors.flatMap((error) => Object.entries(error.extra ?? {}).filter(([key]) => key !== "issue_codes"));
}

function schemaTexts(problem: unknown): string[] {
  const texts = (problem as { _schema?: unknown } | null)?._schema;
  return Array.isArray(texts) ? texts.map(String) : typeof texts === "string" ? [texts] : [];
}
