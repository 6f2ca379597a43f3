import { Button } from "antd";
import { Plus, Upload } from "lucide-react";
import { Suspense, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { savedQueryBundle } from "../../api/bundle/contract.ts";
import type { SavedQueryRow } from "../../api/saved-query/contract.ts";
import * as savedQuery from "../../api/saved-query/contract.ts";
import { ImportDialog } from "../../features/import/ImportDialog.tsx";
import { lazyPart } from "../../ui/on-demand.tsx";
import { HeaderButton } from "../../web/components/HeaderButton.tsx";
import { DeleteDialog } from "../../web/dialogs/DeleteDialog.tsx";
import { ListView } from "../../web/list-view/ListView.tsx";
import { can } from "../../web/session/session.ts";
import { copyAndSay } from "../../web/toasts/clipboard.ts";
import { download } from "../../web/toasts/download.ts";
import { LIST_KEY, NOUN, savedQueryList } from "./saved-query-list.tsx";

const TagDialog = lazyPart(async () => ({ default: (await import("../../web/list-view/TagDialog.tsx")).TagDialog }));

type Open =
  | { kind: "delete"; rows: readonly SavedQueryRow[]; done?: (() => void) | undefined }
  | { kind: "tag"; rows: readonly SavedQueryRow[]; done(): void }
  | { kind: "import" };

/** The queries that one has saved in SQL Lab. */
export function SavedQueriesPage() {
  const [open, setOpen] = useState<Open | null>(null);
  const navigate = useNavigate();
  const mayWrite = can("can_write", "SavedQuery");
  const definition = useMemo(
    () =>
      savedQueryList({
        mayWrite,
        mayExport: can("can_export", "SavedQuery"),
        mayTag: can("can_bulk_create", "Tag"),
        onCopyLink: (row) => void copyAndSay(`${window.location.origin}/sqllab/?savedQueryId=${row.id}`),
        onDelete: (rows, done) => setOpen({ kind: "delete", rows, done }),
        onExport: (rows) =>
          download(savedQueryBundle.exported, { q: rows.map(({ id }) => id) }, "saved_query_export.zip"),
        onNew: () => void navigate("/sqllab/?new=true"),
        onTag: (rows, done) => setOpen({ kind: "tag", rows, done }),
      }),
    [mayWrite, navigate],
  );
  const close = () => setOpen(null);
  return (
    <ListView
      definition={definition}
      actions={
        <>
          {mayWrite ? (
            <HeaderButton label="Import" icon={<Upload size={16} />} onClick={() => setOpen({ kind: "import" })} />
          ) : null}
          <Button type="primary" icon={<Plus size={16} />} onClick={() => void navigate("/sqllab/?new=true")}>
            New query
          </Button>
        </>
      }
    >
      {open?.kind === "delete" ? (
        <DeleteDialog
          things={open.rows.map((row) => ({ id: row.id, name: row.label ?? "" }))}
          noun={NOUN}
          contract={savedQuery}
          listKey={LIST_KEY}
          onClose={close}
          onDeleted={open.done}
        />
      ) : null}
      {open?.kind === "tag" ? (
        <Suspense fallback={null}>
          <TagDialog
            type="query"
            noun={NOUN}
            ids={open.rows.map(({ id }) => id)}
            listKey={LIST_KEY}
            onClose={close}
            onTagged={open.done}
          />
        </Suspense>
      ) : null}
      {open?.kind === "import" ? (
        <ImportDialog noun={NOUN} operation={savedQueryBundle.imported} listKey={LIST_KEY} onClose={close} />
      ) : null}
    </ListView>
  );
}
