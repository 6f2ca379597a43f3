import { Input } from "antd";
import { useId } from "react";
import styles from "./ImportDialog.module.css";
import type { AskedSecret, SecretField } from "./import-errors.ts";

/** What was entered, by `secretKey`. */
export type SecretTexts = Readonly<Record<string, string>>;

export const secretKey = ({ field, file, part }: AskedSecret): string => JSON.stringify([field, file, part]);

const LABELS: Readonly<Record<SecretField, string>> = {
  passwords: "Database password",
  ssh_tunnel_passwords: "SSH tunnel password",
  ssh_tunnel_private_keys: "SSH tunnel private key",
  ssh_tunnel_private_key_passwords: "SSH tunnel private key password",
  encrypted_extra_secrets: "Secure extra",
  database_names: "New database name",
};

/** As the form of an import has them: by file, those of secure settings by their place in them. */
export function secretFields(asked: readonly AskedSecret[], texts: SecretTexts): Record<string, object> {
  const fields: Partial<Record<SecretField, Record<string, unknown>>> = {};
  for (const one of asked) {
    const { field, file, part } = one;
    const text = texts[secretKey(one)] ?? "";
    const known = fields[field] ?? {};
    const inner = part === undefined ? text : { ...(known[file] as object | undefined), [part]: text };
    fields[field] = { ...known, [file]: inner };
  }
  return fields;
}

interface ImportSecretsProps {
  asked: readonly AskedSecret[];
  secrets: SecretTexts;
  onSecrets(secrets: SecretTexts): void;
}

/** A field for each secret that a bundle lacks and each name that is in use, those of one database together. */
export function ImportSecrets({ asked, secrets, onSecrets }: ImportSecretsProps) {
  const id = useId();
  if (asked.length === 0) return null;
  const files = [...new Set(asked.map(({ file }) => file))];
  const inOrder = files.flatMap((file) => asked.filter((one) => one.file === file));
  return (
    <section aria-label="Database details">
      {asked.some(({ field }) => field === "database_names") ? (
        <p className={styles.lead} role="status">
          A database with the same name already exists. Enter another name to import this one as well.
        </p>
      ) : null}
      {asked.some(({ field }) => field !== "database_names") ? (
        <p className={styles.lead} role="status">
          Secrets are not in the file. Enter those of {files.length === 1 ? "its database" : "its databases"}.
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
            <label htmlFor={field.id}>{labelOf(one)}</label>
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

function inputOf(one: AskedSecret, field: InputField) {
  if (one.field === "database_names") return <Input {...field} />;
  if (isKey(one)) return <Input.TextArea {...field} className={styles.key} rows={4} spellCheck={false} />;
  return <Input.Password {...field} />;
}

function labelOf({ field, file, part }: AskedSecret): string {
  const place = part === undefined ? "" : ` ${part.replace(/^\$\.?/, "")}`;
  return `${LABELS[field]}${place} for ${file}`;
}

/** Keys have several lines, which a field of one line would run together. */
const isKey = ({ field, part = "" }: AskedSecret) => field === "ssh_tunnel_private_keys" || /key$/i.test(part);
