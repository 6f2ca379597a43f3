import { ChevronDown, ChevronLeft, ChevronRight } from "lucide-react";
import { IconButton } from "../../ui/IconButton.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { type ListState, PAGE_SIZES, pageCount, rowCountText } from "./list-state.ts";
import styles from "./Pager.module.css";

interface PagerProps {
  state: ListState;
  /** Undefined while loading. */
  count: number | undefined;
  onState(state: ListState): void;
}

export function Pager({ state, count, onState }: PagerProps) {
  const pages = count === undefined ? undefined : pageCount(count, state.pageSize);
  const go = (pageIndex: number) => onState({ ...state, pageIndex });
  return (
    <nav className={styles.pager} aria-label="Pages">
      <span role="status">{count === undefined ? null : rowCountText(state, count)}</span>
      <span className={styles.end}>
        <Menu
          placement="topRight"
          items={PAGE_SIZES.map((size) => ({
            key: `${size}`,
            label: `${size} per page`,
            checked: size === state.pageSize,
            onSelect: () => onState({ ...state, pageSize: size, pageIndex: 0 }),
          }))}
        >
          <button type="button" className={styles.size} aria-label={`${state.pageSize} per page, change`}>
            {state.pageSize} per page
            <ChevronDown size={14} />
          </button>
        </Menu>
        <IconButton
          size={24}
          label="Previous page"
          icon={<ChevronLeft size={16} />}
          disabled={state.pageIndex === 0}
          onClick={() => go(state.pageIndex - 1)}
        />
        <span>
          <strong>{state.pageIndex + 1}</strong>
          {pages === undefined ? null : ` of ${pages}`}
        </span>
        <IconButton
          size={24}
          label="Next page"
          icon={<ChevronRight size={16} />}
          disabled={state.pageIndex >= (pages ?? 0) - 1}
          onClick={() => go(state.pageIndex + 1)}
        />
      </span>
    </nav>
  );
}
