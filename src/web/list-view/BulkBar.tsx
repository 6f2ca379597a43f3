import { Button } from "antd";
import { X } from "lucide-react";
import { useState } from "react";
import { t } from "../../i18n/translate.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import styles from "./BulkBar.module.css";
import type { ListDefinition, ListRow } from "./definition.ts";
import type { Selection } from "./selection.ts";

export interface BulkBarProps<T extends ListRow> {
  definition: ListDefinition<T>;
  selection: Selection<T>;
  count: number;
  onSelectAll(): Promise<void>;
}

export function BulkBar<T extends ListRow>({ definition, selection, count, onSelectAll }: BulkBarProps<T>) {
  const [busy, setBusy] = useState(false);
  if (!selection.isOn) return null;
  const rows = [...selection.rows.values()];
  const selectAll = async () => {
    setBusy(true);
    await onSelectAll().finally(() => setBusy(false));
  };
  return (
    <section className={styles.bar} aria-label={t("Bulk actions")}>
      <Checkbox label={t("Deselect all")} checked={false} indeterminate onChange={selection.clear} />
      <strong className={styles.count} role="status">
        {t("{count, number} selected", { count: rows.length })}
      </strong>
      {rows.length < count ? (
        <Button type="link" size="small" loading={busy} onClick={selectAll} className={styles.all}>
          {t("Select all {count, number}", { count })}
        </Button>
      ) : null}
      <span className={styles.line} aria-hidden="true" />
      {definition.bulkActions.map((action) => (
        <Button
          key={action.key}
          size="small"
          className={styles.action}
          danger={action.danger}
          icon={<action.icon size={14} />}
          onClick={() => action.run(rows, selection.clear)}
        >
          {action.label}
        </Button>
      ))}
      <span className={styles.end}>
        <span className={styles.hint}>{t("Esc clears")}</span>
        <IconButton
          size={24}
          label={t("Deselect all")}
          keys="Escape"
          icon={<X size={16} />}
          onClick={selection.clear}
        />
      </span>
    </section>
  );
}
