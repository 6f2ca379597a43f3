import { ChevronLeft, ChevronRight } from "lucide-react";
import { t } from "../../i18n/translate.ts";
import styles from "./DataTable.module.css";

interface Props {
  page: number;
  pageSize: number;
  total: number;
  onPage(page: number): void;
}

export function Pager({ page, pageSize, total, onPage }: Props) {
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  const first = total === 0 ? 0 : page * pageSize + 1;
  const last = Math.min(total, (page + 1) * pageSize);
  return (
    <nav className={styles.pager} aria-label={t("Pagination")}>
      <span aria-live="polite">{t("{first, number}–{last, number} of {total, number}", { first, last, total })}</span>
      <button type="button" aria-label={t("Previous page")} disabled={page === 0} onClick={() => onPage(page - 1)}>
        <ChevronLeft size={14} strokeWidth={1.75} />
      </button>
      {pageList(page, pageCount).map((entry) =>
        entry.kind === "gap" ? (
          <span key={entry.key} aria-hidden style={{ margin: 0 }}>
            …
          </span>
        ) : (
          <button
            key={entry.page}
            type="button"
            aria-label={t("Page {page}", { page: String(entry.page + 1) })}
            aria-current={entry.page === page ? "page" : undefined}
            onClick={() => onPage(entry.page)}
          >
            {entry.page + 1}
          </button>
        ),
      )}
      <button
        type="button"
        aria-label={t("Next page")}
        disabled={page >= pageCount - 1}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight size={14} strokeWidth={1.75} />
      </button>
    </nav>
  );
}

type PageEntry = { kind: "page"; page: number } | { kind: "gap"; key: string };

export function pageList(page: number, pageCount: number): PageEntry[] {
  const shown = [0, page - 1, page, page + 1, pageCount - 1].filter((p) => p >= 0 && p < pageCount);
  const pages = [...new Set(shown)].sort((a, b) => a - b);
  return pages.flatMap((p, i): PageEntry[] => {
    const before = pages[i - 1];
    const entry: PageEntry = { kind: "page", page: p };
    if (before === undefined || p - before === 1) return [entry];
    return p - before === 2 ? [{ kind: "page", page: p - 1 }, entry] : [{ kind: "gap", key: `gap-${p}` }, entry];
  });
}
