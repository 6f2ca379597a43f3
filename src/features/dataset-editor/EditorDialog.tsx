import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ConfigProvider } from "antd";
import { Lock, Table2 } from "lucide-react";
import { useMemo, useState } from "react";
import * as contract from "../../api/dataset/contract.ts";
import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import type { Dataset } from "../../model/dataset.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { call } from "../../web/client/client.ts";
import { toApiError } from "../../web/client/errors.ts";
import { useRowCount } from "../../web/client/row-count.ts";
import { counted } from "../../web/components/counted.ts";
import { peopleOf } from "../../web/components/PeopleSelect.tsx";
import { can, isAdmin, useSession } from "../../web/session/session.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { ManagedNote } from "../managed/index.ts";
import { saveWithConfirm } from "../overwrite/index.ts";
import styles from "./dataset-editor.module.css";
import { changeCount, type DatasetDraft, draftOf, isSourceChanged, problemsOf, updateOf } from "./draft.ts";
import { EditorTabs } from "./EditorTabs.tsx";
import { proposedChange, renamesOf, withRenamedColumns } from "./impact.ts";
import { renameAll } from "./rename-all.ts";
import { type SaveChoices, SaveConfirm } from "./SaveConfirm.tsx";
import type { EditorTab } from "./tab.ts";
import { type Usage, usageOf, usageText } from "./usage.ts";

export interface DatasetEditorProps {
  datasetId: number;
  tab?: EditorTab;
  onClose(): void;
  onSaved?(): void;
}

export function EditorDialog({ datasetId, tab = "columns", onClose, onSaved }: DatasetEditorProps) {
  const loaded = useQuery({
    queryKey: ["dataset", datasetId, "editor"],
    queryFn: async ({ signal }) => (await call(contract.show, { params: { id: `${datasetId}` } }, { signal })).result,
    staleTime: 0,
    gcTime: 0,
  });
  const usage = useQuery({
    queryKey: ["dataset", datasetId, "usage"],
    queryFn: ({ signal }) => usageOf(datasetId, signal),
  });
  if (loaded.data) {
    return <Editor dataset={loaded.data} usage={usage.data} tab={tab} onClose={onClose} onSaved={onSaved} />;
  }
  return (
    <Dialog open title={t("Edit Dataset")} width={960} height={HEIGHT} onClose={onClose}>
      {loaded.error ? (
        <ErrorState title={toApiError(loaded.error).title} text={loaded.error.message} onRetry={loaded.refetch} />
      ) : (
        <SkeletonLines lines={10} />
      )}
    </Dialog>
  );
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();
const HEIGHT = "min(900px, 90vh)";

interface EditorProps {
  dataset: Dataset;
  usage: Usage | undefined;
  tab: EditorTab;
  onClose(): void;
  onSaved?: (() => void) | undefined;
}

function Editor({ dataset, usage, tab, onClose, onSaved }: EditorProps) {
  const before = useMemo(() => draftOf(dataset), [dataset]);
  const [draft, setDraft] = useState(before);
  const [isConfirming, setIsConfirming] = useState(false);
  const [renamed, setRenamed] = useState<ReadonlyMap<string, string>>(NO_NAMES);
  const saved = useMemo(() => withRenamedColumns(draft, renamed), [draft, renamed]);
  const change = useMemo(
    () => (isConfirming ? proposedChange(dataset.id, before, saved) : undefined),
    [isConfirming, dataset.id, before, saved],
  );
  const problems = problemsOf(draft);
  const count = changeCount(before, draft);
  const lock = useLock(dataset);
  const save = useSave(dataset, { before, draft: saved });
  const submit = async (choices: SaveChoices) => {
    if (!(await save.run(choices))) return;
    setIsConfirming(false);
    onSaved?.();
    onClose();
  };
  return (
    <Dialog
      open
      title={<Title dataset={dataset} />}
      width={960}
      height={HEIGHT}
      onClose={onClose}
      dirty={count > 0}
      footerNote={
        lock ? (
          <span className={styles.footerNote}>
            {dataset.is_managed_externally === true ? <ManagedDataset dataset={dataset} onDetached={onClose} /> : lock}
          </span>
        ) : (
          <FooterNote count={count} problems={Object.keys(problems).length} usage={usage} />
        )
      }
      primary={{
        label: t("Save dataset"),
        disabled: lock !== undefined || count === 0 || Object.keys(problems).length > 0,
        loading: save.isBusy,
        ...(lock ? { hint: lock } : {}),
        onClick: () => setIsConfirming(true),
        byEnter: false,
      }}
    >
      <ConfigProvider componentDisabled={lock !== undefined}>
        <EditorTabs dataset={dataset} draft={draft} problems={problems} usage={usage} tab={tab} onChange={setDraft} />
      </ConfigProvider>
      {isConfirming ? (
        <SaveConfirm
          usage={usage}
          change={change}
          hasRenames={renamesOf(before, saved).length > 0}
          columns={draft.columns}
          renamed={renamed}
          onRenamed={setRenamed}
          isSourceChanged={isSourceChanged(before, draft)}
          error={save.error}
          isBusy={save.isBusy}
          onCancel={() => setIsConfirming(false)}
          onSave={(choices) => void submit(choices)}
        />
      ) : null}
    </Dialog>
  );
}

const MANAGED = t("This dataset is edited in files and can't be edited here");

function useLock({ is_managed_externally, owners }: Dataset): string | undefined {
  const session = useSession();
  if (is_managed_externally === true) return MANAGED;
  if (session.kind !== "signed-in" || isAdmin()) return undefined;
  const people = peopleOf(owners as Parameters<typeof peopleOf>[0]);
  if (people.some(({ id }) => id === session.user.userId)) return undefined;
  const names = people.map(({ name }) => name).join(", ");
  return names ? t("Only owners can edit this dataset: {names}", { names }) : t("Only owners can edit this dataset");
}

function ManagedDataset({ dataset, onDetached }: { dataset: Dataset; onDetached(): void }) {
  const queries = useQueryClient();
  const session = useSession();
  const people = peopleOf(dataset.owners as Parameters<typeof peopleOf>[0]);
  const isOwner = session.kind === "signed-in" && people.some(({ id }) => id === session.user.userId);
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: ["dataset", dataset.id] });
    onDetached();
  };
  return (
    <ManagedNote
      noun="dataset"
      id={dataset.id}
      place={dataset.external_url}
      text={MANAGED}
      canDetach={can("can_write", "Dataset") && (isOwner || isAdmin())}
      onDetached={refresh}
    />
  );
}

function Title({ dataset }: { dataset: Dataset }) {
  const database = dataset.database?.database_name ?? dataset.database?.name;
  const rows = useRowCount({ id: dataset.id }, can("can_samples", "Datasource"));
  const kind = dataset.kind === "virtual" ? "SQL" : t("table");
  const size = rows === undefined ? kind : list([kind, counted(rows, "row")], "commas");
  return (
    <span className={styles.title}>
      <Table2 size={16} aria-hidden />
      <span className="visually-hidden">{t("Edit Dataset")}</span>
      <span className={styles.name}>{dataset.table_name}</span>
      <span className={styles.place}>{[database, dataset.schema, size].filter(Boolean).join(" · ")}</span>
      {dataset.is_managed_externally === true ? (
        <span className={styles.locked}>
          <Lock size={14} aria-hidden /> {t("Edited in files")}
        </span>
      ) : null}
    </span>
  );
}

function FooterNote({ count, problems, usage }: { count: number; problems: number; usage: Usage | undefined }) {
  if (problems > 0) {
    return (
      <span className={styles.problemNote}>
        {t("{count, plural, one {Fix # problem} other {Fix # problems}}", { count: problems })}
      </span>
    );
  }
  if (count === 0) return null;
  return (
    <span className={styles.footerNote}>
      <span className={styles.changes}>{t("{count, plural, one {# change} other {# changes}}", { count })}</span>
      {usage && usage.charts.count > 0 ? <span>{t("Affects {charts}.", { charts: usageText(usage) })}</span> : null}
    </span>
  );
}

function useSave(dataset: Dataset, { before, draft }: { before: DatasetDraft; draft: DatasetDraft }) {
  const queries = useQueryClient();
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const run = async ({ syncColumns, rename }: SaveChoices): Promise<boolean> => {
    setIsBusy(true);
    setError(undefined);
    try {
      const renames = rename ? renamesOf(before, draft) : [];
      const state = renames.length > 0 ? await renameAll(dataset, { before, draft, renames }) : stateOf(dataset);
      const query = syncColumns ? { override_columns: "true" } : {};
      const args = { params: { id: dataset.id }, query, body: updateOf(before, draft) };
      await saveWithConfirm({ noun: "dataset", id: dataset.id }, state, (basedOn) =>
        call(contract.update, args, { basedOn }),
      );
      toast.success(t("The dataset has been saved"));
      for (const key of ["datasets", "dataset", "home"]) queries.invalidateQueries({ queryKey: [key] });
      return true;
    } catch (cause) {
      const known = toApiError(cause);
      if (known.kind === "aborted") return false;
      setError(known.status === 403 ? t("You do not have permission to edit this dataset") : known.message);
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return { run, error, isBusy };
}

function stateOf({ changed_on }: Dataset): string | undefined {
  return typeof changed_on === "string" ? changed_on : undefined;
}
