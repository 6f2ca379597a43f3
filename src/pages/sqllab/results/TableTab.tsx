import { useQuery } from "@tanstack/react-query";
import { Copy, PinOff, SquareTerminal } from "lucide-react";
import { useState } from "react";
import { execute } from "../../../api/sqllab/contract.ts";
import { list } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";
import type { DataRow } from "../../../model/query-context.ts";
import { CodeEditor } from "../../../ui/code/CodeEditor.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Pill } from "../../../ui/Pill.tsx";
import { Segmented } from "../../../ui/Segmented.tsx";
import { SkeletonLines } from "../../../ui/Skeleton.tsx";
import { call } from "../../../web/client/client.ts";
import { toApiError } from "../../../web/client/errors.ts";
import { copyWithToast } from "../../../web/toasts/clipboard.ts";
import { canRun } from "../editor/actions.ts";
import { useDatabase, useLab } from "../state/lab-context.ts";
import { type TableDetails, type TablePlace, useTableDetails, useTableExtra } from "../state/metadata.ts";
import { PlainTable } from "./PlainTable.tsx";
import { ResultGrid } from "./Results.tsx";
import styles from "./results.module.css";

const PREVIEW_ROWS = 100;

interface TableTabProps {
  table: TablePlace;
  hasPreview: boolean;
  onUnpin(): void;
}

type View = "columns" | "rows" | "indexes" | "query";

export function TableTab({ table, hasPreview, onUnpin }: TableTabProps) {
  const lab = useLab();
  const [view, setView] = useState<View>("columns");
  const { data, error, isPending, refetch } = useTableDetails(table);
  const { data: extra } = useTableExtra(table);
  if (error) {
    return (
      <ErrorState
        compact
        title={t("Failed to load {name}", { name: table.name })}
        text={toApiError(error).message}
        onRetry={() => void refetch()}
      />
    );
  }
  if (isPending) return <SkeletonLines lines={5} />;
  const openSelect = () =>
    lab.add({ sql: data.selectStar, dbId: table.dbId, catalog: table.catalog, schema: table.schema, name: table.name });
  return (
    <div className={styles.table}>
      <div className={styles.tableBar}>
        <Segmented<View>
          label={t("{name} details", { name: table.name })}
          value={view}
          onChange={setView}
          options={viewsOf(data, extra?.metadata?.view, hasPreview && canRun())}
        />
        {data.comment ? <span className={styles.faint}>{data.comment}</span> : null}
        {extra?.partitions ? <span className={styles.faint}>{partitionText(extra.partitions)}</span> : null}
        <span className={styles.space} />
        <IconButton
          label={t("Copy SELECT")}
          icon={<Copy size={16} />}
          onClick={() => void copyWithToast(data.selectStar)}
        />
        <IconButton label={t("Open SELECT in new tab")} icon={<SquareTerminal size={16} />} onClick={openSelect} />
        <IconButton label={t("Unpin")} icon={<PinOff size={16} />} onClick={onUnpin} />
      </div>
      {view === "columns" ? <Columns details={data} /> : null}
      {view === "rows" ? <FirstRows table={table} sql={data.selectStar} /> : null}
      {view === "indexes" ? <Indexes details={data} /> : null}
      {view === "query" ? <ViewSql table={table} sql={extra?.metadata?.view ?? ""} /> : null}
    </div>
  );
}

function viewsOf({ columns, indexes }: TableDetails, query: string | undefined, hasRows: boolean) {
  return [
    { value: "columns" as const, label: t("Columns ({count, number})", { count: columns.length }) },
    ...(hasRows ? [{ value: "rows" as const, label: t("First rows") }] : []),
    ...(indexes.length > 0 ? [{ value: "indexes" as const, label: t("Keys and indexes") }] : []),
    ...(query ? [{ value: "query" as const, label: t("View SQL") }] : []),
  ];
}

interface Partitions {
  cols: readonly string[];
  latest: Readonly<Record<string, unknown>>;
}

function partitionText({ cols, latest }: Partitions): string {
  const values = cols.flatMap((name) => latest[name] ?? []);
  const columns = list(cols, "commas");
  if (values.length === 0) return t("Partitioned by {columns}", { columns });
  return t("Partitioned by {columns} · latest {values}", { columns, values: list(values.map(String), "commas") });
}

function ViewSql({ table, sql }: { table: TablePlace; sql: string }) {
  const backend = useDatabase()?.backend;
  return (
    <CodeEditor
      label={t("SQL for {name}", { name: table.name })}
      language="sql"
      dialect={backend}
      value={sql}
      isReadOnly
      isFilling
      isLong
    />
  );
}

const KEY_NAMES: Readonly<Record<string, string>> = {
  pk: t("primary key"),
  fk: t("foreign key"),
  unique: t("unique##key"),
  index: t("index##of a table"),
};

function Columns({ details }: { details: TableDetails }) {
  return (
    <PlainTable label={t("Columns")} heads={[t("Column"), t("Type"), t("Keys"), t("Comment")]}>
      {details.columns.map((column) => (
        <tr key={column.name}>
          <td>{column.name}</td>
          <td>
            <code>{column.longType.toLowerCase()}</code>
          </td>
          <td>
            {[...new Set(column.keys.map(({ type }) => KEY_NAMES[type] ?? type))].map((word) => (
              <Pill key={word}>{word}</Pill>
            ))}
          </td>
          <td>{column.comment}</td>
        </tr>
      ))}
    </PlainTable>
  );
}

function Indexes({ details }: { details: TableDetails }) {
  return (
    <PlainTable label={t("Keys and indexes")} heads={[t("Type"), t("Name"), t("Columns")]}>
      {details.indexes.map((index, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: keys may have no names
        <tr key={at}>
          <td>{KEY_NAMES[index.type ?? ""] ?? index.type}</td>
          <td>{index.name}</td>
          <td>{index.column_names?.join(", ")}</td>
        </tr>
      ))}
    </PlainTable>
  );
}

function FirstRows({ table, sql }: { table: TablePlace; sql: string }) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["sqllab", "preview", table.dbId, table.catalog, table.schema, table.name],
    queryFn: async ({ signal }) => {
      const body = {
        database_id: table.dbId ?? 0,
        catalog: table.catalog,
        schema: table.schema,
        sql,
        queryLimit: PREVIEW_ROWS,
      };
      const { columns, data: rows } = await call(execute, { body }, { signal, timeoutMs: 0, exact: true });
      return { columns, rows: rows as DataRow[], isTruncated: false };
    },
  });
  if (error)
    return (
      <ErrorState
        compact
        title={t("Failed to load rows")}
        text={toApiError(error).message}
        onRetry={() => void refetch()}
      />
    );
  if (isPending) return <SkeletonLines lines={5} />;
  return <ResultGrid result={data} search="" label={t("First rows of {name}", { name: table.name })} />;
}
