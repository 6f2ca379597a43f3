import { Select } from "antd";
import { useState } from "react";
import { t } from "../../i18n/translate.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Field } from "../../ui/Field.tsx";
import { toApiError } from "../../web/client/errors.ts";
import { toast } from "../../web/toasts/toasts.ts";
import styles from "./folders.module.css";
import {
  accessTexts,
  changesAccess,
  type Folder,
  moveItems,
  NO_FOLDER,
  type PlacedItem,
  pathText,
  useFolders,
} from "./folders.ts";

interface MoveDialogProps {
  items: readonly PlacedItem[];
  /** Chosen at first. */
  to?: number | undefined;
  note?: string | undefined;
  onClose(): void;
  onMoved?(): void;
}

/** Says who will be able to see and edit the items. */
export function MoveDialog({ items, to, note, onClose, onMoved }: MoveDialogProps) {
  const { folders, error, refetch, isPending } = useFolders();
  const [target, setTarget] = useState(to);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const move = async () => {
    if (target === undefined) return;
    setBusy(true);
    try {
      await moveItems(items, target);
      toast.success(
        movedText(
          items.length,
          folders.find(({ id }) => id === target),
        ),
      );
      onClose();
      onMoved?.();
    } catch (caught) {
      setProblem(toApiError(caught).message);
    }
    setBusy(false);
  };
  return (
    <Dialog
      open
      title={titleOf(items)}
      onClose={onClose}
      primary={{ label: t("Move"), disabled: target === undefined, loading: isBusy, onClick: () => void move() }}
    >
      {error ? (
        <ErrorState
          compact
          title={t("Failed to load folders")}
          text={toApiError(error).message}
          onRetry={() => void refetch()}
        />
      ) : (
        <div className={styles.move}>
          {note ? <p>{note}</p> : null}
          <Field label={t("Folder")} problem={problem}>
            {(id) => (
              <FolderSelect
                id={id}
                folders={folders}
                isLoading={isPending}
                value={target}
                none={t("No folder")}
                onChange={(next) => {
                  setTarget(next);
                  setProblem(undefined);
                }}
              />
            )}
          </Field>
          {target === undefined ? null : <AccessNote items={items} folders={folders} target={target} />}
        </div>
      )}
    </Dialog>
  );
}

interface FolderSelectProps {
  id: string;
  folders: readonly Folder[];
  isLoading?: boolean;
  value: number | undefined;
  /** Label of the choice of no folder. */
  none: string;
  onChange(id: number): void;
}

/** Folders that the user can edit, by their path. */
export function FolderSelect({ id, folders, isLoading, value, none, onChange }: FolderSelectProps) {
  const paths = folders
    .filter((folder) => folder.can_edit || folder.id === value)
    .map((folder) => ({ value: folder.id, label: pathText(folders, folder.id) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return (
    <Select
      id={id}
      style={{ width: "100%" }}
      loading={isLoading === true}
      value={value}
      placeholder={t("Choose a folder")}
      notFoundContent={t("No folders found")}
      showSearch={{ optionFilterProp: "label" }}
      options={[{ value: NO_FOLDER, label: none }, ...paths]}
      onChange={onChange}
    />
  );
}

function AccessNote({
  items,
  folders,
  target,
}: {
  items: readonly PlacedItem[];
  folders: readonly Folder[];
  target: number;
}) {
  const access = folders.find(({ id }) => id === target)?.access;
  const hasDashboards = items.some(({ type }) => type === "dashboard");
  const left = hasDashboards && items.some(({ folder }) => hasViewers(folders, folder?.id));
  return (
    <ul className={styles.access} aria-label={t("Access afterwards")}>
      {accessTexts(access, hasDashboards).map((text) => (
        <li key={text}>{text}</li>
      ))}
      {left && (access?.viewer_roles.length ?? 0) === 0 ? (
        <li>{t("Roles that see the dashboards because of their current folder lose this access.")}</li>
      ) : null}
    </ul>
  );
}

const hasViewers = (folders: readonly Folder[], id: number | undefined) =>
  (folders.find((folder) => folder.id === id)?.access.viewer_roles.length ?? 0) > 0;

/** Whether a move has to be confirmed because it changes who can see or edit the items. */
export function needsConfirmation(
  items: readonly PlacedItem[],
  { folders, target, userId }: { folders: readonly Folder[]; target: number; userId: number },
): boolean {
  const accessOf = (id: number | undefined) => folders.find((folder) => folder.id === id)?.access;
  return changesAccess(accessOf(target), userId) || items.some(({ folder }) => hasViewers(folders, folder?.id));
}

export function movedText(count: number, folder: Folder | undefined): string {
  return folder
    ? t("Moved {count, plural, one {# item} other {# items}} to {folder}", { count, folder: folder.name })
    : t("Moved {count, plural, one {# item} other {# items}} out of folders", { count });
}

function titleOf(items: readonly PlacedItem[]): string {
  const [only] = items;
  return items.length === 1 && only
    ? t("Move {name}", { name: only.name })
    : t("Move {count, plural, one {# item} other {# items}}", { count: items.length });
}
