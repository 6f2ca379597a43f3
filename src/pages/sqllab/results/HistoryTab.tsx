import { useQuery } from "@tanstack/react-query";
import { Copy, FilePlus2, Rows3, SquarePen, Trash2 } from "lucide-react";
import { list, type QueryRow, updatedSince } from "../../../api/query/contract.ts";
import { removeQuery } from "../../../api/tab-state/contract.ts";
import { number } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { SkeletonLines } from "../../../ui/Skeleton.tsx";
import { call } from "../../../web/client/client.ts";
import { toApiError } from "../../../web/client/errors.ts";
import { RelativeTime } from "../../../web/components/RelativeTime.tsx";
import { QueryStatus } from "../../../web/sql/QueryStatus.tsx";
import { secondsText } from "../../../web/sql/seconds.ts";
import { copyWithToast } from "../../../web/toasts/clipboard.ts";
import { toast } from "../../../web/toasts/toasts.ts";
import { useLab, useRun, useTab } from "../state/lab-context.ts";
import { editorIdOf, showQuery } from "../state/runs.ts";
import { patchTab } from "../state/store.ts";
import { PlainTable } from "./PlainTable.tsx";
import styles from "./results.module.css";

const COLUMNS = ["id", "client_id", "status", "sql", "executed_sql", "start_time", "end_time", "rows", "results_key"];

export function HistoryTab() {
  const tab = useTab();
  const run = useRun();
  const editorId = editorIdOf(tab);
  const { data, error, isPending, refetch } = useQuery<QueryRow[]>({
    queryKey: ["sqllab", "history", editorId, run?.clientId, run?.state],
    staleTime: 0,
    placeholderData: (before) => before,
    queryFn: async ({ signal }) => {
      const filters = [{ col: "sql_editor_id", opr: "eq", value: editorId }];
      const order = { order_column: "start_time", order_direction: "desc" as const };
      return (await call(list, { q: { columns: COLUMNS, filters, ...order, page: 0, page_size: 50 } }, { signal }))
        .result;
    },
  });
  if (error) {
    return (
      <ErrorState
        compact
        title={t("Failed to load query history")}
        text={toApiError(error).message}
        onRetry={() => void refetch()}
      />
    );
  }
  if (isPending) return <SkeletonLines lines={5} />;
  if (data.length === 0) return <EmptyState compact title={t("No queries run in this tab yet")} />;
  return (
    <PlainTable
      label={t("Query history")}
      heads={[t("State"), t("Started"), t("Time##duration"), t("Rows"), "SQL"]}
      actionsLabel={t("Actions")}
    >
      {data.map((query) => (
        <OneQuery key={query.id} query={query} onRemoved={() => void refetch()} />
      ))}
    </PlainTable>
  );
}

function OneQuery({ query, onRemoved }: { query: QueryRow; onRemoved(): void }) {
  const { start_time: start, end_time: end } = query;
  const sql = query.sql ?? "";
  return (
    <tr>
      <td>
        <QueryStatus status={query.status} />
      </td>
      <td>
        <RelativeTime at={start ?? undefined} capitalized />
      </td>
      <td className={styles.number}>{start && end ? secondsText(end - start) : ""}</td>
      <td className={styles.number}>{query.rows == null ? "" : number(query.rows)}</td>
      <td className={styles.sql} title={sql}>
        <code>{sql}</code>
      </td>
      <td className={styles.acts}>
        <QueryActions query={query} sql={sql} onRemoved={onRemoved} />
      </td>
    </tr>
  );
}

function QueryActions({ query, sql, onRemoved }: { query: QueryRow; sql: string; onRemoved(): void }) {
  const lab = useLab();
  const tab = useTab();
  const clientId = query.client_id ?? "";
  const show = async () => {
    const { result } = await call(updatedSince, { q: { last_updated_ms: 0 } });
    const found = result.find((one) => one.id === clientId);
    patchTab(lab.store, tab.key, { pane: "results" });
    if (found) await showQuery(lab.store, tab.key, found);
  };
  const remove = async () => {
    try {
      await call(removeQuery, { params: { id: editorIdOf(tab), client_id: clientId } });
      onRemoved();
    } catch (error) {
      toast.error(error, () => t("An error occurred while removing query. Please contact your administrator."));
    }
  };
  return (
    <>
      {query.status === "success" ? (
        <IconButton
          size={24}
          label={t("Show results")}
          icon={<Rows3 size={14} />}
          onClick={() => void show().catch((error) => toast.error(error))}
        />
      ) : (
        <span className={styles.noAct} />
      )}
      <IconButton
        size={24}
        label={t("Open in editor")}
        icon={<SquarePen size={14} />}
        onClick={() => lab.edit(tab.key, { sql })}
      />
      <IconButton
        size={24}
        label={t("Open in new tab")}
        icon={<FilePlus2 size={14} />}
        onClick={() => lab.add({ sql, dbId: tab.dbId, catalog: tab.catalog, schema: tab.schema })}
      />
      <IconButton size={24} label={t("Copy SQL")} icon={<Copy size={14} />} onClick={() => void copyWithToast(sql)} />
      <IconButton
        size={24}
        className={styles.remove}
        label={t("Remove from history")}
        icon={<Trash2 size={14} />}
        onClick={() => void remove()}
      />
    </>
  );
}
