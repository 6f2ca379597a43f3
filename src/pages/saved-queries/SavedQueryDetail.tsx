import { useQuery } from "@tanstack/react-query";
import { show } from "../../api/query/contract.ts";
import type { SavedQueryRow } from "../../api/saved-query/contract.ts";
import { results } from "../../api/sqllab/contract.ts";
import { number } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { CodeEditor } from "../../ui/code/CodeEditor.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { call } from "../../web/client/client.ts";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import { secondsText } from "../../web/sql/seconds.ts";
import styles from "./saved-queries.module.css";

const MAX_LINES = 14;

/** The SQL, and its last result while that is stored. */
export function SavedQueryDetail({ row }: { row: SavedQueryRow }) {
  const sql = row.sql ?? "";
  return (
    <div className={styles.detail}>
      <CodeEditor
        label={t("Query SQL")}
        language="sql"
        value={sql}
        isReadOnly
        lines={Math.min(sql.split("\n").length, MAX_LINES)}
      />
      <section aria-label={t("Last result")}>
        <h3>{t("Last result")}</h3>
        {row.last_run ? <LastRun row={row} /> : <p className={styles.note}>{t("Not run yet")}</p>}
      </section>
    </div>
  );
}

function LastRun({ row }: { row: SavedQueryRow }) {
  return (
    <>
      <p className={styles.facts}>
        <RelativeTime at={row.last_run} capitalized />
        <span>{t("{count, plural, one {# row} other {# rows}}", { count: row.rows ?? 0 })}</span>
        {row.last_run_ms == null ? null : <span>{secondsText(row.last_run_ms)}</span>}
      </p>
      {row.last_query_id == null ? null : <LastRows queryId={row.last_query_id} />}
    </>
  );
}

const SHOWN_ROWS = 8;

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return number(value, { maximumFractionDigits: 4 });
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

async function lastRows(id: number, signal: AbortSignal) {
  const { result } = await call(show, { params: { id }, q: { columns: ["results_key"] } }, { signal });
  const key = result.results_key;
  if (typeof key !== "string") return null;
  const { columns, data } = await call(results, { q: { key, rows: SHOWN_ROWS } }, { signal });
  return { columns: columns.map(({ column_name }) => column_name), rows: data.slice(0, SHOWN_ROWS) };
}

function LastRows({ queryId }: { queryId: number }) {
  const { data, isPending } = useQuery({
    queryKey: ["saved-query-result", queryId],
    queryFn: ({ signal }) => lastRows(queryId, signal),
    retry: false,
  });
  if (isPending) return <SkeletonLines lines={3} />;
  if (!data) return <p className={styles.note}>{t("These results have expired")}</p>;
  return (
    <div className={styles.frame}>
      <table className={styles.rows} aria-label={t("Last result")}>
        <thead>
          <tr>
            {data.columns.map((name) => (
              <th key={name}>
                <bdi>{name}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows.map((values, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity
            <tr key={index}>
              {data.columns.map((name) => (
                <td key={name} data-align={typeof values[name] === "number" ? "end" : undefined}>
                  <bdi>{textOf(values[name])}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
