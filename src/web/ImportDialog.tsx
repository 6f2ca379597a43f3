import { useQueryClient } from "@tanstack/react-query";
import { Input } from "antd";
import { useId, useState } from "react";
import type { Operation } from "../model/operation.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { call } from "./client.ts";
import { type ApiError, toApiError } from "./errors.ts";
import styles from "./ImportDialog.module.css";
import { ImportSecrets, type SecretTexts, secretFields, secretKey } from "./ImportSecrets.tsx";
import { type AskedSecret, askedBy, existingIn, unknownProblems } from "./import-errors.ts";
import { toast } from "./toasts.ts";

export interface ImportDialogProps {
  noun: { one: string; many: string };
  operation: Operation;
  listKey: string;
  onClose(): void;
}

const ACCEPTED = ".yaml,.json,.yml,.zip";
/** Picks a file, asks for what the server misses, and for the word OVERWRITE where something would be replaced. */
export function ImportDialog({ noun, operation, listKey, onClose }: ImportDialogProps) {
  const [file, setFile] = useState<File>();
  const [asked, setAsked] = useState<readonly AskedSecret[]>([]);
  const [secrets, setSecrets] = useState<SecretTexts>({});
  const [existing, setExisting] = useState<string[]>([]);
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<ApiError>();
  const [busy, setBusy] = useState(false);
  const queries = useQueryClient();
  const overwrite = existing.length > 0;
  const isAnswered = asked.every((one) => Boolean(secrets[secretKey(one)]));
  const isConfirmed = !overwrite || typed.trim().toUpperCase() === "OVERWRITE";
  const mayGo = file !== undefined && isAnswered && isConfirmed;

  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    setExisting([]);
    setAsked([]);
    setSecrets({});
    setTyped("");
    setError(undefined);
  };
  const send = async () => {
    if (file === undefined || !mayGo) return;
    setBusy(true);
    setError(undefined);
    try {
      const body = { ...secretFields(asked, secrets), ...(overwrite ? { overwrite: "true" } : {}) };
      await call(operation, { body } as never, { files: { formData: file }, timeoutMs: 0 });
      await queries.invalidateQueries({ queryKey: [listKey] });
      toast.success(`Imported: ${file.name}`);
      onClose();
    } catch (caught) {
      const known = toApiError(caught);
      // What was given once stays to be seen and corrected.
      const given = new Set(asked.map(secretKey));
      setAsked([...asked, ...askedBy(known.errors).filter((one) => !given.has(secretKey(one)))]);
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
      dirty={file !== undefined && !busy && (overwrite || asked.length > 0)}
      primary={{
        label: overwrite ? "Overwrite" : "Import",
        danger: overwrite,
        disabled: !mayGo,
        loading: busy,
        onClick: send,
      }}
    >
      <FilePicker file={file} onFile={choose} />
      <ImportSecrets asked={asked} secrets={secrets} onSecrets={setSecrets} />
      {overwrite ? <Overwrite count={existing.length} names={existing} typed={typed} onTyped={setTyped} /> : null}
      {error ? (
        <p ref={showWhole} className={styles.error} role="alert">
          {`An error occurred while importing ${noun.many}: ${error.message}`}
          {"\n"}Please re-export your file and try importing again
        </p>
      ) : null}
    </Dialog>
  );
}

/** Below many fields it would not be seen. */
function showWhole(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
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
