import { Input } from "antd";
import { useId } from "react";
import { t } from "../../i18n/translate.ts";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import styles from "./ImportDialog.module.css";
import type { MissingSecret, SecretField } from "./import-errors.ts";

/** Keyed by `secretKey`. */
export type SecretTexts = Readonly<Record<string, string>>;

export const secretKey = ({ field, file, part }: MissingSecret): string => JSON.stringify([field, file, part]);

const LABELS: Readonly<Record<SecretField, (values: { name: string; part: string }) => string>> = {
  passwords: ({ name }) => t("Database password for {name}", { name }),
  ssh_tunnel_passwords: ({ name }) => t("SSH tunnel password for {name}", { name }),
  ssh_tunnel_private_keys: ({ name }) => t("SSH tunnel private key for {name}", { name }),
  ssh_tunnel_private_key_passwords: ({ name }) => t("SSH tunnel private key password for {name}", { name }),
  encrypted_extra_secrets: (values) => t("Additional credentials {part} for {name}", values),
  database_names: ({ name }) => t("New database name for {name}", { name }),
};

export function secretFields(missing: readonly MissingSecret[], texts: SecretTexts): Record<string, object> {
  const fields: Partial<Record<SecretField, Record<string, unknown>>> = {};
  for (const one of missing) {
    const { field, file, part } = one;
    const text = texts[secretKey(one)] ?? "";
    const known = fields[field] ?? {};
    const inner = part === undefined ? text : { ...(known[file] as object | undefined), [part]: text };
    fields[field] = { ...known, [file]: inner };
  }
  return fields;
}

interface ImportSecretsProps {
  missing: readonly MissingSecret[];
  /** What is at the path of the bundle. */
  nameOf(file: string): string;
  secrets: SecretTexts;
  onSecrets(secrets: SecretTexts): void;
}

export function ImportSecrets({ missing, nameOf, secrets, onSecrets }: ImportSecretsProps) {
  const id = useId();
  if (missing.length === 0) return null;
  const files = [...new Set(missing.map(({ file }) => file))];
  const inOrder = files.flatMap((file) => missing.filter((one) => one.file === file));
  return (
    <section aria-label={t("Database details")}>
      {missing.some(({ field }) => field === "database_names") ? (
        <p className={styles.lead} role="status">
          {t("A database with the same name already exists. Enter another name to import this one too.")}
        </p>
      ) : null}
      {missing.some(({ field }) => field !== "database_names") ? (
        <p className={styles.lead} role="status">
          {t(
            "{count, plural, one {Secrets aren't included in the file. Enter them for its database.} other {Secrets aren't included in the file. Enter them for its databases.}}",
            { count: files.length },
          )}
        </p>
      ) : null}
      {inOrder.map((one, i) => {
        const key = secretKey(one);
        const field = {
          id: `${id}-${key}`,
          autoComplete: "off",
          autoFocus: i === 0,
          value: secrets[key] ?? "",
          onChange: (event: { target: { value: string } }) => onSecrets({ ...secrets, [key]: event.target.value }),
        };
        return (
          <div key={key} className={styles.field}>
            <label htmlFor={field.id}>{labelOf(one, nameOf(one.file))}</label>
            {inputOf(one, field)}
          </div>
        );
      })}
    </section>
  );
}

interface InputField {
  id: string;
  value: string;
  onChange(event: { target: { value: string } }): void;
}

function inputOf(one: MissingSecret, field: InputField) {
  if (one.field === "database_names") return <Input {...field} />;
  if (isKey(one)) return <Input.TextArea {...field} className={styles.key} rows={4} spellCheck={false} />;
  return <PasswordInput {...field} />;
}

const labelOf = ({ field, part = "" }: MissingSecret, name: string) =>
  LABELS[field]({ name, part: part.replace(/^\$\.?/, "") });

/** Keys have several lines, which a single-line field would join. */
const isKey = ({ field, part = "" }: MissingSecret) => field === "ssh_tunnel_private_keys" || /key$/i.test(part);
