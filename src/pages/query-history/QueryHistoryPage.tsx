import { Button } from "antd";
import { Copy, Eye, SquareTerminal } from "lucide-react";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import type { QueryRow } from "../../api/query/contract.ts";
import * as query from "../../api/query/contract.ts";
import { list, number } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { CodeEditor } from "../../ui/code/CodeEditor.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Segmented } from "../../ui/Segmented.tsx";
import { call } from "../../web/client/client.ts";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import { choicesFrom } from "../../web/list-view/choices.ts";
import type { ListDefinition, ListFilter } from "../../web/list-view/definition.ts";
import { ListView } from "../../web/list-view/ListView.tsx";
import { relatedFilter } from "../../web/list-view/standard.tsx";
import { QueryStatus, queryStatusText } from "../../web/sql/QueryStatus.tsx";
import { secondsText } from "../../web/sql/seconds.ts";
import { copyWithToast } from "../../web/toasts/clipboard.ts";
import styles from "./query-history.module.css";

export function QueryHistoryPage() {
  const [shown, setShown] = useState<QueryRow>();
  const [page, setPage] = useState<readonly QueryRow[]>([]);
  const navigate = useNavigate();
  const definition = useMemo(() => {
    const { load, ...rest } = queryList({
      onPreview: setShown,
      onOpen: ({ id }) => void navigate(`/sqllab/?queryId=${id}`),
    });
    const remembered: typeof load = async (query, signal) => {
      const response = await load(query, signal);
      setPage(response.result);
      return response;
    };
    return { ...rest, load: remembered };
  }, [navigate]);
  return (
    <ListView definition={definition}>
      {shown ? <QueryPreview query={shown} rows={page} onShow={setShown} onClose={() => setShown(undefined)} /> : null}
    </ListView>
  );
}

interface QueryListOptions {
  onPreview(row: QueryRow): void;
  onOpen(row: QueryRow): void;
}

const STATES = choicesFrom(query.distinct, "status");

const FILTERS: readonly ListFilter[] = [
  { kind: "search", id: "sql", key: "search", label: "SQL", operator: "ct" },
  relatedFilter(query.related, "database", t("Database")),
  {
    kind: "select",
    id: "status",
    key: "state",
    label: t("State"),
    operator: "eq",
    options: async (search, signal) => {
      const states = await STATES(search, signal);
      return states.map(({ value }) => ({ value, text: queryStatusText(`${value}`) }));
    },
  },
  relatedFilter(query.related, "user", t("User")),
  { kind: "dates", id: "start_time", key: "time", label: t("Time range"), operator: "between" },
];

const COLUMNS: ListDefinition<QueryRow>["columns"] = [
  { id: "tab_name", header: t("Tab"), sort: "tab_name", cell: () => null },
  { id: "status", header: t("Status"), width: "96px", cell: (row) => <QueryStatus status={row.status} /> },
  {
    id: "start_time",
    header: t("Time"),
    sort: "start_time",
    width: "9%",
    from: 640,
    cell: (row) => <RelativeTime at={row.start_time ?? undefined} short capitalized />,
  },
  { id: "duration", header: t("Duration"), width: "7%", align: "end", from: 960, cell: durationOf },
  {
    id: "database",
    header: t("Database"),
    sort: "database.database_name",
    width: "8%",
    from: 960,
    cell: (row) => row.database?.database_name,
  },
  { id: "schema", header: t("Schema"), sort: "schema", width: "6%", from: 1200, cell: (row) => row.schema },
  {
    id: "sql_tables",
    header: t("Tables"),
    width: "9%",
    from: 1200,
    cell: (row) =>
      list(
        (row.sql_tables ?? []).map(({ table }) => table),
        "commas",
      ),
  },
  { id: "user", header: t("User"), sort: "user.first_name", width: "8%", from: 960, cell: userOf },
  {
    id: "rows",
    header: t("Rows"),
    sort: "rows",
    width: "6%",
    align: "end",
    from: 640,
    cell: (row) => (row.rows == null ? undefined : number(row.rows)),
  },
  { id: "sql", header: "SQL", sort: "sql", width: "24%", from: 640, cell: (row) => <Lines sql={row.sql ?? ""} /> },
];

function durationOf({ start_time: start, end_time: end }: QueryRow): string {
  return start && end ? secondsText(end - start) : "";
}

function userOf({ user }: QueryRow): string {
  return [user?.first_name, user?.last_name].filter(Boolean).join(" ");
}

function Lines({ sql }: { sql: string }) {
  return (
    <code className={styles.lines} title={sql}>
      {sql}
    </code>
  );
}

function queryList({ onPreview, onOpen }: QueryListOptions): ListDefinition<QueryRow> {
  return {
    key: "query-history",
    title: t("Query history"),
    noun: { one: "query", many: "queries" },
    columns: COLUMNS,
    filters: FILTERS,
    initialSort: { column: "start_time", order: "desc" },
    sorts: [],
    select: [
      "id",
      "status",
      "start_time",
      "end_time",
      "tab_name",
      "database",
      "schema",
      "sql_tables",
      "user.first_name",
      "user.last_name",
      "rows",
      "sql",
      "executed_sql",
    ],
    load: (q, signal) => call(query.list, { q }, { signal }),
    nameOf: (row) => row.tab_name || t("[ untitled ]"),
    addressOf: (row) => `/sqllab/?queryId=${row.id}`,
    rowActions: [
      { key: "preview", label: t("Preview##verb"), icon: Eye, inline: true, run: onPreview },
      { key: "open", label: t("Open in SQL Lab"), icon: SquareTerminal, inline: true, run: onOpen },
    ],
    bulkActions: [],
    emptyIcon: SquareTerminal,
    empty: { title: t("No queries yet"), text: t("Queries run in SQL Lab appear here.") },
  };
}

interface QueryPreviewProps {
  query: QueryRow;
  rows: readonly QueryRow[];
  onShow(query: QueryRow): void;
  onClose(): void;
}

type Which = "written" | "executed";

function QueryPreview({ query, rows, onShow, onClose }: QueryPreviewProps) {
  const navigate = useNavigate();
  const [which, setWhich] = useState<Which>("written");
  const at = rows.findIndex(({ id }) => id === query.id);
  const [before, after] = at < 0 ? [] : [rows[at - 1], rows[at + 1]];
  const sql = (which === "executed" ? query.executed_sql : query.sql) ?? "";
  return (
    <Dialog
      open
      title={query.tab_name || t("Query")}
      width={720}
      onClose={onClose}
      primary={{ label: t("Open in SQL Lab"), onClick: () => void navigate(`/sqllab/?queryId=${query.id}`) }}
    >
      <div className={styles.bar}>
        <Segmented<Which>
          label={t("SQL shown")}
          value={which}
          onChange={setWhich}
          options={[
            { value: "written", label: t("User query") },
            { value: "executed", label: t("Executed query") },
          ]}
        />
        <span className={styles.space} />
        <Button size="small" disabled={!before} onClick={() => before && onShow(before)}>
          {t("Previous")}
        </Button>
        <Button size="small" disabled={!after} onClick={() => after && onShow(after)}>
          {t("Next")}
        </Button>
        <IconButton label={t("Copy SQL")} icon={<Copy size={16} />} onClick={() => void copyWithToast(sql)} />
      </div>
      <CodeEditor
        key={`${query.id} ${which}`}
        label={t("Query SQL")}
        language="sql"
        value={sql || t("-- Not executed.")}
        isReadOnly
        lines={8}
      />
    </Dialog>
  );
}
