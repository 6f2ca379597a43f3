import { useQueryClient } from "@tanstack/react-query";
import { Input } from "antd";
import { useId, useRef, useState } from "react";
import type { ImportResult } from "../../api/bundle/contract.ts";
import { t } from "../../i18n/translate.ts";
import type { Operation } from "../../model/operation.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { call } from "../../web/client/client.ts";
import { ApiError, toApiError } from "../../web/client/errors.ts";
import { toast } from "../../web/toasts/toasts.ts";
import styles from "./ImportDialog.module.css";
import { countText, ImportPlan } from "./ImportPlan.tsx";
import { ImportSecrets, type SecretTexts, secretFields, secretKey } from "./ImportSecrets.tsx";
import {
  existingIn,
  type MissingSecret,
  missingIn,
  problemsOf,
  problemTexts,
  unknownProblems,
} from "./import-errors.ts";

const OVERWRITE = t("OVERWRITE");

export interface ImportDialogProps {
  noun: { one: string; many: keyof typeof TEXTS };
  operation: Operation;
  listKey: string;
  onClose(): void;
}

const TEXTS = {
  charts: {
    title: t("Import charts"),
    failed: (message: string) => t("An error occurred while importing charts: {message}", { message }),
  },
  dashboards: {
    title: t("Import dashboards"),
    failed: (message: string) => t("An error occurred while importing dashboards: {message}", { message }),
  },
  datasets: {
    title: t("Import datasets"),
    failed: (message: string) => t("An error occurred while importing datasets: {message}", { message }),
  },
  "saved queries": {
    title: t("Import saved queries"),
    failed: (message: string) => t("An error occurred while importing saved queries: {message}", { message }),
  },
  databases: {
    title: t("Import databases"),
    failed: (message: string) => t("An error occurred while importing databases: {message}", { message }),
  },
  themes: {
    title: t("Import themes"),
    failed: (message: string) => t("An error occurred while importing themes: {message}", { message }),
  },
};

const ACCEPTED = ".yaml,.json,.yml,.zip";

export function ImportDialog({ noun, operation, listKey, onClose }: ImportDialogProps) {
  const [typed, setTyped] = useState("");
  const queries = useQueryClient();
  const { file, plan, missing, secrets, existing, error, busy, ...change } = useImport(operation);
  const overwrite = existing.length > 0;
  const isComplete = missing.every((one) => Boolean(secrets[secretKey(one)]));
  const isConfirmed = !overwrite || typed.trim().toUpperCase() === OVERWRITE.toUpperCase();
  const canImport = plan !== undefined && isComplete && isConfirmed;

  const nameOf = (path: string) => {
    const item = plan?.items.find((one) => one.file === path);
    return item?.replaces ?? (item?.name || path);
  };
  const choose = (chosen: File | undefined) => {
    setTyped("");
    void change.choose(chosen);
  };
  const send = async () => {
    if (!canImport || !(await change.send())) return;
    await queries.invalidateQueries({ queryKey: [listKey] });
    const imported = plan.items.filter(({ action }) => action !== "keep");
    toast.success(t("Imported: {name}", { name: imported.length > 0 ? countText(imported) : (file?.name ?? "") }));
    onClose();
  };

  return (
    <Dialog
      open
      title={TEXTS[noun.many].title}
      onClose={onClose}
      dirty={file !== undefined && busy !== "importing" && (overwrite || missing.length > 0)}
      primary={{
        label: overwrite ? t("Overwrite") : t("Import"),
        danger: overwrite,
        disabled: !canImport,
        loading: busy === "importing",
        onClick: send,
      }}
    >
      <FilePicker file={file} onFile={choose} />
      {busy === "checking" ? <SkeletonLines lines={3} /> : null}
      {plan ? <ImportPlan plan={plan} /> : null}
      <ImportSecrets missing={missing} nameOf={nameOf} secrets={secrets} onSecrets={change.setSecrets} />
      {overwrite ? (
        <Overwrite count={existing.length} names={existing.map(nameOf)} typed={typed} onTyped={setTyped} />
      ) : null}
      {error ? <Failure error={error} noun={noun} /> : null}
    </Dialog>
  );
}

interface Needs {
  missing: readonly MissingSecret[];
  existing: readonly string[];
}
const NO_NEEDS: Needs = { missing: [], existing: [] };

function useImport(operation: Operation) {
  const [file, setFile] = useState<File>();
  const [plan, setPlan] = useState<ImportResult>();
  const [{ missing, existing }, setNeeds] = useState(NO_NEEDS);
  const [secrets, setSecrets] = useState<SecretTexts>({});
  const [error, setError] = useState<ApiError>();
  const [busy, setBusy] = useState<"checking" | "importing">();
  const latest = useRef<File>(undefined);

  const importFile = (sent: File, args: { body: object; query?: object }) =>
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
    const checked = await importFile(chosen, { body: {}, query: { dry_run: "true" } }).then(
      ({ result }) => result,
      toApiError,
    );
    if (latest.current !== chosen) return;
    setBusy(undefined);
    if (checked instanceof ApiError) return setError(checked);
    setPlan(checked);
    setNeeds({ missing: missingIn(checked.needs), existing: existingIn(checked.needs) });
    setSecrets(proposedNames(checked));
  };
  const send = async (): Promise<boolean> => {
    if (file === undefined) return false;
    setBusy("importing");
    setError(undefined);
    const body = { ...secretFields(missing, secrets), ...(existing.length > 0 ? { overwrite: "true" } : {}) };
    const failed = await importFile(file, { body }).then(() => undefined, toApiError);
    setBusy(undefined);
    if (!failed) return true;
    const problems = problemsOf(failed.errors);
    const secretKeys = new Set(missing.map(secretKey));
    const stillMissing = missingIn(problems);
    const more = stillMissing.filter((one) => !secretKeys.has(secretKey(one)));
    // Fields stay so that their values can be corrected.
    setNeeds({ missing: [...missing, ...more], existing: existingIn(problems) });
    if (stillMissing.length > more.length || unknownProblems(problems)) setError(failed);
    return false;
  };
  return { file, plan, missing, existing, secrets, error, busy, setSecrets, choose, send };
}

function proposedNames({ items, needs }: ImportResult): SecretTexts {
  const missing = missingIn(needs).filter(({ field }) => field === "database_names");
  return Object.fromEntries(
    missing.flatMap((one) => {
      const item = items.find(({ file }) => file === one.file);
      return item ? [[secretKey(one), `${item.name} 2`]] : [];
    }),
  );
}

function Failure({ error, noun }: { error: ApiError } & Pick<ImportDialogProps, "noun">) {
  const problems = problemTexts(problemsOf(error.errors));
  return (
    <div ref={scrollIntoView} className={styles.error} role="alert">
      <p>{TEXTS[noun.many].failed(problems.length > 0 ? "" : error.message)}</p>
      {problems.length > 0 ? (
        <ul>
          {problems.map(({ file, text }) => (
            <li key={`${file} ${text}`}>{`${file}: ${text}`}</li>
          ))}
        </ul>
      ) : null}
      <p>{t("Please re-export your file and try importing again")}</p>
    </div>
  );
}

function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}

function FilePicker({ file, onFile }: { file: File | undefined; onFile(file: File | undefined): void }) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{t("File")}</label>
      <input id={id} type="file" accept={ACCEPTED} onChange={(event) => onFile(event.target.files?.[0])} />
      <p className={styles.hint}>{file ? fileSize(file.size) : t("A .zip, .yaml, .yml or .json file")}</p>
    </div>
  );
}

const fileSize = (bytes: number) =>
  bytes < 1024
    ? t("{bytes, plural, one {# byte} other {# bytes}}", { bytes })
    : t("{size, number} kB", { size: Math.ceil(bytes / 1024) });

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
      <label htmlFor={id}>
        {t(
          "{count, plural, one {Type {word} to replace # existing item.} other {Type {word} to replace # existing items.}}",
          { count, word: OVERWRITE },
        )}
      </label>
      <Input id={id} autoComplete="off" autoFocus value={typed} onChange={(event) => onTyped(event.target.value)} />
      <p className={styles.hint}>{names.join("\n")}</p>
    </div>
  );
}
