import { Button } from "antd";
import { Copy, Eye, SquareTerminal } from "lucide-react";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import type { QueryRow } from "../../api/query/contract.ts";
import * as query from "../../api/query/contract.ts";
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
  relatedFilter(query.related, "database", "Database"),
  {
    kind: "select",
    id: "status",
    key: "state",
    label: "State",
    operator: "eq",
    options: async (search, signal) => {
      const states = await STATES(search, signal);
      return states.map(({ value }) => ({ value, text: queryStatusText(`${value}`) }));
    },
  },
  relatedFilter(query.related, "user", "User"),
  { kind: "dates", id: "start_time", key: "time", label: "Time range", operator: "between" },
];

const COLUMNS: ListDefinition<QueryRow>["columns"] = [
  { id: "tab_name", header: "Tab", sort: "tab_name", cell: () => null },
  { id: "status", header: "Status", width: "96px", cell: (row) => <QueryStatus status={row.status} /> },
  {
    id: "start_time",
    header: "Time",
    sort: "start_time",
    width: "9%",
    from: 640,
    cell: (row) => <RelativeTime at={row.start_time ?? undefined} short capitalized />,
  },
  { id: "duration", header: "Duration", width: "7%", align: "end", from: 960, cell: durationOf },
  {
    id: "database",
    header: "Database",
    sort: "database.database_name",
    width: "8%",
    from: 960,
    cell: (row) => row.database?.database_name,
  },
  { id: "schema", header: "Schema", sort: "schema", width: "6%", from: 1200, cell: (row) => row.schema },
  {
    id: "sql_tables",
    header: "Tables",
    width: "9%",
    from: 1200,
    cell: (row) => (row.sql_tables ?? []).map(({ table }) => table).join(", "),
  },
  { id: "user", header: "User", sort: "user.first_name", width: "8%", from: 960, cell: userOf },
  {
    id: "rows",
    header: "Rows",
    sort: "rows",
    width: "6%",
    align: "end",
    from: 640,
    cell: (row) => row.rows?.toLocaleString("en-US"),
  },
  { id: "sql", header: "SQL", sort: "sql", width: "24%", from: 640, cell: (row) => <Lines sql={row.sql ?? ""} /> },
];

function durationOf({ start_time: start, end_time: end }: QueryRow): string {
  return start && end ? secondsText(end - start) : "";
}

function userOf({ user }: QueryRow): string {
  return [user?.first_name, user?.last_name].filter(Boolean).join(" ");
}

/** Clamped to four lines by CSS. */
function Lines({ sql }: { sql: string }) {
  return (
    <code className={styles.lines} title={sql}>
      {sql}
    </code>
  );
}

/** The user's own queries, or everyone's with permission. */
function queryList({ onPreview, onOpen }: QueryListOptions): ListDefinition<QueryRow> {
  return {
    key: "query-history",
    title: "Query history",
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
    nameOf: (row) => row.tab_name || "[ untitled ]",
    addressOf: (row) => `/sqllab/?queryId=${row.id}`,
    rowActions: [
      { key: "preview", label: "Preview", icon: Eye, inline: true, run: onPreview },
      { key: "open", label: "Open in SQL Lab", icon: SquareTerminal, inline: true, run: onOpen },
    ],
    bulkActions: [],
    emptyIcon: SquareTerminal,
    empty: { title: "No queries yet", text: "Queries run in SQL Lab appear here." },
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
      title={query.tab_name || "Query"}
      width={720}
      onClose={onClose}
      primary={{ label: "Open in SQL Lab", onClick: () => void navigate(`/sqllab/?queryId=${query.id}`) }}
    >
      <div className={styles.bar}>
        <Segmented<Which>
          label="Which SQL"
          value={which}
          onChange={setWhich}
          options={[
            { value: "written", label: "User query" },
            { value: "executed", label: "Executed query" },
          ]}
        />
        <span className={styles.space} />
        <Button size="small" disabled={!before} onClick={() => before && onShow(before)}>
          Previous
        </Button>
        <Button size="small" disabled={!after} onClick={() => after && onShow(after)}>
          Next
        </Button>
        <IconButton label="Copy SQL" icon={<Copy size={16} />} onClick={() => void copyWithToast(sql)} />
      </div>
      <CodeEditor
        key={`${query.id} ${which}`}
        label="Query SQL"
        language="sql"
        value={sql || "-- Not executed."}
        isReadOnly
        lines={8}
      />
    </Dialog>
  );
}
