import { Button } from "antd";
import { Download, PencilLine, Plus, Tag, Upload } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
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
import { DELETE } from "../../web/list-view/standard.tsx";
import { can } from "../../web/session/session.ts";
import { download } from "../../web/toasts/download.ts";
import { accessAction } from "../access/index.ts";
import { ImportDialog } from "../import/index.ts";

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
  onDelete(rows: readonly Row[], done?: () => void): void;
}

interface ObjectListPageProps<Row extends ListRow> extends Pick<Acts<NoInfer<Row>>, "onNew" | "onEdit"> {
  kind: ObjectKind<Row>;
  actions?: ReactNode;
  children?: ReactNode;
}

type Open<Row> =
  | { act: "delete"; rows: readonly Row[]; done?: (() => void) | undefined }
  | { act: "tag"; rows: readonly Row[]; done(): void }
  | { act: "import" };

/** `onNew` and `onEdit` should be stable references. */
export function ObjectListPage<Row extends ListRow>(props: ObjectListPageProps<Row>) {
  const { kind, actions, children, onNew, onEdit } = props;
  const [open, setOpen] = useState<Open<Row>>();
  const canWrite = can("can_write", kind.resource);
  const definition = useMemo(
    () =>
      definitionOf(kind, {
        onNew,
        onEdit,
        onTag: (rows, done) => setOpen({ act: "tag", rows, done }),
        onDelete: (rows, done) => setOpen({ act: "delete", rows, done }),
      }),
    [kind, onNew, onEdit],
  );
  const close = () => setOpen(undefined);
  const { noun, key, contract, consequences, tagType } = kind;
  return (
    <ListView
      definition={definition}
      actions={
        <>
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
          onClose={close}
          onTagged={open.done}
        />
      ) : null}
      {open?.act === "import" ? (
        <ImportDialog noun={noun} operation={kind.bundle.imported} listKey={key} onClose={close} />
      ) : null}
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
    empty: { ...kind.empty, action: canCreate ? newButton : undefined },
  };
}

function actionsOf<Row extends ListRow>(kind: ObjectKind<Row>, acts: Acts<Row>, canWrite: boolean) {
  const { editLabel, isExportInline, ownActions = [], tagType } = kind;
  const { onEdit, onTag, onDelete } = acts;
  const canExport = can("can_export", kind.resource);
  const file = `${kind.noun.one.replaceAll(" ", "_")}_export.zip`;
  const exportRows = (rows: readonly Row[]) =>
    void download(kind.bundle.exported, { q: rows.map(({ id }) => id) } as never, file);
  const edit = { key: "edit", icon: PencilLine, inline: true, when: () => canWrite };
  const exported = { key: "export", label: t("Export"), icon: Download };
  const rowActions: RowAction<Row>[] = [
    ...ownActions,
    ...(editLabel && onEdit ? [{ ...edit, label: editLabel, run: onEdit }] : []),
    { ...exported, inline: isExportInline, when: () => canExport, run: (row) => exportRows([row]) },
    ...accessOf(kind),
    { ...DELETE, when: () => canWrite, run: (row) => onDelete([row]) },
  ];
  const bulkActions: BulkAction<Row>[] = [
    ...(canExport ? [{ ...exported, run: exportRows }] : []),
    ...(tagType && can("can_bulk_create", "Tag") ? [{ key: "tag", label: t("Add tags"), icon: Tag, run: onTag }] : []),
    ...(canWrite ? [{ ...DELETE, run: onDelete }] : []),
  ];
  return { rowActions, bulkActions };
}

function accessOf<Row extends ListRow>({ resource, nameOf }: ObjectKind<Row>): RowAction<Row>[] {
  if (resource === "SavedQuery") return [];
  const type = ({ Chart: "chart", Dashboard: "dashboard", Dataset: "dataset" } as const)[resource];
  return [accessAction((row) => ({ object: { type, id: row.id, name: nameOf(row) } }))];
}
