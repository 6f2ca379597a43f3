import { ChevronDown, ChevronRight, MoreVertical } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { t } from "../../i18n/translate.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Menu, type MenuEntry } from "../../ui/Menu.tsx";
import styles from "./dataset-editor.module.css";
import { useIsLocked } from "./lock.ts";

export function ItemTable({ heads, children }: { heads: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.sideways}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th className={styles.chevron}>
              <span className="visually-hidden">{t("Details")}</span>
            </th>
            {heads}
            <th className={styles.more}>
              <span className="visually-hidden">{t("Actions")}</span>
            </th>
          </tr>
        </thead>
        {children}
      </table>
    </div>
  );
}

interface ItemRowProps {
  name: string;
  cells: readonly ReactNode[];
  details: ReactNode;
  menu: readonly MenuEntry[];
  problem?: string | undefined;
  startsOpen?: boolean;
  isMissing?: boolean;
}

export function ItemRow({ name, cells, details, menu, problem, startsOpen = false, isMissing }: ItemRowProps) {
  const [isOpen, setIsOpen] = useState(startsOpen);
  const isLocked = useIsLocked();
  const id = useId();
  return (
    <tbody className={styles.item} data-gone={isMissing || undefined}>
      <tr>
        <td className={styles.chevron}>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={t("{name} details", { name: name || t("the new item") })}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? <ChevronDown size={14} /> : <ChevronRight size={14} />}
          </button>
        </td>
        {cells.map((cell, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row don't move
          <td key={index}>{cell}</td>
        ))}
        <td className={styles.more}>
          {isLocked ? null : (
            <Menu items={menu} placement="bottomRight">
              <IconButton
                label={t("Actions for {title}", { title: name || t("the new item") })}
                icon={<MoreVertical size={16} />}
                size={24}
              />
            </Menu>
          )}
        </td>
      </tr>
      {problem ? (
        <tr>
          <td />
          <td colSpan={cells.length + 1} className={styles.rowProblem} role="alert">
            {problem}
          </td>
        </tr>
      ) : null}
      {isOpen ? (
        <tr id={id} className={styles.details}>
          <td colSpan={cells.length + 2}>
            <div className={styles.detailsBody}>{details}</div>
          </td>
        </tr>
      ) : null}
    </tbody>
  );
}
