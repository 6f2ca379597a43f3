import { Button } from "antd";
import { Plus, RefreshCw } from "lucide-react";
import { useMemo, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import * as report from "../../api/report/contract.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { clockTime } from "../../web/client/clock.ts";
import { DeleteDialog } from "../../web/dialogs/DeleteDialog.tsx";
import { ListView } from "../../web/list-view/ListView.tsx";
import { useDialogAddress } from "../../web/navigation/use-dialog-address.ts";
import { can } from "../../web/session/session.ts";
import styles from "./alerts.module.css";
import { type ReportRow, reportList } from "./report-list.tsx";
import { LIST_KEYS, listPath, logPath, NOUNS, type ReportKind } from "./report-words.tsx";
import { useWatched } from "./use-watched.ts";

const NewReport = lazyComponent(async () => (await import("./dialog/ReportDialog.tsx")).NewReport);
const OpenReport = lazyComponent(async () => (await import("./dialog/ReportDialog.tsx")).OpenReport);

/** Alerts and reports have lists of their own, one a tab beside the other. */
export function ReportsPage() {
  const { pathname } = useLocation();
  const kind = pathname.startsWith("/report/") ? "Report" : "Alert";
  return <ListPage key={kind} kind={kind} />;
}

const TABS = [
  ["Alert", "Alerts"],
  ["Report", "Reports"],
] as const;

interface Doomed {
  rows: readonly ReportRow[];
  done?: (() => void) | undefined;
}

/** All alerts, or all reports. `?new=1` opens the dialog that makes one, `?edit=<id>` the one that shows and changes it. */
function ListPage({ kind }: { kind: ReportKind }) {
  const navigate = useNavigate();
  const [doomed, setDoomed] = useState<Doomed>();
  const mayWrite = can("can_write", "ReportSchedule");
  const { isNew, edited, openNew, openEdit, close } = useDialogAddress(listPath(kind), true);
  const key = LIST_KEYS[kind];
  const { at, onLoaded, refresh, run } = useWatched(key);
  const definition = useMemo(
    () =>
      reportList(kind, {
        mayWrite,
        onOpen: ({ id }) => openEdit(id),
        onLog: ({ id }) => void navigate(logPath(kind, id)),
        onRun: (row) => void run(row),
        onDelete: (rows, done) => setDoomed({ rows, done }),
        onLoaded: (rows) => onLoaded(rows.map(({ last_state }) => last_state)),
      }),
    [kind, mayWrite, openEdit, navigate, onLoaded, run],
  );
  return (
    <ListView
      definition={definition}
      actions={
        mayWrite ? (
          <Button type="primary" icon={<Plus size={16} />} onClick={openNew}>
            New {NOUNS[kind].one}
          </Button>
        ) : undefined
      }
    >
      <div className={styles.bar}>
        <nav aria-label="Kind" className={styles.tabs}>
          {TABS.map(([one, label]) => (
            <Link key={one} to={listPath(one)} className={styles.tab} aria-current={one === kind ? "page" : undefined}>
              {label}
            </Link>
          ))}
        </nav>
        <LastUpdated at={at} onRefresh={refresh} />
      </div>
      {isNew && mayWrite ? <NewReport kind={kind} onClose={close} /> : null}
      {edited > 0 ? <OpenReport key={edited} id={edited} onClose={close} /> : null}
      {doomed ? (
        <DeleteDialog
          things={doomed.rows}
          noun={NOUNS[kind]}
          contract={report}
          listKey={key}
          onClose={() => setDoomed(undefined)}
          onDeleted={doomed.done}
        />
      ) : null}
    </ListView>
  );
}

function LastUpdated({ at, onRefresh }: { at: number | undefined; onRefresh(): void }) {
  return (
    <span className={styles.updated}>
      {at === undefined ? null : `Last updated ${clockTime(at)}`}
      <IconButton label="Refresh" icon={<RefreshCw size={14} />} onClick={onRefresh} />
    </span>
  );
}
