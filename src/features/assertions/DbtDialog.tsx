import { useQueryClient } from "@tanstack/react-query";
import { FileJson } from "lucide-react";
import { useRef, useState } from "react";
import { fromDbt } from "../../api/assertion/contract.ts";
import { t } from "../../i18n/translate.ts";
import type { OperationResult } from "../../model/operation.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { FileField } from "../../ui/FileField.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { call } from "../../web/client/client.ts";
import { toApiError } from "../../web/client/errors.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { refreshAssertions, refreshWhenChecked } from "./assertion-calls.ts";
import styles from "./assertions.module.css";

type Plan = OperationResult<typeof fromDbt>["result"];

/** Reads the tests of a dbt project as assertions, after saying what it would make. */
export function DbtDialog({ datasetId, onClose }: { datasetId: number; onClose(): void }) {
  const queries = useQueryClient();
  const { files, plan, failure, isBusy, choose, send } = useDbt(datasetId);
  const count = plan ? plan.made.length + plan.changed.length : 0;
  const confirm = async () => {
    const done = await send();
    if (!done) return;
    await refreshAssertions(queries);
    const last = [...done.made, ...done.changed].at(-1)?.id;
    if (last) void refreshWhenChecked(queries, last).catch(() => undefined);
    toast.success(
      t("{count, plural, one {Imported # assertion} other {Imported # assertions}}", {
        count: done.made.length + done.changed.length,
      }),
    );
    onClose();
  };
  return (
    <Dialog
      open
      title={t("Import from dbt")}
      onClose={onClose}
      primary={{
        label: t("Import"),
        disabled: count === 0,
        loading: isBusy === "importing",
        onClick: () => void confirm(),
      }}
    >
      <p className={styles.quiet}>
        {t("Tests of the dbt model behind this dataset become assertions. Importing again updates them.")}
      </p>
      <ChosenFile
        file={files.manifest}
        label={t("Choose target/manifest.json")}
        onFile={(manifest) => void choose({ manifest })}
      />
      {files.manifest ? (
        <ChosenFile
          file={files.run_results}
          label={t("Choose target/run_results.json (optional)")}
          onFile={(run_results) => void choose({ run_results })}
        />
      ) : null}
      {isBusy === "checking" ? <SkeletonLines lines={3} /> : null}
      {failure ? (
        <p role="alert" className={styles.problem}>
          {failure}
        </p>
      ) : null}
      {plan ? <PlanLists plan={plan} /> : null}
    </Dialog>
  );
}

interface Files {
  manifest?: File;
  run_results?: File;
}

function useDbt(id: number) {
  const [files, setFiles] = useState<Files>({});
  const [plan, setPlan] = useState<Plan>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState<"checking" | "importing">();
  const latest = useRef<Files>({});
  const run = async ({ manifest, run_results }: Files, preview: boolean): Promise<Plan | undefined> => {
    if (!manifest) return undefined;
    setBusy(preview ? "checking" : "importing");
    const body = { manifest: await manifest.text(), run_results: await run_results?.text(), preview };
    return (await call(fromDbt, { params: { id }, body }, { timeoutMs: 0 })).result;
  };
  /** Undefined after a failure, and for files that were replaced. */
  const attempt = async (chosen: Files, preview: boolean) => {
    setFailure(undefined);
    const outcome = await run(chosen, preview).catch((error) => toApiError(error));
    if (latest.current !== chosen) return undefined;
    setBusy(undefined);
    if (!(outcome instanceof Error)) return outcome;
    setFailure(outcome.message);
    return undefined;
  };
  const choose = async (part: Files) => {
    const chosen = { ...files, ...part };
    latest.current = chosen;
    setFiles(chosen);
    setPlan(undefined);
    const preview = await attempt(chosen, true);
    if (preview) setPlan(preview);
  };
  return { files, plan, failure, isBusy, choose, send: () => attempt(files, false) };
}

interface ChosenFileProps {
  file: File | undefined;
  label: string;
  onFile(file: File): void;
}

function ChosenFile({ file, label, onFile }: ChosenFileProps) {
  return (
    <div className={styles.file}>
      <FileJson size={16} aria-hidden />
      {file ? <bdi className={styles.fileName}>{file.name}</bdi> : null}
      <FileField label={file ? t("Choose another") : label} name={label} accept={[".json"]} onFile={onFile} />
    </div>
  );
}

function PlanLists({ plan: { made, changed, skipped } }: { plan: Plan }) {
  if (made.length + changed.length + skipped.length === 0)
    return <p role="status">{t("The file has no tests of this dataset's table.")}</p>;
  return (
    <div role="status" className={styles.plan}>
      <Names title={t("New ({count, number})", { count: made.length })} items={made} />
      <Names title={t("Changed ({count, number})", { count: changed.length })} items={changed} />
      <Names title={t("Skipped ({count, number})", { count: skipped.length })} items={skipped} />
    </div>
  );
}

function Names({ title, items }: { title: string; items: readonly { name: string; reason?: string }[] }) {
  if (items.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {items.map(({ name, reason }) => (
          <li key={name}>
            <bdi>{name}</bdi>
            {reason ? <small dir="auto">{reason}</small> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
