import { useState } from "react";
import { t } from "../../i18n/translate.ts";
import styles from "./upload.module.css";

interface NotesProps {
  columns: readonly { name: string; note: string | null }[];
}

const MAX_SHOWN = 3;

export function Notes({ columns }: NotesProps) {
  const [isOpen, setOpen] = useState(false);
  const noted = columns.filter(({ note }) => note !== null);
  if (noted.length === 0) return null;
  const shown = isOpen ? noted : noted.slice(0, MAX_SHOWN);
  return (
    <div className={styles.notes}>
      <ul aria-label={t("Column notes")}>
        {shown.map(({ name, note }) => (
          <li key={name}>
            <strong>{name}</strong> {note}
          </li>
        ))}
      </ul>
      {shown.length < noted.length ? (
        <button type="button" onClick={() => setOpen(true)}>
          {t("Show {count, number} more", { count: noted.length - shown.length })}
        </button>
      ) : null}
    </div>
  );
}
