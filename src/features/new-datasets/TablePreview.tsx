import { useQuery } from "@tanstack/react-query";
import { tablePreview } from "../../api/sqllab/contract.ts";
import { t } from "../../i18n/translate.ts";
import type { OperationResult } from "../../model/operation.ts";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { call } from "../../web/client/client.ts";
import { toApiError } from "../../web/client/errors.ts";
import { TypeMark } from "../../web/components/TypeMark.tsx";
import { can } from "../../web/session/session.ts";
import styles from "./new-datasets.module.css";

type TableRows = OperationResult<typeof tablePreview>;

interface TablePreviewProps {
  database: number;
  catalog: string | null;
  schema: string | null;
  table: string;
}

/** Only for those who may read tables of any database, as the server decides too. */
export function TablePreview(props: TablePreviewProps) {
  return can("can_write", "Dataset") ? <Preview {...props} /> : null;
}

function Preview({ database, catalog, schema, table }: TablePreviewProps) {
  const { data, error } = useQuery({
    queryKey: ["database", database, "preview", catalog, schema, table],
    queryFn: ({ signal }) => {
      const query = { name: table, ...(schema ? { schema } : {}), ...(catalog ? { catalog } : {}) };
      return call(tablePreview, { params: { id: database }, query }, { signal });
    },
    retry: false,
  });
  return (
    <div className={styles.preview}>
      <h3 dir="auto">{table}</h3>
      {error ? (
        <p className={styles.note} role="alert">
          {t("No preview: {message}", { message: toApiError(error).message })}
        </p>
      ) : data === undefined ? (
        <SkeletonLines lines={8} />
      ) : (
        <>
          <p className={styles.note}>{captionOf(data)}</p>
          <Rows preview={data} table={table} />
        </>
      )}
    </div>
  );
}

function captionOf({ columns, column_count, rows, has_more }: TableRows): string {
  const shown =
    columns.length < column_count
      ? t("First {shown, number} of {total, number} columns", { shown: columns.length, total: column_count })
      : t("{count, plural, one {# column} other {# columns}}", { count: column_count });
  const lines = has_more
    ? t("{rows, plural, one {showing first row} other {showing first # rows}}", { rows: rows.length })
    : t("{count, plural, =0 {no rows} one {# row} other {# rows}}", { count: rows.length });
  return `${shown} · ${lines}`;
}

function Rows({ preview: { columns, rows }, table }: { preview: TableRows; table: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need to scroll it
    <section className={styles.scroll} aria-label={t("Preview of {table}", { table })} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ name, type, kind }) => (
              <th key={name} scope="col" data-kind={kind} title={type}>
                <span>
                  <TypeMark mark={kind} />
                  {name}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no key other than their index
            <tr key={line}>
              {columns.map(({ name, kind }, at) => (
                <td key={name} data-kind={kind} data-null={row[at] === null || undefined} dir="auto">
                  {String(row[at])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
