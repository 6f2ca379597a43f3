import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { ArrowLeft, Copy, PencilLine, Play } from "lucide-react";
import { useMemo, useState } from "react";
import { useNavigate, useParams } from "react-router";
import * as report from "../../api/report/contract.ts";
import { t } from "../../i18n/translate.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { NotFound } from "../../ui/NotFound.tsx";
import { call } from "../../web/client/client.ts";
import { toApiError } from "../../web/client/errors.ts";
import { HeaderButton } from "../../web/components/HeaderButton.tsx";
import { ListView } from "../../web/list-view/ListView.tsx";
import { can } from "../../web/session/session.ts";
import { copyText } from "../../web/toasts/clipboard.ts";
import { toast } from "../../web/toasts/toasts.ts";
import styles from "./alerts.module.css";
import { type LogRow, logKey, logList } from "./log-list.tsx";
import { listPath, type ReportKind, TEXTS } from "./report-labels.tsx";
import { isOwn } from "./report-list.tsx";
import { useListPolling } from "./use-list-polling.ts";

const SHOWN = ["id", "name", "type", "owners"];

export function LogPage() {
  const { id = "" } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ["report", id, "name"],
    queryFn: ({ signal }) => call(report.show, { params: { id: Number(id) }, q: { columns: SHOWN } }, { signal }),
  });
  if (data) {
    const { name = "", type = "Alert", owners } = data.result;
    const hasResults = isOwn(owners);
    const canRun = can("can_write", "ReportSchedule") && hasResults;
    return <Log key={id} id={Number(id)} name={name} kind={type} hasResults={hasResults} canRun={canRun} />;
  }
  if (!error) return null;
  const { status, title, message } = toApiError(error);
  return status === 404 || status === 400 ? (
    <NotFound />
  ) : (
    <ErrorState title={title} text={message} onRetry={refetch} />
  );
}

interface LogProps {
  id: number;
  name: string;
  kind: ReportKind;
  hasResults: boolean;
  canRun: boolean;
}

function Log({ id, name, kind, hasResults, canRun }: LogProps) {
  const navigate = useNavigate();
  const [failed, setFailed] = useState<LogRow>();
  const { onLoaded, run } = useListPolling(logKey(id));
  const definition = useMemo(
    () =>
      logList(
        { id, name, kind, hasResults },
        { onError: setFailed, onLoaded: (rows) => onLoaded(rows.map(({ state }) => state)) },
      ),
    [id, name, kind, hasResults, onLoaded],
  );
  return (
    <ListView
      definition={definition}
      actions={
        <>
          <HeaderButton
            label={TEXTS[kind].all}
            icon={<ArrowLeft size={16} />}
            onClick={() => navigate(listPath(kind))}
          />
          {canRun ? (
            <HeaderButton label={t("Run now")} icon={<Play size={16} />} onClick={() => void run({ id, name })} />
          ) : null}
          <HeaderButton
            label={TEXTS[kind].open}
            icon={<PencilLine size={16} />}
            onClick={() => navigate(`${listPath(kind)}?edit=${id}`)}
          />
        </>
      }
    >
      {failed ? <ErrorDialog text={failed.error_message ?? ""} onClose={() => setFailed(undefined)} /> : null}
    </ListView>
  );
}

function ErrorDialog({ text, onClose }: { text: string; onClose(): void }) {
  const copy = async () => {
    if (await copyText(text)) toast.success(t("Copied"));
  };
  return (
    <Dialog
      open
      title={t("Error details")}
      width={720}
      onClose={onClose}
      footerNote={
        <Button type="text" icon={<Copy size={14} />} onClick={() => void copy()}>
          {t("Copy")}
        </Button>
      }
      primary={{ label: t("Close"), onClick: onClose }}
    >
      <pre className={styles.error}>{text}</pre>
    </Dialog>
  );
}
