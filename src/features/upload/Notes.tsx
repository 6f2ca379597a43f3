import { useState } from "react";
import { t } from "../../i18n/translate.ts";
import styles from "./upload.module.css";

export interface NotedColumn {
  name: string;
  note: string | null;
  problem?: string | null;
  /** Of a button that follows the note's advice. */
  label?: string;
  onChoose?: () => void;
}

interface NotesProps {
  columns: readonly NotedColumn[];
}

const MAX_SHOWN = 3;

export function Notes({ columns }: NotesProps) {
  const [isOpen, setOpen] = useState(false);
  const noted = columns.filter(({ note, problem }) => note !== null || problem);
  if (noted.length === 0) return null;
  const shown = isOpen ? noted : noted.slice(0, MAX_SHOWN);
  return (
    <div className={styles.notes}>
      <ul aria-label={t("Column notes")}>
        {shown.map(({ name, note, problem, label, onChoose }) => (
          <li key={name}>
            <strong>{name}</strong> {problem ? <span className={styles.problem}>{problem}</span> : note}{" "}
            {onChoose ? (
              <button type="button" onClick={onChoose}>
                {label}
              </button>
            ) : null}
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
