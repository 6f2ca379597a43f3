import { useQueryClient } from "@tanstack/react-query";
import { Input } from "antd";
import { useId, useRef, useState } from "react";
import type { ImportResult } from "../../api/bundle/contract.ts";
import type { Operation } from "../../model/operation.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { call } from "../../web/client/client.ts";
import { ApiError, toApiError } from "../../web/client/errors.ts";
import { toast } from "../../web/toasts/toasts.ts";
import styles from "./ImportDialog.module.css";
import { ImportPlan } from "./ImportPlan.tsx";
import { ImportSecrets, type SecretTexts, secretFields, secretKey } from "./ImportSecrets.tsx";
import { type AskedSecret, askedIn, existingIn, problemsOf, problemTexts, unknownProblems } from "./import-errors.ts";

export interface ImportDialogProps {
  noun: { one: string; many: string };
  operation: Operation;
  listKey: string;
  onClose(): void;
}

const ACCEPTED = ".yaml,.json,.yml,.zip";

/**
 * Picks a file, shows what its import would do, asks for what the server misses, and for the word OVERWRITE where
 * something exists.
 */
export function ImportDialog({ noun, operation, listKey, onClose }: ImportDialogProps) {
  const [typed, setTyped] = useState("");
  const queries = useQueryClient();
  const { file, plan, asked, secrets, existing, error, busy, ...change } = useImport(operation);
  const overwrite = existing.length > 0;
  const isAnswered = asked.every((one) => Boolean(secrets[secretKey(one)]));
  const isConfirmed = !overwrite || typed.trim().toUpperCase() === "OVERWRITE";
  const mayGo = plan !== undefined && isAnswered && isConfirmed;

  const choose = (chosen: File | undefined) => {
    setTyped("");
    void change.choose(chosen);
  };
  const send = async () => {
    if (!mayGo || !(await change.send())) return;
    await queries.invalidateQueries({ queryKey: [listKey] });
    toast.success(`Imported: ${file?.name}`);
    onClose();
  };

  return (
    <Dialog
      open
      title={`Import ${noun.many}`}
      onClose={onClose}
      dirty={file !== undefined && busy !== "importing" && (overwrite || asked.length > 0)}
      primary={{
        label: overwrite ? "Overwrite" : "Import",
        danger: overwrite,
        disabled: !mayGo,
        loading: busy === "importing",
        onClick: send,
      }}
    >
      <FilePicker file={file} onFile={choose} />
      {busy === "checking" ? <SkeletonLines lines={3} /> : null}
      {plan ? <ImportPlan plan={plan} /> : null}
      <ImportSecrets asked={asked} secrets={secrets} onSecrets={change.setSecrets} />
      {overwrite ? <Overwrite count={existing.length} names={existing} typed={typed} onTyped={setTyped} /> : null}
      {error ? <Failure error={error} noun={noun} /> : null}
    </Dialog>
  );
}

interface Needs {
  asked: readonly AskedSecret[];
  /** Files of what exists already. */
  existing: readonly string[];
}
const NO_NEEDS: Needs = { asked: [], existing: [] };

/** A dry run of each chosen file, and its import with what was entered. */
function useImport(operation: Operation) {
  const [file, setFile] = useState<File>();
  const [plan, setPlan] = useState<ImportResult>();
  const [{ asked, existing }, setNeeds] = useState(NO_NEEDS);
  const [secrets, setSecrets] = useState<SecretTexts>({});
  const [error, setError] = useState<ApiError>();
  const [busy, setBusy] = useState<"checking" | "importing">();
  const latest = useRef<File>(undefined);

  const ask = (sent: File, args: { body: object; query?: object }) =>
    call(operation, args as never, { files: { formData: sent }, timeoutMs: 0 }) as Promise<{ result: ImportResult }>;
  const choose = async (chosen: File | undefined) => {
    latest.current = chosen;
    setFile(chosen);
    setPlan(undefined);
    setNeeds(NO_NEEDS);
    setSecrets({});
    setError(undefined);
    setBusy(chosen && "checking");
    if (!chosen) return;
    const checked = await ask(chosen, { body: {}, query: { dry_run: "true" } }).then(
      ({ result }) => result,
      toApiError,
    );
    if (latest.current !== chosen) return;
    setBusy(undefined);
    if (checked instanceof ApiError) return setError(checked);
    setPlan(checked);
    setNeeds({ asked: askedIn(checked.needs), existing: existingIn(checked.needs) });
    setSecrets(proposedNames(checked));
  };
  /** Whether the chosen file was imported. */
  const send = async (): Promise<boolean> => {
    if (file === undefined) return false;
    setBusy("importing");
    setError(undefined);
    const body = { ...secretFields(asked, secrets), ...(existing.length > 0 ? { overwrite: "true" } : {}) };
    const failed = await ask(file, { body }).then(() => undefined, toApiError);
    setBusy(undefined);
    if (!failed) return true;
    const problems = problemsOf(failed.errors);
    const given = new Set(asked.map(secretKey));
    const needed = askedIn(problems);
    const more = needed.filter((one) => !given.has(secretKey(one)));
    // What was given once stays to be seen and corrected.
    setNeeds({ asked: [...asked, ...more], existing: existingIn(problems) });
    if (needed.length > more.length || unknownProblems(problems)) setError(failed);
    return false;
  };
  return { file, plan, asked, existing, secrets, error, busy, setSecrets, choose, send };
}

/** Another name for each database whose name is in use. */
function proposedNames({ items, needs }: ImportResult): SecretTexts {
  const asked = askedIn(needs).filter(({ field }) => field === "database_names");
  return Object.fromEntries(
    asked.flatMap((one) => {
      const item = items.find(({ file }) => file === one.file);
      return item ? [[secretKey(one), `${item.name} 2`]] : [];
    }),
  );
}

function Failure({ error, noun }: { error: ApiError } & Pick<ImportDialogProps, "noun">) {
  const problems = problemTexts(problemsOf(error.errors));
  return (
    <div ref={showWhole} className={styles.error} role="alert">
      <p>{`An error occurred while importing ${noun.many}: ${problems.length > 0 ? "" : error.message}`}</p>
      {problems.length > 0 ? (
        <ul>
          {problems.map(({ file, text }) => (
            <li key={`${file} ${text}`}>{`${file}: ${text}`}</li>
          ))}
        </ul>
      ) : null}
      <p>Please re-export your file and try importing again</p>
    </div>
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
