import { RefreshCw } from "lucide-react";
import { useMemo, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import * as report from "../../api/report/contract.ts";
import { t } from "../../i18n/translate.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { clockTime } from "../../web/client/clock.ts";
import { DeleteDialog } from "../../web/dialogs/DeleteDialog.tsx";
import { ListView } from "../../web/list-view/ListView.tsx";
import { useDialogAddress } from "../../web/navigation/use-dialog-address.ts";
import { can } from "../../web/session/session.ts";
import styles from "./alerts.module.css";
import { LIST_KEYS, listPath, logPath, NOUNS, type ReportKind } from "./report-labels.tsx";
import { NewButton, type ReportRow, reportList } from "./report-list.tsx";
import { useListPolling } from "./use-list-polling.ts";

const NewReport = lazyComponent(async () => (await import("./dialog/ReportDialog.tsx")).NewReport);
const SendNow = lazyComponent(async () => (await import("./SendNow.tsx")).SendNow);
const Values = lazyComponent(async () => (await import("./Values.tsx")).Values);
const OpenReport = lazyComponent(async () => (await import("./dialog/ReportDialog.tsx")).OpenReport);

export function ReportsPage() {
  const { pathname } = useLocation();
  const kind = pathname.startsWith("/report/") ? "Report" : "Alert";
  return <ListPage key={kind} kind={kind} />;
}

const TABS = [
  ["Alert", t("Alerts")],
  ["Report", t("Reports")],
] as const;

interface PendingDelete {
  rows: readonly ReportRow[];
  done?: (() => void) | undefined;
}

/** `?new=1` opens a dialog for a new alert or report, `?edit=<id>` the one for an existing one. */
function ListPage({ kind }: { kind: ReportKind }) {
  const navigate = useNavigate();
  const [pendingDelete, setPendingDelete] = useState<PendingDelete>();
  const [toSend, setToSend] = useState<ReportRow>();
  const [toShow, setToShow] = useState<ReportRow>();
  const canWrite = can("can_write", "ReportSchedule");
  const { isNew, edited, openNew, openEdit, close } = useDialogAddress(listPath(kind), true);
  const key = LIST_KEYS[kind];
  const { at, onLoaded, refresh, run } = useListPolling(key);
  const definition = useMemo(
    () =>
      reportList(kind, {
        canWrite,
        onOpen: ({ id }) => openEdit(id),
        onLog: ({ id }) => void navigate(logPath(kind, id)),
        onRun: (row) => (kind === "Report" ? setToSend(row) : void run(row)),
        onValues: setToShow,
        onNew: openNew,
        onDelete: (rows, done) => setPendingDelete({ rows, done }),
        onLoaded: (rows) => onLoaded(rows.map(({ last_state }) => last_state)),
      }),
    [kind, canWrite, openEdit, openNew, navigate, onLoaded, run],
  );
  return (
    <ListView definition={definition} actions={canWrite ? <NewButton kind={kind} onClick={openNew} /> : undefined}>
      <div className={styles.bar}>
        <nav aria-label={t("Type")} className={styles.tabs}>
          {TABS.map(([one, label]) => (
            <Link key={one} to={listPath(one)} className={styles.tab} aria-current={one === kind ? "page" : undefined}>
              {label}
            </Link>
          ))}
        </nav>
        <LastUpdated at={at} onRefresh={refresh} />
      </div>
      {isNew && canWrite ? <NewReport kind={kind} onClose={close} /> : null}
      {edited > 0 ? <OpenReport key={edited} id={edited} onClose={close} /> : null}
      {toSend ? <SendNow report={toSend} onSend={() => run(toSend)} onClose={() => setToSend(undefined)} /> : null}
      {toShow ? <Values alert={toShow} onClose={() => setToShow(undefined)} /> : null}
      {pendingDelete ? (
        <DeleteDialog
          items={pendingDelete.rows}
          noun={NOUNS[kind]}
          contract={report}
          listKey={key}
          onClose={() => setPendingDelete(undefined)}
          onDeleted={pendingDelete.done}
        />
      ) : null}
    </ListView>
  );
}

function LastUpdated({ at, onRefresh }: { at: number | undefined; onRefresh(): void }) {
  return (
    <span className={styles.updated}>
      {at === undefined ? null : t("Last updated {time}", { time: clockTime(at) })}
      <IconButton label={t("Refresh")} icon={<RefreshCw size={14} />} onClick={onRefresh} />
    </span>
  );
}
