import { Input } from "antd";
import { useRef } from "react";
import type { Dataset } from "../../../model/dataset.ts";
import { Field } from "../../../ui/Field.tsx";
import styles from "./editors.module.css";

interface SqlFieldProps {
  label: string;
  value: string;
  onChange(text: string): void;
  dataset: Dataset | undefined;
}

const WORD = /[\w]+$/;
const SHOWN = 6;

/** SQL with the dataset's columns one click away: those that fit the word being written come first. */
export function SqlField({ label, value, onChange, dataset }: SqlFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  const word = WORD.exec(value)?.[0].toLowerCase() ?? "";
  const names = (dataset?.columns ?? []).map((column) => column.column_name);
  const fitting = word
    ? names.filter((name) => name.toLowerCase().startsWith(word) && name.toLowerCase() !== word)
    : [];
  const insert = (name: string) => {
    onChange(fitting.includes(name) ? value.replace(WORD, name) : `${value}${name}`);
    box.current?.querySelector("textarea")?.focus();
  };
  return (
    <div ref={box}>
      <Field label={label}>
        {(id) => (
          <Input.TextArea
            id={id}
            className={styles.sql}
            value={value}
            spellCheck={false}
            autoSize={{ minRows: 4, maxRows: 12 }}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset draws its own box */}
      <div className={styles.names} role="group" aria-label="Insert a column">
        {(fitting.length > 0 ? fitting : names).slice(0, SHOWN).map((name) => (
          <button key={name} type="button" onClick={() => insert(name)}>
            {name}
          </button>
        ))}
      </div>
    </div>
  );
}
