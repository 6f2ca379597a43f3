import { t } from "../../i18n/translate.ts";
import type { WireError } from "../../model/errors.ts";

export type SecretField =
  | "passwords"
  | "ssh_tunnel_passwords"
  | "ssh_tunnel_private_keys"
  | "ssh_tunnel_private_key_passwords"
  | "encrypted_extra_secrets"
  | "database_names";

export interface MissingSecret {
  field: SecretField;
  file: string;
  /** Path within the secure settings, such as `$.credentials.private_key`. */
  part?: string;
}

/** By the server's messages, which are in the language of the user. */
const TEXTS: Readonly<Record<string, SecretField>> = {
  [t("Must provide a password for the database")]: "passwords",
  [t("Must provide a password for the ssh tunnel")]: "ssh_tunnel_passwords",
  [t("Must provide a private key for the ssh tunnel")]: "ssh_tunnel_private_keys",
  [t("Must provide a private key password for the ssh tunnel")]: "ssh_tunnel_private_key_passwords",
};
const SLOT = "\uE000";
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const PART = patternOf((field) => t("Must provide value for masked_encrypted_extra field: {field}", { field }));
const NAME_TAKEN = t("A database with the same name already exists.");
const EXISTS = patternOf((name) => t("{name} already exists and `overwrite=true` was not passed", { name }));

/** Finds the value in a message of the server. */
function patternOf(message: (value: string) => string): RegExp {
  const [before = "", after = ""] = message(SLOT).split(SLOT).map(escaped);
  return new RegExp(`^${before}(.+)${after}$`, "s");
}

/** Keyed by file: a text, or texts by field. */
export type ImportProblems = Readonly<Record<string, unknown>>;

export function problemsOf(errors: readonly WireError[]): ImportProblems {
  const entries = errors.flatMap((error) => Object.entries(error.extra ?? {}));
  return Object.fromEntries(entries.filter(([key]) => key !== "issue_codes"));
}

export function missingIn(problems: ImportProblems): MissingSecret[] {
  return Object.entries(problems).flatMap(([file, problem]) => {
    const names = textsOf(problem, "database_name").filter((text) => text === NAME_TAKEN);
    return [
      ...names.map((): MissingSecret => ({ field: "database_names", file })),
      ...textsOf(problem, "_schema").flatMap((text): MissingSecret[] => {
        const [field, part] = [TEXTS[text], PART.exec(text)?.[1]];
        if (field !== undefined) return [{ field, file }];
        return part === undefined ? [] : [{ field: "encrypted_extra_secrets", file, part }];
      }),
    ];
  });
}

export function existingIn(problems: ImportProblems): string[] {
  return Object.entries(problems)
    .filter(([, problem]) => typeof problem === "string" && EXISTS.test(problem))
    .map(([file]) => file);
}

export function unknownProblems(problems: ImportProblems): boolean {
  const files = Object.keys(problems);
  const known = existingIn(problems).length + new Set(missingIn(problems).map(({ file }) => file)).size;
  return files.length === 0 || files.length > known;
}

export function problemTexts(problems: ImportProblems): { file: string; text: string }[] {
  return Object.entries(problems).flatMap(([file, problem]) => {
    if (typeof problem !== "object" || problem === null) return [{ file, text: String(problem) }];
    return Object.keys(problem).flatMap((field) =>
      textsOf(problem, field).map((text) => ({ file, text: field === "_schema" ? text : `${field}: ${text}` })),
    );
  });
}

function textsOf(problem: unknown, field: string): string[] {
  const texts = (problem as Record<string, unknown> | null)?.[field];
  return Array.isArray(texts) ? texts.map(String) : typeof texts === "string" ? [texts] : [];
}
