import { EllipsisVertical } from "lucide-react";
import { t } from "../../i18n/translate.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Menu } from "../../ui/Menu.tsx";
import type { ListDefinition, ListRow, RowAction } from "./definition.ts";
import styles from "./RowMenu.module.css";

export interface RowMenuProps<T extends ListRow> {
  definition: ListDefinition<T>;
  row: T;
  open?: boolean;
  onOpenChange?(open: boolean): void;
}

export function actionsOf<T extends ListRow>(definition: ListDefinition<T>, row: T): RowAction<T>[] {
  return definition.rowActions.filter((action) => action.when?.(row) ?? true);
}

export function RowMenu<T extends ListRow>({ definition, row, open, onOpenChange }: RowMenuProps<T>) {
  const actions = actionsOf(definition, row);
  if (actions.length === 0) return null;
  const name = definition.nameOf(row);
  return (
    <span className={styles.actions}>
      {actions
        .filter((action) => action.inline)
        .map((action) => (
          <IconButton
            key={action.key}
            size={24}
            className={styles.inline}
            label={action.label}
            aria-label={t("{name}: {message}", { name: action.label, message: name })}
            tabIndex={-1}
            icon={<action.icon size={14} />}
            onClick={() => action.run(row)}
          />
        ))}
      <Menu
        placement="bottomRight"
        open={open}
        onOpenChange={onOpenChange}
        items={actions.map((action) => ({
          key: action.key,
          label: action.label,
          danger: action.danger,
          icon: <action.icon size={16} />,
          onSelect: () => action.run(row),
        }))}
      >
        <button type="button" className={styles.more} aria-label={t("Actions for {title}", { title: name })}>
          <EllipsisVertical size={16} />
        </button>
      </Menu>
    </span>
  );
}
