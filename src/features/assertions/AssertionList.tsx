import { useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { FileUp, Play, Plus, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { checkDataset } from "../../api/assertion/contract.ts";
import { t } from "../../i18n/translate.ts";
import type { AssertionState } from "../../model/assertion.ts";
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
import { type Assertion, refreshAssertions, useAssertions } from "./assertion-calls.ts";
import styles from "./assertions.module.css";
import { DbtDialog } from "./DbtDialog.tsx";
import { errorsText } from "./FailingCounts.tsx";
import { Suggestions } from "./Suggestions.tsx";

type OpenDialog = { kind: "add" } | { kind: "dbt" } | { kind: "edit"; assertion: Assertion };

/** The assertions about a dataset, to be seen, and by its editors checked and changed. */
export function AssertionList({ dataset, isLocked }: { dataset: Dataset; isLocked: boolean }) {
  const { data, error, refetch } = useAssertions(dataset.id);
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const canEdit = !isLocked && can("can_write", "Assertion");
  if (error && !data) return <ErrorState title={toApiError(error).title} text={error.message} onRetry={refetch} />;
  if (!data) return <SkeletonLines lines={8} />;
  const { count } = data;
  const result = data.result.toSorted(inList);
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
      {dataset.is_managed_externally === true ? (
        <p className={styles.quiet}>{t("This dataset is edited in files and can't be edited here")}</p>
      ) : null}
      {canEdit ? <Suggestions dataset={dataset} assertions={result} /> : null}
      {dialog?.kind === "add" ? <AssertionDialog datasets={named} onClose={close} /> : null}
      {dialog?.kind === "edit" ? (
        <AssertionDialog datasets={named} dataset={dataset} assertion={dialog.assertion} onClose={close} />
      ) : null}
      {dialog?.kind === "dbt" ? <DbtDialog datasetId={dataset.id} onClose={close} /> : null}
    </>
  );
}

const RANKS: Readonly<Partial<Record<AssertionState, number>>> = { failed: 0, error: 1 };
const rankOf = ({ state }: Assertion) => RANKS[state] ?? 2;

/** What has to be looked at comes first. */
const inList = (a: Assertion, b: Assertion) => rankOf(a) - rankOf(b) || a.name.localeCompare(b.name);

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
        text={t("A check that your data is right, by default every hour. If it fails, charts show a warning.")}
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
  const countOf = (of: AssertionState) => assertions.filter(({ state }) => state === of).length;
  const [failing, errors] = [countOf("failed"), countOf("error")];
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
        {errors > 0 ? ` · ${errorsText(errors)}` : null}
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
