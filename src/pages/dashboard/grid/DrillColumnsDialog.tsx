import { type KeyboardEvent, useState } from "react";
import { Dialog } from "../../../ui/Dialog.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import styles from "./TileDialogs.module.css";

/** A column to draw a chart by. */
export interface Choice {
  key: string;
  label: string;
  onSelect(): void;
}

/** All columns that a chart can be drawn by, to search where they are too many for a menu. */
export function DrillColumnsDialog({ columns, onClose }: { columns: readonly Choice[]; onClose(): void }) {
  const [text, setText] = useState("");
  const wanted = text.trim().toLowerCase();
  const found = columns.filter(({ label }) => label.toLowerCase().includes(wanted));
  const choose = (column: Choice) => {
    onClose();
    column.onSelect();
  };
  const handleKey = ({ key }: KeyboardEvent) => {
    const [first] = found;
    if (key === "Enter" && first && wanted) choose(first);
  };
  return (
    <Dialog open title="Drill by" onClose={onClose}>
      <SearchField label="Search columns" value={text} onChange={setText} onKeyDown={handleKey} autoFocus />
      <ul className={styles.columns} aria-label="Columns">
        {found.map((column) => (
          <li key={column.key}>
            <button type="button" onClick={() => choose(column)}>
              {column.label}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p className={styles.nothing}>No column is called “{text.trim()}”.</p> : null}
    </Dialog>
  );
}
