import { ChevronDown, ChevronLeft, ChevronRight } from "lucide-react";
import { number } from "../../i18n/intl.ts";
import { rich } from "../../i18n/rich.tsx";
import { t } from "../../i18n/translate.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { type ListState, PAGE_SIZES, pageCount, rowCountText } from "./list-state.ts";
import styles from "./Pager.module.css";

interface PagerProps {
  state: ListState;
  count: number | undefined;
  onState(state: ListState): void;
}

export function Pager({ state, count, onState }: PagerProps) {
  const pages = count === undefined ? undefined : pageCount(count, state.pageSize);
  const go = (pageIndex: number) => onState({ ...state, pageIndex });
  return (
    <nav className={styles.pager} aria-label={t("Pagination")}>
      <span role="status">{count === undefined ? null : rowCountText(state, count)}</span>
      <span className={styles.end}>
        <Menu
          placement="topRight"
          items={PAGE_SIZES.map((size) => ({
            key: `${size}`,
            label: t("{size, number} per page", { size }),
            checked: size === state.pageSize,
            onSelect: () => onState({ ...state, pageSize: size, pageIndex: 0 }),
          }))}
        >
          <button
            type="button"
            className={styles.size}
            aria-label={t("{size, number} per page, change", { size: state.pageSize })}
          >
            {t("{size, number} per page", { size: state.pageSize })}
            <ChevronDown size={14} />
          </button>
        </Menu>
        <IconButton
          size={24}
          label={t("Previous page")}
          icon={<ChevronLeft size={16} />}
          disabled={state.pageIndex === 0}
          onClick={() => go(state.pageIndex - 1)}
        />
        <span>
          {pages === undefined ? (
            <strong>{number(state.pageIndex + 1)}</strong>
          ) : (
            rich("<strong>{page, number}</strong> of {pages, number}", {
              page: state.pageIndex + 1,
              pages,
              strong: (text) => <strong>{text}</strong>,
            })
          )}
        </span>
        <IconButton
          size={24}
          label={t("Next page")}
          icon={<ChevronRight size={16} />}
          disabled={state.pageIndex >= (pages ?? 0) - 1}
          onClick={() => go(state.pageIndex + 1)}
        />
      </span>
    </nav>
  );
}
