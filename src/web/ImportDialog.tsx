import { useQueryClient } from "@tanstack/react-query";
import { Input } from "antd";
import { useId, useState } from "react";
import type { Operation } from "../model/operation.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { call } from "./client.ts";
import { type ApiError, toApiError } from "./errors.ts";
import styles from "./ImportDialog.module.css";
import { type Asked, askedBy, existingIn, unknownProblems } from "./import-errors.ts";
import { toast } from "./toasts.ts";

export interface ImportDialogProps {
  noun: { one: string; many: string };
  operation: Operation;
  listKey: string;
  onClose(): void;
}

const ACCEPTED = ".yaml,.json,.yml,.zip";
const FIELDS = {
  passwords: "Database password",
  ssh_tunnel_passwords: "SSH tunnel password",
  ssh_tunnel_private_keys: "SSH tunnel private key",
  ssh_tunnel_private_key_passwords: "SSH tunnel private key password",
} as const;

/** Picks a file, asks for what the server misses, and for the word OVERWRITE where something would be replaced. */
export function ImportDialog({ noun, operation, listKey, onClose }: ImportDialogProps) {
  const [file, setFile] = useState<File>();
  const [asked, setAsked] = useState<Asked>({});
  const [secrets, setSecrets] = useState<Record<string, Record<string, string>>>({});
  const [existing, setExisting] = useState<string[]>([]);
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<ApiError>();
  const [busy, setBusy] = useState(false);
  const queries = useQueryClient();
  const overwrite = existing.length > 0;
  const mayGo = file !== undefined && (!overwrite || typed.trim().toUpperCase() === "OVERWRITE");

  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    setExisting([]);
    setAsked({});
    setError(undefined);
  };
  const send = async () => {
    if (file === undefined || !mayGo) return;
    setBusy(true);
    setError(undefined);
    try {
      const body = { ...secrets, ...(overwrite ? { overwrite: "true" } : {}) };
      await call(operation, { body } as never, { files: { formData: file }, timeoutMs: 0 });
      await queries.invalidateQueries({ queryKey: [listKey] });
      toast.success(`Imported: ${file.name}`);
      onClose();
    } catch (caught) {
      const known = toApiError(caught);
      setAsked(askedBy(known.errors));
      setExisting(existingIn(known.errors));
      if (unknownProblems(known)) setError(known);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      title={`Import ${noun.many}`}
      onClose={onClose}
      dirty={file !== undefined && !busy && (overwrite || Object.keys(asked).length > 0)}
      primary={{
        label: overwrite ? "Overwrite" : "Import",
        danger: overwrite,
        disabled: !mayGo,
        loading: busy,
        onClick: send,
      }}
    >
      <FilePicker file={file} onFile={choose} />
      <Secrets asked={asked} secrets={secrets} onSecrets={setSecrets} />
      {overwrite ? <Overwrite count={existing.length} names={existing} typed={typed} onTyped={setTyped} /> : null}
      {error ? (
        <p className={styles.error} role="alert">
          {`An error occurred while importing ${noun.many}: ${error.message}`}
          {"\n"}Please re-export your file and try importing again
        </p>
      ) : null}
    </Dialog>
  );
}

function FilePicker({ file, onFile }: { file: File | undefined; onFile(file: File | undefined): void }) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>File</label>
      <input id={id} type="file" accept={ACCEPTED} onChange={(event) => onFile(event.target.files?.[0])} />
      <p className={styles.hint}>{file ? `${Math.ceil(file.size / 1024)} kB` : "A .zip, .yaml, .yml or .json file"}</p>
    </div>
  );
}

interface SecretsProps {
  asked: Asked;
  secrets: Record<string, Record<string, string>>;
  onSecrets(secrets: Record<string, Record<string, string>>): void;
}

function Secrets({ asked, secrets, onSecrets }: SecretsProps) {
  const id = useId();
  return (Object.keys(FIELDS) as (keyof typeof FIELDS)[]).flatMap((field) =>
    (asked[field] ?? []).map((name) => (
      <div key={field + name} className={styles.field}>
        <label htmlFor={`${id}-${field}-${name}`}>{`${FIELDS[field]} for ${name}`}</label>
        <Input.Password
          id={`${id}-${field}-${name}`}
          autoComplete="off"
          value={secrets[field]?.[name] ?? ""}
          onChange={(event) => onSecrets({ ...secrets, [field]: { ...secrets[field], [name]: event.target.value } })}
        />
      </div>
    )),
  );
}

interface OverwriteProps {
  count: number;
  names: readonly string[];
  typed: string;
  onTyped(text: string): void;
}

function Overwrite({ count, names, typed, onTyped }: OverwriteProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{`Type OVERWRITE to replace ${count} existing ${count === 1 ? "item" : "items"}.`}</label>
      <Input id={id} autoComplete="off" autoFocus value={typed} onChange={(event) => onTyped(event.target.value)} />
      <p className={styles.hint}>{names.join("\n")}</p>
    </div>
  );
}
