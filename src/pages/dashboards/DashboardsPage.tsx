import { Button } from "antd";
import { Plus, Upload } from "lucide-react";
import { Suspense, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { dashboardBundle } from "../../api/bundle/contract.ts";
import type { DashboardRow } from "../../api/dashboard/contract.ts";
import * as dashboard from "../../api/dashboard/contract.ts";
import { ImportDialog } from "../../features/import/ImportDialog.tsx";
import { lazyPart } from "../../ui/on-demand.tsx";
import { HeaderButton } from "../../web/components/HeaderButton.tsx";
import { DeleteDialog } from "../../web/dialogs/DeleteDialog.tsx";
import { ListView } from "../../web/list-view/ListView.tsx";
import { can } from "../../web/session/session.ts";
import { download } from "../../web/toasts/download.ts";
import { dashboardList, NOUN } from "./dashboard-list.tsx";

const DashboardProperties = lazyPart(async () => ({
  default: (await import("./DashboardProperties.tsx")).DashboardProperties,
}));
const TagDialog = lazyPart(async () => ({ default: (await import("../../web/list-view/TagDialog.tsx")).TagDialog }));

type Open =
  | { kind: "delete"; rows: readonly DashboardRow[]; done?(): void }
  | { kind: "edit"; row: DashboardRow }
  | { kind: "tag"; rows: readonly DashboardRow[]; done(): void }
  | { kind: "import" };

/** All dashboards the user may see. */
export function DashboardsPage() {
  const [open, setOpen] = useState<Open | null>(null);
  const navigate = useNavigate();
  const mayWrite = can("can_write", "Dashboard");
  const definition = useMemo(
    () =>
      dashboardList({
        mayWrite,
        mayExport: can("can_export", "Dashboard"),
        mayTag: can("can_bulk_create", "Tag"),
        onTag: (rows, done) => setOpen({ kind: "tag", rows, done }),
        onDelete: (rows, done) => setOpen({ kind: "delete", rows, done }),
        onEdit: (row) => setOpen({ kind: "edit", row }),
        onExport: (rows) =>
          download(dashboardBundle.exported, { q: rows.map((row) => row.id) }, "dashboard_export.zip"),
        onNew: () => navigate("/dashboard/new/"),
      }),
    [mayWrite, navigate],
  );
  const close = () => setOpen(null);
  return (
    <ListView
      definition={definition}
      actions={
        mayWrite ? (
          <>
            <HeaderButton label="Import" icon={<Upload size={16} />} onClick={() => setOpen({ kind: "import" })} />
            <Button type="primary" icon={<Plus size={16} />} onClick={() => navigate("/dashboard/new/")}>
              New dashboard
            </Button>
          </>
        ) : undefined
      }
    >
      {open?.kind === "delete" ? (
        <DeleteDialog
          things={open.rows.map((row) => ({ id: row.id, name: row.dashboard_title }))}
          noun={NOUN}
          contract={dashboard}
          listKey="dashboards"
          toTrash="dashboard"
          onClose={close}
          onDeleted={open.done}
        />
      ) : null}
      {open?.kind === "edit" ? (
        <Suspense fallback={null}>
          <DashboardProperties row={open.row} onClose={close} />
        </Suspense>
      ) : null}
      {open?.kind === "tag" ? (
        <Suspense fallback={null}>
          <TagDialog
            type="dashboard"
            noun={NOUN}
            ids={open.rows.map((row) => row.id)}
            listKey="dashboards"
            onClose={close}
            onTagged={open.done}
          />
        </Suspense>
      ) : null}
      {open?.kind === "import" ? (
        <ImportDialog noun={NOUN} operation={dashboardBundle.imported} listKey="dashboards" onClose={close} />
      ) : null}
    </ListView>
  );
}
