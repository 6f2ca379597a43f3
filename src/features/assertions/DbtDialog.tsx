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
import { refreshAssertions } from "./assertion-calls.ts";
import styles from "./assertions.module.css";

type Plan = OperationResult<typeof fromDbt>["result"];

/** Reads the tests of a dbt project as assertions, after saying what it would make. */
export function DbtDialog({ datasetId, onClose }: { datasetId: number; onClose(): void }) {
  const queries = useQueryClient();
  const { file, plan, failure, isBusy, choose, send } = useDbt(datasetId);
  const count = plan ? plan.made.length + plan.changed.length : 0;
  const confirm = async () => {
    const done = await send();
    if (!done) return;
    await refreshAssertions(queries);
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
      <div className={styles.file}>
        <FileJson size={16} aria-hidden />
        {file ? <bdi className={styles.fileName}>{file.name}</bdi> : null}
        <FileField
          label={file ? t("Choose another") : t("Choose target/manifest.json")}
          accept={[".json"]}
          onFile={(chosen) => void choose(chosen)}
        />
      </div>
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

function useDbt(id: number) {
  const [file, setFile] = useState<File>();
  const [plan, setPlan] = useState<Plan>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState<"checking" | "importing">();
  const latest = useRef<File>(undefined);
  const run = async (chosen: File, preview: boolean): Promise<Plan | undefined> => {
    setFailure(undefined);
    setBusy(preview ? "checking" : "importing");
    try {
      const body = { manifest: await chosen.text(), preview };
      const { result } = await call(fromDbt, { params: { id }, body }, { timeoutMs: 0 });
      return result;
    } catch (error) {
      if (latest.current === chosen) setFailure(toApiError(error).message);
      return undefined;
    } finally {
      if (latest.current === chosen) setBusy(undefined);
    }
  };
  const choose = async (chosen: File) => {
    latest.current = chosen;
    setFile(chosen);
    setPlan(undefined);
    const preview = await run(chosen, true);
    if (latest.current === chosen) setPlan(preview);
  };
  const send = async () => (file ? run(file, false) : undefined);
  return { file, plan, failure, isBusy, choose, send };
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
