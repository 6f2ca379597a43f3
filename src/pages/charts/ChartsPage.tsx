import { Button } from "antd";
import { Plus, Upload } from "lucide-react";
import { Suspense, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { chartBundle } from "../../api/bundle/contract.ts";
import type { ChartRow } from "../../api/chart/contract.ts";
import * as chart from "../../api/chart/contract.ts";
import { ImportDialog } from "../../features/import/ImportDialog.tsx";
import { lazyPart } from "../../ui/on-demand.tsx";
import { queryClient } from "../../web/client/query.ts";
import { HeaderButton } from "../../web/components/HeaderButton.tsx";
import { DeleteDialog } from "../../web/dialogs/DeleteDialog.tsx";
import { ListView } from "../../web/list-view/ListView.tsx";
import { can } from "../../web/session/session.ts";
import { download } from "../../web/toasts/download.ts";
import { chartList, NOUN } from "./chart-list.tsx";

const ChartProperties = lazyPart(async () => ({
  default: (await import("../../features/chart-properties/ChartProperties.tsx")).ChartProperties,
}));
const TagDialog = lazyPart(async () => ({ default: (await import("../../web/list-view/TagDialog.tsx")).TagDialog }));

type Open =
  | { kind: "delete"; rows: readonly ChartRow[]; done?(): void }
  | { kind: "edit"; row: ChartRow }
  | { kind: "tag"; rows: readonly ChartRow[]; done(): void }
  | { kind: "import" };

/** All charts the user may see. */
export function ChartsPage() {
  const [open, setOpen] = useState<Open | null>(null);
  const navigate = useNavigate();
  const mayWrite = can("can_write", "Chart");
  const definition = useMemo(
    () =>
      chartList({
        mayWrite,
        mayExport: can("can_export", "Chart"),
        mayTag: can("can_bulk_create", "Tag"),
        onTag: (rows, done) => setOpen({ kind: "tag", rows, done }),
        onDelete: (rows, done) => setOpen({ kind: "delete", rows, done }),
        onEdit: (row) => setOpen({ kind: "edit", row }),
        onExport: (rows) => download(chartBundle.exported, { q: rows.map((row) => row.id) }, "chart_export.zip"),
        onNew: () => navigate("/chart/add"),
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
            <Button type="primary" icon={<Plus size={16} />} onClick={() => navigate("/chart/add")}>
              New chart
            </Button>
          </>
        ) : undefined
      }
    >
      {open?.kind === "delete" ? (
        <DeleteDialog
          things={open.rows.map((row) => ({ id: row.id, name: row.slice_name }))}
          noun={NOUN}
          contract={chart}
          listKey="charts"
          toTrash="chart"
          consequences={async () => usedOn(open.rows)}
          onClose={close}
          onDeleted={open.done}
        />
      ) : null}
      {open?.kind === "edit" ? (
        <Suspense fallback={null}>
          <ChartProperties chartId={open.row.id} onSaved={showAnew} onClose={close} />
        </Suspense>
      ) : null}
      {open?.kind === "tag" ? (
        <Suspense fallback={null}>
          <TagDialog
            type="chart"
            noun={NOUN}
            ids={open.rows.map((row) => row.id)}
            listKey="charts"
            onClose={close}
            onTagged={open.done}
          />
        </Suspense>
      ) : null}
      {open?.kind === "import" ? (
        <ImportDialog noun={NOUN} operation={chartBundle.imported} listKey="charts" onClose={close} />
      ) : null}
    </ListView>
  );
}

/** What shows charts by their names and owners asks for them again. */
function showAnew(): void {
  for (const key of ["charts", "chart", "home", "favorites"]) void queryClient.invalidateQueries({ queryKey: [key] });
}

/** On which dashboards the charts stand, in words. */
export function usedOn(rows: readonly ChartRow[]): string {
  const titles = new Map(
    rows.flatMap((row) => row.dashboards ?? []).map((d) => [d.id, d.dashboard_title ?? "Untitled"]),
  );
  const isOne = rows.length === 1;
  if (titles.size === 0) return `No dashboard uses ${isOne ? "it" : "them"}.`;
  const named = [...titles.values()];
  const rest = named.length > 3 ? ` and ${named.length - 3} more` : "";
  return `${isOne ? "It" : "They"} will be gone from ${titles.size === 1 ? "the dashboard" : `${titles.size} dashboards:`} ${named.slice(0, 3).join(", ")}${rest}.`;
}
