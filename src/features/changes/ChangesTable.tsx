import { Button } from "antd";
import { useState } from "react";
import { t } from "../../i18n/translate.ts";
import type { ChangeRow } from "./change-words.ts";
import styles from "./changes.module.css";

interface ChangesTableProps {
  heads: readonly [string, string, string];
  rows: readonly ChangeRow[];
  caption?: string;
}

const PAGE_SIZE = 50;

export function ChangesTable({ heads, rows, caption }: ChangesTableProps) {
  const [requestedPage, setPage] = useState(0);
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_SIZE));
  const page = Math.min(requestedPage, pages - 1);
  return (
    <>
      <table className={styles.table}>
        {caption ? <caption>{caption}</caption> : null}
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE).map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.label}</th>
              <td>{row.before}</td>
              <td>{row.after}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {pages > 1 ? (
        <nav className={styles.pager} aria-label={t("Pagination")}>
          <Button size="small" disabled={page === 0} onClick={() => setPage(page - 1)}>
            {t("Previous")}
          </Button>
          <span role="status">{t("{page, number} of {pages, number}", { page: page + 1, pages })}</span>
          <Button size="small" disabled={page === pages - 1} onClick={() => setPage(page + 1)}>
            {t("Next")}
          </Button>
        </nav>
      ) : null}
    </>
  );
}
