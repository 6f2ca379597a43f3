import { Button } from "antd";
import { Download, FileCode, FolderInput, PencilLine, Plus, Tag, Upload, Workflow } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import type { ObjectType } from "../../api/tag/contract.ts";
import { t } from "../../i18n/translate.ts";
import type { Operation } from "../../model/operation.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { HeaderButton } from "../../web/components/HeaderButton.tsx";
import type { ObjectNoun } from "../../web/components/object-noun.ts";
import { DeleteDialog } from "../../web/dialogs/DeleteDialog.tsx";
import type { TrashNoun } from "../../web/dialogs/delete.ts";
import type { BulkAction, ListDefinition, ListRow, RowAction } from "../../web/list-view/definition.ts";
import { ListView } from "../../web/list-view/ListView.tsx";
import { NOUN_TEXTS } from "../../web/list-view/noun-texts.ts";
import { DELETE } from "../../web/list-view/standard.tsx";
import { can, isVisitor } from "../../web/session/session.ts";
import { download } from "../../web/toasts/download.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { accessAction } from "../access/index.ts";
import {
  dragItems,
  FolderButton,
  folderFilter,
  folderPlaces,
  MoveDialog,
  type PlacedItem,
  type PlacedType,
} from "../folders/index.ts";
import { ListImport } from "../import/index.ts";
import { ManagedMark } from "../managed/index.ts";

const MOVE = { key: "move", label: t("Move to folder"), icon: FolderInput } as const;
const TagDialog = lazyComponent(async () => (await import("./TagDialog.tsx")).TagDialog);

export interface ObjectKind<Row extends ListRow>
  extends Omit<ListDefinition<Row>, "noun" | "rowActions" | "bulkActions"> {
  noun: ObjectNoun;
  /** Resource whose permissions apply. */
  resource: "Chart" | "Dashboard" | "Dataset" | "SavedQuery";
  contract: { remove: Operation; removeMany: Operation };
  bundle: { exported: Operation; imported: Operation };
  /** Object type for the tag API; undefined if it can't be tagged here. */
  tagType?: ObjectType;
  /** Deletes move to the trash; undefined: permanently. */
  toTrash?: TrashNoun;
  consequences?(rows: readonly Row[], signal: AbortSignal): Promise<string>;
  newLabel: string;
  /** Users without write permission can create them too. */
  isNewForAll?: boolean;
  /** Label of the edit action; undefined if edited elsewhere. */
  editLabel?: string;
  isExportInline?: boolean;
  ownActions?: readonly RowAction<Row>[];
}

interface Acts<Row> {
  onNew(): void;
  onEdit?(row: Row): void;
  onTag(rows: readonly Row[], done: () => void): void;
  onMove(rows: readonly Row[], done?: () => void): void;
  onDelete(rows: readonly Row[], done?: () => void): void;
  onLineage(type: PlacedType, row: Row): void;
}

interface ObjectListPageProps<Row extends ListRow> extends Pick<Acts<NoInfer<Row>>, "onNew" | "onEdit"> {
  kind: ObjectKind<Row>;
  actions?: ReactNode;
  children?: ReactNode;
}

type Open<Row> =
  | { act: "delete" | "move"; rows: readonly Row[]; note: string | undefined; done: (() => void) | undefined }
  | { act: "tag"; rows: readonly Row[]; note: string | undefined; done(): void }
  | { act: "import" };

/** `onNew` and `onEdit` should be stable references. */
export function ObjectListPage<Row extends ListRow>(props: ObjectListPageProps<Row>) {
  const { kind, actions, children, onNew, onEdit } = props;
  const [open, setOpen] = useState<Open<Row>>();
  const navigate = useNavigate();
  const canWrite = can("can_write", kind.resource);
  const definition = useMemo(
    () =>
      definitionOf(kind, {
        onNew,
        onEdit,
        onTag: (chosen, done) => ofOurs(chosen, (rows, note) => setOpen({ act: "tag", rows, note, done })),
        onMove: (chosen, done) => ofOurs(chosen, (rows, note) => setOpen({ act: "move", rows, note, done })),
        onDelete: (chosen, done) => ofOurs(chosen, (rows, note) => setOpen({ act: "delete", rows, note, done })),
        onLineage: (type, row) => void navigate(`/lineage/${type}/${row.id}`),
      }),
    [kind, onNew, onEdit, navigate],
  );
  const close = () => setOpen(undefined);
  const { noun, key, contract, consequences, tagType } = kind;
  return (
    <ListView
      definition={definition}
      actions={
        <>
          {definition.places ? <FolderButton /> : null}
          {actions}
          {canWrite ? (
            <HeaderButton label={t("Import")} icon={<Upload size={16} />} onClick={() => setOpen({ act: "import" })} />
          ) : null}
          {definition.empty.action}
        </>
      }
    >
      {children}
      {open?.act === "delete" ? (
        <DeleteDialog
          items={open.rows.map((row) => ({ id: row.id, name: kind.nameOf(row) }))}
          noun={noun}
          contract={contract}
          listKey={key}
          toTrash={kind.toTrash}
          note={open.note}
          consequences={consequences && ((signal) => consequences(open.rows, signal))}
          onClose={close}
          onDeleted={open.done}
        />
      ) : null}
      {open?.act === "tag" && tagType ? (
        <TagDialog
          type={tagType}
          noun={noun}
          ids={open.rows.map(({ id }) => id)}
          listKey={key}
          note={open.note}
          onClose={close}
          onTagged={open.done}
        />
      ) : null}
      {open?.act === "move" ? (
        <MoveDialog items={itemsOf(kind, open.rows)} note={open.note} onClose={close} onMoved={open.done} />
      ) : null}
      {open?.act === "import" ? <ListImport noun={noun} onClose={close} /> : null}
    </ListView>
  );
}

function definitionOf<Row extends ListRow>(kind: ObjectKind<Row>, acts: Acts<Row>): ListDefinition<Row> {
  const canWrite = can("can_write", kind.resource);
  const canCreate = canWrite || kind.isNewForAll;
  const newButton = (
    <Button type="primary" icon={<Plus size={16} />} onClick={acts.onNew}>
      {kind.newLabel}
    </Button>
  );
  return {
    ...kind,
    ...actionsOf(kind, acts, canWrite),
    ...markedOf(kind),
    ...foldersOf(kind, canWrite),
    empty: { ...kind.empty, action: canCreate ? newButton : undefined },
  };
}

function actionsOf<Row extends ListRow>(kind: ObjectKind<Row>, acts: Acts<Row>, canWrite: boolean) {
  const { editLabel, isExportInline, ownActions = [], tagType } = kind;
  const { onEdit, onTag, onMove, onDelete } = acts;
  const canMove = canWrite && placedTypeOf(kind) !== undefined && can("can_write", "Folder");
  const canExport = can("can_export", kind.resource);
  const file = `${kind.noun.one.replaceAll(" ", "_")}_export.zip`;
  const exportRows = (rows: readonly Row[]) =>
    void download(kind.bundle.exported, { q: rows.map(({ id }) => id) } as never, file);
  const isOurs = (row: Row) => canWrite && !isManaged(row);
  const edit = { key: "edit", icon: PencilLine, inline: true, when: isOurs };
  const managed = { key: "managed", label: t("Edited in files"), icon: FileCode, when: isManaged };
  const exported = { key: "export", label: t("Export"), icon: Download };
  const rowActions: RowAction<Row>[] = [
    ...ownActions,
    ...(editLabel && onEdit
      ? [
          { ...edit, label: editLabel, run: onEdit },
          { ...managed, run: onEdit },
        ]
      : []),
    { ...exported, inline: isExportInline, when: () => canExport, run: (row) => exportRows([row]) },
    ...(canMove ? [{ ...MOVE, when: isOurs, run: (row: Row) => onMove([row]) }] : []),
    ...lineageOf(kind, acts),
    ...accessOf(kind),
    { ...DELETE, when: isOurs, run: (row) => onDelete([row]) },
  ];
  const bulkActions: BulkAction<Row>[] = [
    ...(canExport ? [{ ...exported, run: exportRows }] : []),
    ...(tagType && can("can_bulk_create", "Tag") ? [{ key: "tag", label: t("Add tags"), icon: Tag, run: onTag }] : []),
    ...(canMove ? [{ ...MOVE, run: onMove }] : []),
    ...(canWrite ? [{ ...DELETE, run: onDelete }] : []),
  ];
  return { rowActions, bulkActions };
}

const isManaged = (row: ListRow) => "is_managed_externally" in row && row.is_managed_externally === true;

/** With those that aren't edited in files, and a note about the others; a toast if there are only others. */
function ofOurs<Row extends ListRow>(
  rows: readonly Row[],
  open: (ours: readonly Row[], note: string | undefined) => void,
): void {
  const ours = rows.filter((row) => !isManaged(row));
  const note = ours.length < rows.length ? managedText(rows.length - ours.length, rows.length) : undefined;
  if (ours.length > 0) open(ours, note);
  else if (note) toast.info(note);
}

const managedText = (count: number, total: number) =>
  t(
    "{count, plural, one {# of {total, number} is edited in files and stays as it is.} other {# of {total, number} are edited in files and stay as they are.}}",
    { count, total },
  );

/** Marks rows that are edited in files, in the column of their names and on their cards. */
function markedOf<Row extends ListRow>({ columns, card }: ObjectKind<Row>): Partial<ListDefinition<Row>> {
  const markOf = (row: Row) => <ManagedMark {...row} />;
  return {
    columns: columns.map((column, index) =>
      index > 0
        ? column
        : {
            ...column,
            cell: (row) => (
              <>
                {markOf(row)}
                {column.cell?.(row)}
              </>
            ),
          },
    ),
    ...(card && {
      card: (row) => {
        const shown = card(row);
        return {
          ...shown,
          mark: (
            <>
              {markOf(row)}
              {shown.mark}
            </>
          ),
        };
      },
    }),
  };
}

const PLACED_TYPES = { Chart: "chart", Dashboard: "dashboard", Dataset: "dataset", SavedQuery: undefined } as const;

const placedTypeOf = <Row extends ListRow>({ resource }: ObjectKind<Row>): PlacedType | undefined =>
  PLACED_TYPES[resource];

function itemsOf<Row extends ListRow>(kind: ObjectKind<Row>, rows: readonly Row[]): PlacedItem[] {
  const type = placedTypeOf(kind);
  if (!type) return [];
  return rows.map((row) => {
    const { folder } = row as { folder?: { id: number; name: string } | null };
    return { type, id: row.id, name: kind.nameOf(row), folder: folder ?? undefined };
  });
}

/** What the list has of folders, for users who can see them. */
function foldersOf<Row extends ListRow>(kind: ObjectKind<Row>, canWrite: boolean): Partial<ListDefinition<Row>> {
  const type = placedTypeOf(kind);
  if (!type || isVisitor() || !can("can_read", "Folder")) return {};
  return {
    filters: [...kind.filters, folderFilter(type)],
    select: [...kind.select, "folder.id", "folder.name"],
    places: folderPlaces(type, ALL[type]),
    ...(canWrite && can("can_write", "Folder") ? { drag: dragOf(kind) } : {}),
  };
}

const ALL: Readonly<Record<PlacedType, string>> = {
  chart: t("All charts"),
  dashboard: t("All dashboards"),
  dataset: t("All datasets"),
};

const dragOf =
  <Row extends ListRow>(kind: ObjectKind<Row>) =>
  (element: HTMLElement, rows: () => readonly Row[]) =>
    dragItems(element, () => {
      const items = itemsOf(kind, rows());
      const [only] = items;
      const label = items.length === 1 && only ? only.name : NOUN_TEXTS[kind.noun.one].items(items.length);
      return { items, label };
    });

function lineageOf<Row extends ListRow>(kind: ObjectKind<Row>, { onLineage }: Acts<Row>): RowAction<Row>[] {
  const type = placedTypeOf(kind);
  if (!type || isVisitor() || !can("can_read", "Dataset")) return [];
  return [{ key: "lineage", label: t("Lineage"), icon: Workflow, run: (row) => onLineage(type, row) }];
}

function accessOf<Row extends ListRow>(kind: ObjectKind<Row>): RowAction<Row>[] {
  const type = placedTypeOf(kind);
  if (!type) return [];
  const { nameOf } = kind;
  return [accessAction((row) => ({ object: { type, id: row.id, name: nameOf(row) } }))];
}
