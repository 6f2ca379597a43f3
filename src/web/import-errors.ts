import type { WireError } from "../model/errors.ts";
import type { ApiError } from "./errors.ts";

/** The form's fields that take what an import misses. */
export type SecretField =
  | "passwords"
  | "ssh_tunnel_passwords"
  | "ssh_tunnel_private_keys"
  | "ssh_tunnel_private_key_passwords"
  | "encrypted_extra_secrets";

/** A secret that an import misses. */
export interface AskedSecret {
  field: SecretField;
  /** The file that needs it. */
  file: string;
  /** Of one among the secure settings, where in them: `$.credentials.private_key`. */
  part?: string;
}

const TEXTS: Readonly<Record<string, SecretField>> = {
  "Must provide a password for the database": "passwords",
  "Must provide a password for the ssh tunnel": "ssh_tunnel_passwords",
  "Must provide a private key for the ssh tunnel": "ssh_tunnel_private_keys",
  "Must provide a private key password for the ssh tunnel": "ssh_tunnel_private_key_passwords",
};
const PART = /^Must provide value for masked_encrypted_extra field: (.+)$/s;
const EXISTS = /already exists and `overwrite=true` was not passed/;

/** Which secrets the server asks for. */
export function askedBy(errors: readonly WireError[]): AskedSecret[] {
  return problemsOf(errors).flatMap(([file, problem]) =>
    schemaTexts(problem).flatMap((text): AskedSecret[] => {
      const [field, part] = [TEXTS[text], PART.exec(text)?.[1]];
      if (field !== undefined) return [{ field, file }];
      return part === undefined ? [] : [{ field: "encrypted_extra_secrets", file, part }];
    }),
  );
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
  const known = existingIn(error.errors).length + new Set(askedBy(error.errors).map(({ file }) => file)).size;
  return problems.length === 0 || problems.length > known;
}

function problemsOf(errors: readonly WireError[]): [string, unknown][] {
  return errors.flatMap((error) => Object.entries(error.extra ?? {}).filter(([key]) => key !== "issue_codes"));
}

function schemaTexts(problem: unknown): string[] {
  const texts = (problem as { _schema?: unknown } | null)?._schema;
  return Array.isArray(texts) ? texts.map(String) : typeof texts === "string" ? [texts] : [];
}
