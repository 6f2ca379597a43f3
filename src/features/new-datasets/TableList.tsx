import { Eye, Table2 } from "lucide-react";
import { useId, useState } from "react";
import { t } from "../../i18n/translate.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Pill } from "../../ui/Pill.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import styles from "./new-datasets.module.css";
import type { TableOption } from "./use-tables.ts";

/** More rows would make the dialog slow; a search narrows them. */
const MAX_SHOWN = 300;

interface TableListProps {
  tables: readonly TableOption[];
  selected: ReadonlySet<string>;
  shown: string | undefined;
  onSelect(selected: ReadonlySet<string>): void;
  onShow(table: string): void;
}

export function TableList({ tables, selected, shown, onSelect, onShow }: TableListProps) {
  const [text, setText] = useState("");
  const allId = useId();
  const found = tables.filter(({ value }) => value.toLowerCase().includes(text.trim().toLowerCase()));
  const free = found.filter(({ dataset_id }) => !dataset_id).map(({ value }) => value);
  const count = free.filter((value) => selected.has(value)).length;
  const toggleAll = () => {
    const next = new Set(selected);
    for (const value of free) {
      if (count === free.length) next.delete(value);
      else next.add(value);
    }
    onSelect(next);
  };
  const toggle = (value: string) => {
    const next = new Set(selected);
    if (!next.delete(value)) next.add(value);
    onSelect(next);
    onShow(value);
  };
  if (tables.length === 0) return <p className={styles.note}>{t("This schema has no tables that you can read.")}</p>;
  return (
    <section className={styles.list} aria-label={t("Tables")}>
      <SearchField label={t("Search tables")} value={text} onChange={setText} />
      <label className={styles.all} htmlFor={allId}>
        <Checkbox
          id={allId}
          checked={free.length > 0 && count === free.length}
          indeterminate={count > 0 && count < free.length}
          disabled={free.length === 0}
          onChange={toggleAll}
        />
        {t("Select all")}
        <span className={styles.count}>
          {t("{selected, number} of {total, plural, one {# table} other {# tables}} selected", {
            selected: selected.size,
            total: tables.length,
          })}
        </span>
      </label>
      <ul className={styles.tables}>
        {found.slice(0, MAX_SHOWN).map((table) => (
          <Table
            key={table.value}
            table={table}
            isSelected={selected.has(table.value)}
            isShown={table.value === shown}
            onToggle={() => toggle(table.value)}
            onShow={() => onShow(table.value)}
          />
        ))}
      </ul>
      {found.length === 0 ? <p className={styles.note}>{t("No tables match “{text}”", { text })}</p> : null}
      {found.length > MAX_SHOWN ? (
        <p className={styles.note}>
          {t("Showing the first {shown, number} of {total, number} tables. Search to narrow the list.", {
            shown: MAX_SHOWN,
            total: found.length,
          })}
        </p>
      ) : null}
    </section>
  );
}

interface TableProps {
  table: TableOption;
  isSelected: boolean;
  isShown: boolean;
  onToggle(): void;
  onShow(): void;
}

function Table({ table: { value, type, dataset_id }, isSelected, isShown, onToggle, onShow }: TableProps) {
  const id = useId();
  const Icon = type === "view" ? Eye : Table2;
  const name = (
    <>
      <Icon size={14} aria-hidden />
      <span className={styles.name} dir="auto" title={value}>
        {value}
      </span>
    </>
  );
  return (
    <li data-shown={isShown || undefined}>
      {dataset_id ? (
        <button type="button" className={styles.taken} onClick={onShow}>
          {name}
          <Pill>{t("Has a dataset")}</Pill>
        </button>
      ) : (
        <label htmlFor={id}>
          <Checkbox id={id} checked={isSelected} onChange={onToggle} />
          {name}
        </label>
      )}
    </li>
  );
}
