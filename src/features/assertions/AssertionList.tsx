import { useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { FileUp, Play, Plus, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { checkDataset, create } from "../../api/assertion/contract.ts";
import { t } from "../../i18n/translate.ts";
import type { Dataset } from "../../model/dataset.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { call } from "../../web/client/client.ts";
import { toApiError } from "../../web/client/errors.ts";
import { can } from "../../web/session/session.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { AssertionDialog } from "./AssertionDialog.tsx";
import { AssertionItem } from "./AssertionItem.tsx";
import { type Assertion, refreshAssertions, refreshWhenChecked, useAssertions } from "./assertion-calls.ts";
import { type AssertionFields, bodyOf, proposedName } from "./assertion-fields.ts";
import styles from "./assertions.module.css";
import { DbtDialog } from "./DbtDialog.tsx";
import { suggestionsFor } from "./suggestions.ts";

type OpenDialog = { kind: "add" } | { kind: "dbt" } | { kind: "edit"; assertion: Assertion };

/** The assertions about a dataset, to be seen, and by its editors checked and changed. */
export function AssertionList({ dataset, isLocked }: { dataset: Dataset; isLocked: boolean }) {
  const { data, error, refetch } = useAssertions(dataset.id);
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const canEdit = !isLocked && can("can_write", "Assertion");
  if (error && !data) return <ErrorState title={toApiError(error).title} text={error.message} onRetry={refetch} />;
  if (!data) return <SkeletonLines lines={8} />;
  const { count, result } = data;
  const named = [{ id: dataset.id, name: dataset.table_name }];
  return (
    <>
      {result.length > 0 ? (
        <Tools assertions={result} count={count} datasetId={dataset.id} canEdit={canEdit} onOpen={setDialog} />
      ) : (
        <NoAssertions canEdit={canEdit} onOpen={setDialog} />
      )}
      {result.length > 0 ? (
        <ul className={styles.list}>
          {result.map((assertion) => (
            <AssertionItem
              key={assertion.id}
              assertion={assertion}
              canEdit={canEdit && assertion.can_edit}
              onEdit={() => setDialog({ kind: "edit", assertion })}
            />
          ))}
        </ul>
      ) : null}
      {canEdit ? <Suggestions dataset={dataset} assertions={result} /> : null}
      {dialog?.kind === "add" ? <AssertionDialog datasets={named} onClose={close} /> : null}
      {dialog?.kind === "edit" ? (
        <AssertionDialog datasets={named} assertion={dialog.assertion} onClose={close} />
      ) : null}
      {dialog?.kind === "dbt" ? <DbtDialog datasetId={dataset.id} onClose={close} /> : null}
    </>
  );
}

interface ToolsProps {
  canEdit: boolean;
  onOpen(dialog: OpenDialog): void;
}

function NoAssertions({ canEdit, onOpen }: ToolsProps) {
  return (
    <div className={styles.none}>
      <EmptyState
        compact
        icon={<ShieldCheck size={20} />}
        title={t("No assertions yet")}
        text={t("An assertion says what is true of good data. Charts show when it fails.")}
        actions={canEdit ? <AddButtons onOpen={onOpen} /> : undefined}
      />
    </div>
  );
}

function AddButtons({ onOpen }: Pick<ToolsProps, "onOpen">) {
  return (
    <>
      <Button icon={<FileUp size={14} />} onClick={() => onOpen({ kind: "dbt" })}>
        {t("Import from dbt")}
      </Button>
      <Button icon={<Plus size={14} />} onClick={() => onOpen({ kind: "add" })}>
        {t("Add assertion")}
      </Button>
    </>
  );
}

function Tools({
  assertions,
  count,
  datasetId,
  canEdit,
  onOpen,
}: ToolsProps & { assertions: Assertion[]; count: number; datasetId: number }) {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const failing = assertions.filter(({ state }) => state === "failed" || state === "error").length;
  const check = async () => {
    setBusy(true);
    await call(checkDataset, { params: { id: datasetId } }).catch(toast.error);
    await refreshAssertions(queries);
    setBusy(false);
  };
  return (
    <div className={styles.tools}>
      <span className={styles.summary} role="status">
        {failing > 0
          ? t("{failed, number} of {count, plural, one {# assertion} other {# assertions}} failing", {
              failed: failing,
              count,
            })
          : t("{count, plural, one {# assertion} other {# assertions}}, none failing", { count })}
      </span>
      {canEdit ? (
        <>
          <Button icon={<Play size={14} />} loading={isBusy} onClick={() => void check()}>
            {t("Check all now")}
          </Button>
          <AddButtons onOpen={onOpen} />
        </>
      ) : null}
    </div>
  );
}

const sameCheck = (one: Pick<AssertionFields, "kind" | "params">, other: Pick<Assertion, "kind" | "params">) =>
  one.kind === other.kind &&
  JSON.stringify(one.params.columns ?? one.params.column) ===
    JSON.stringify(other.params.columns ?? other.params.column);

/** Offered until the tab is left if the dataset had no assertions. */
function Suggestions({ dataset, assertions }: { dataset: Dataset; assertions: readonly Assertion[] }) {
  const queries = useQueryClient();
  const [wasEmpty] = useState(assertions.length === 0);
  const [adding, setAdding] = useState<string>();
  const missing = suggestionsFor(dataset).filter((one) => !assertions.some((other) => sameCheck(one, other)));
  if (!wasEmpty || missing.length === 0) return null;
  const add = async (fields: AssertionFields) => {
    const name = proposedName(fields);
    setAdding(name);
    try {
      const { id } = await call(create, { body: { ...bodyOf(fields, dataset), dataset_id: dataset.id } });
      void refreshWhenChecked(queries, id).catch(() => undefined);
      toast.success(t("Saved: {name}", { name }));
    } catch (error) {
      toast.error(error);
    }
    await refreshAssertions(queries);
    setAdding(undefined);
  };
  return (
    <section aria-label={t("Suggested")} className={styles.suggestions}>
      <h3>{t("Suggested")}</h3>
      <ul>
        {missing.map((fields) => {
          const name = proposedName(fields);
          return (
            <li key={name}>
              <span dir="auto">{name}</span>
              <Button
                size="small"
                icon={<Plus size={14} />}
                aria-label={t("Add “{name}”", { name })}
                loading={adding === name}
                onClick={() => void add(fields)}
              >
                {t("Add")}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
