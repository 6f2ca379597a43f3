import { useQueryClient } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { FileArchive, Upload } from "lucide-react";
import { useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { type ImportResult, importAny } from "../../api/bundle/contract.ts";
import { t } from "../../i18n/translate.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { FileField } from "../../ui/FileField.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { call } from "../../web/client/client.ts";
import { ApiError, toApiError } from "../../web/client/errors.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { canUpload, openUpload, useFileDrop } from "../upload/index.ts";
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
import { importedLink } from "./imported-link.ts";

const OVERWRITE = t("OVERWRITE");

export interface ImportDialogProps {
  /** Of the list that it was opened from. */
  noun?: { one: string; many: keyof typeof FAILURES };
  onClose(): void;
}

const FAILURES = {
  charts: (message: string) => t("An error occurred while importing charts: {message}", { message }),
  dashboards: (message: string) => t("An error occurred while importing dashboards: {message}", { message }),
  datasets: (message: string) => t("An error occurred while importing datasets: {message}", { message }),
  "saved queries": (message: string) => t("An error occurred while importing saved queries: {message}", { message }),
  databases: (message: string) => t("An error occurred while importing databases: {message}", { message }),
  themes: (message: string) => t("An error occurred while importing themes: {message}", { message }),
};

const ACCEPTED = [".yaml", ".json", ".yml", ".zip"];
const DATA = [".csv", ".tsv", ".txt", ".xlsx", ".xls", ".parquet"];

const endsWith = ({ name }: File, endings: readonly string[]) =>
  endings.some((ending) => name.toLowerCase().endsWith(ending));
const isExport = (file: File) => endsWith(file, ACCEPTED);

/** Imports a bundle of any kind, after saying what it would change. */
export function ImportDialog({ noun, onClose }: ImportDialogProps) {
  const [typed, setTyped] = useState("");
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { file, plan, missing, secrets, isEdited, existing, isSame, overwrite, error, busy, ...change } = useImport();
  const isComplete = missing.every((one) => Boolean(secrets[secretKey(one)]));
  const isConfirmed = !overwrite || typed.trim().toUpperCase() === OVERWRITE.toUpperCase();
  const isEntered = isEdited || typed !== "";
  const canImport = plan !== undefined && !isSame && isComplete && isConfirmed;

  const nameOf = (path: string) => {
    const item = plan?.items.find((one) => one.file === path);
    return item?.replaces ?? (item?.name || path);
  };
  const choose = (chosen: File | undefined) => {
    setTyped("");
    void change.choose(chosen);
  };
  const send = async () => {
    const result = canImport ? await change.send() : undefined;
    if (!result) return;
    await queries.invalidateQueries();
    const imported = result.items.filter(({ action }) => action !== "keep");
    const name = imported.length > 0 ? countText(imported) : (file?.name ?? "");
    const link = importedLink(result.items, (address) => void navigate(address));
    toast.success(t("Imported: {name}", { name }), link ? { action: link } : {});
    onClose();
  };

  return (
    <Dialog
      open
      title={t("Import")}
      onClose={onClose}
      dirty={isEntered && busy !== "importing"}
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
      <NoExport file={file} onClose={onClose} />
      {plan ? <ImportPlan plan={plan} isSame={isSame} /> : null}
      <ImportSecrets missing={missing} nameOf={nameOf} secrets={secrets} onSecrets={change.setSecrets} />
      {overwrite ? (
        <Overwrite count={existing.length} names={existing.map(nameOf)} typed={typed} onTyped={setTyped} />
      ) : null}
      {error ? <Failure error={error} noun={noun} /> : null}
    </Dialog>
  );
}

const isUnchanged = (plan: ImportResult | undefined) => plan?.items.every(({ action }) => action === "keep") ?? false;

interface Needs {
  missing: readonly MissingSecret[];
  existing: readonly string[];
}
const NO_NEEDS: Needs = { missing: [], existing: [] };

function useImport() {
  const [file, setFile] = useState<File>();
  const [plan, setPlan] = useState<ImportResult>();
  const [{ missing, existing }, setNeeds] = useState(NO_NEEDS);
  const [secrets, setSecrets] = useState<SecretTexts>({});
  const [isEdited, setEdited] = useState(false);
  const [error, setError] = useState<ApiError>();
  const [busy, setBusy] = useState<"checking" | "importing">();
  const latest = useRef<File>(undefined);

  const importFile = (sent: File, args: { body: Record<string, unknown>; query?: { dry_run: "true" } }) =>
    call(importAny, args, { files: { formData: sent }, timeoutMs: 0 });
  const choose = async (chosen: File | undefined) => {
    latest.current = chosen;
    setFile(chosen);
    setPlan(undefined);
    setNeeds(NO_NEEDS);
    setSecrets({});
    setEdited(false);
    setError(undefined);
    const isRead = chosen !== undefined && isExport(chosen);
    setBusy(isRead ? "checking" : undefined);
    if (!isRead) return;
    const checked = await importFile(chosen, { body: {}, query: { dry_run: "true" } }).then(
      ({ result }) => result,
      toApiError,
    );
    if (latest.current !== chosen) return;
    setBusy(undefined);
    if (checked instanceof ApiError) return setError(checked);
    setPlan(checked);
    setNeeds({ missing: missingIn(checked.needs), existing: existingIn(checked.needs).concat(replacedIn(checked)) });
    setSecrets(proposedNames(checked));
  };
  const send = async (): Promise<ImportResult | undefined> => {
    if (file === undefined) return undefined;
    setBusy("importing");
    setError(undefined);
    const body = { ...secretFields(missing, secrets), ...(existing.length > 0 ? { overwrite: "true" } : {}) };
    const answer = await importFile(file, { body }).then(({ result }) => result, toApiError);
    setBusy(undefined);
    if (!(answer instanceof ApiError)) return answer;
    const problems = problemsOf(answer.errors);
    const secretKeys = new Set(missing.map(secretKey));
    const stillMissing = missingIn(problems);
    const more = stillMissing.filter((one) => !secretKeys.has(secretKey(one)));
    // Fields stay so that their values can be corrected.
    setNeeds({ missing: [...missing, ...more], existing: existingIn(problems) });
    if (stillMissing.length > more.length || unknownProblems(problems)) setError(answer);
    return undefined;
  };
  const enter = (texts: SecretTexts) => {
    setSecrets(texts);
    setEdited(true);
  };
  const isSame = existing.length > 0 && isUnchanged(plan);
  const overwrite = existing.length > 0 && !isSame;
  const state = { file, plan, missing, existing, isSame, overwrite, secrets, isEdited, error, busy };
  return { ...state, setSecrets: enter, choose, send };
}

/** Of a bundle of everything, which overwrites without being asked to. */
function replacedIn({ items, needs }: ImportResult): string[] {
  const known = new Set(existingIn(needs));
  return items.flatMap(({ file, action }) => (action === "update" && !known.has(file) ? [file] : []));
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
      <p>{failureText(noun, problems.length > 0 ? "" : error.message)}</p>
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

const failureText = (noun: ImportDialogProps["noun"], message: string) =>
  noun ? FAILURES[noun.many](message) : t("An error occurred while importing: {message}", { message });

function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}

function FilePicker({ file, onFile }: { file: File | undefined; onFile(file: File | undefined): void }) {
  const isOver = useFileDrop("dialog", onFile);
  return (
    <div className={styles.zone} data-over={isOver || undefined} data-chosen={file ? true : undefined}>
      {file ? <FileArchive size={16} /> : <Upload size={24} />}
      {file ? (
        <span className={styles.file}>
          <bdi>{file.name}</bdi> <span className={styles.hint}>{fileSize(file.size)}</span>
        </span>
      ) : null}
      <FileField
        label={file ? t("Choose another") : t("Choose a file")}
        name={t("File")}
        accept={ACCEPTED}
        onFile={onFile}
      />
      {file ? null : (
        <>
          <span>{t("or drop it here")}</span>
          <p className={styles.hint}>
            {t("An export of dashboards, charts, datasets, databases, queries or themes (.zip, .yaml, .yml or .json)")}
          </p>
        </>
      )}
    </div>
  );
}

function NoExport({ file, onClose }: { file: File | undefined; onClose(): void }) {
  if (!file || isExport(file)) return null;
  const upload = () => {
    onClose();
    openUpload(file);
  };
  return (
    <div className={styles.error} role="alert">
      <p>{t("“{name}” isn't an export. Exports are .zip, .yaml, .yml or .json files.", { name: file.name })}</p>
      {endsWith(file, DATA) && canUpload() ? <Button onClick={upload}>{t("Upload as a table")}</Button> : null}
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
