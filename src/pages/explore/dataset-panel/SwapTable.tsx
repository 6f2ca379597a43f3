import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight } from "lucide-react";
import type { DatasetRow } from "../../../api/dataset/contract.ts";
import { t } from "../../../i18n/translate.ts";
import { memoryKey } from "../../../model/dataset.ts";
import { AvatarGroup } from "../../../ui/Avatar.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { SkeletonLines } from "../../../ui/Skeleton.tsx";
import { useExplore } from "../workbench/store-context.ts";
import styles from "./dataset-panel.module.css";

export const SWAP_PAGE_SIZE = 25;

export interface DatasetQuery {
  text: string;
  column: string;
  order: "asc" | "desc";
  page: number;
}

interface SwapTableProps {
  query: DatasetQuery;
  onQuery(query: DatasetQuery): void;
  rows: readonly DatasetRow[] | undefined;
  count: number;
  isBusy: boolean;
  problem: string | undefined;
  onPick(row: DatasetRow): void;
}

const COLUMNS = [
  { header: t("Name"), sort: "table_name" },
  { header: t("Type"), sort: "kind" },
  { header: t("Schema"), sort: "schema" },
  { header: t("Connection"), sort: "database.database_name" },
  { header: t("Owners"), sort: "owners.first_name" },
] as const;

export function SwapTable({ query, onQuery, rows, count, isBusy, problem, onPick }: SwapTableProps) {
  const current = useExplore((state) => memoryKey(state.dataset));
  return (
    <div className={styles.swap}>
      <SearchField
        label={t("Search datasets")}
        value={query.text}
        onChange={(text) => onQuery({ ...query, text, page: 0 })}
      />
      {problem ? <p role="alert">{problem}</p> : null}
      <div className={styles.swapList} aria-busy={isBusy}>
        <table className={styles.swapTable} aria-label={t("Datasets")}>
          <thead>
            <tr>
              {COLUMNS.map((column) => (
                <Heading key={column.header} {...column} query={query} onQuery={onQuery} />
              ))}
            </tr>
          </thead>
          <tbody>
            {(rows ?? []).map((row) => (
              <DatasetLine key={row.id} row={row} isCurrent={row.id === current} onPick={onPick} />
            ))}
          </tbody>
        </table>
        {rows === undefined && !problem ? <SkeletonLines lines={8} /> : null}
        {rows?.length === 0 ? (
          <p className={styles.nothing}>{t("No dataset matches “{text}”.", { text: query.text })}</p>
        ) : null}
      </div>
      <Pages query={query} count={count} onQuery={onQuery} />
    </div>
  );
}

interface HeadingProps {
  header: string;
  sort: string;
  query: DatasetQuery;
  onQuery(query: DatasetQuery): void;
}

function Heading({ header, sort, query, onQuery }: HeadingProps) {
  const order = query.column === sort ? query.order : undefined;
  const toggleSort = () => onQuery({ ...query, column: sort, order: order === "asc" ? "desc" : "asc", page: 0 });
  return (
    <th scope="col" aria-sort={order && (order === "asc" ? "ascending" : "descending")}>
      <button type="button" className={styles.swapSort} onClick={toggleSort}>
        {header}
        {order === "asc" ? <ArrowUp size={14} aria-hidden /> : null}
        {order === "desc" ? <ArrowDown size={14} aria-hidden /> : null}
      </button>
    </th>
  );
}

function DatasetLine({
  row,
  isCurrent,
  onPick,
}: {
  row: DatasetRow;
  isCurrent: boolean;
  onPick(row: DatasetRow): void;
}) {
  return (
    <tr>
      <td>
        <button type="button" className={styles.swapPick} disabled={isCurrent} onClick={() => onPick(row)}>
          {row.table_name}
        </button>
        {isCurrent ? <span className={styles.swapPlace}>{t("current")}</span> : null}
      </td>
      <td>{row.kind === "virtual" ? t("Virtual") : t("Physical")}</td>
      <td>{row.schema}</td>
      <td>{row.database?.database_name}</td>
      <td>
        <AvatarGroup people={row.owners ?? []} />
      </td>
    </tr>
  );
}

function Pages({ query, count, onQuery }: Pick<SwapTableProps, "query" | "count" | "onQuery">) {
  const pages = Math.max(1, Math.ceil(count / SWAP_PAGE_SIZE));
  return (
    <nav className={styles.swapPages} aria-label={t("Pagination")}>
      <span role="status">{t("{count, plural, one {# dataset} other {# datasets}}", { count })}</span>
      <IconButton
        size={24}
        label={t("Previous page")}
        icon={<ChevronLeft size={16} />}
        disabled={query.page === 0}
        onClick={() => onQuery({ ...query, page: query.page - 1 })}
      />
      <span>{t("{page, number} of {pages, number}", { page: query.page + 1, pages })}</span>
      <IconButton
        size={24}
        label={t("Next page")}
        icon={<ChevronRight size={16} />}
        disabled={query.page >= pages - 1}
        onClick={() => onQuery({ ...query, page: query.page + 1 })}
      />
    </nav>
  );
}
