import { useRef } from "react";
import type { Dataset } from "../../model/dataset.ts";
import type { CodeHandle } from "../../ui/code/CodeEditor.tsx";
import { SqlExpression } from "../../web/sql/SqlExpression.tsx";
import { sqlName } from "../../web/sql/words.ts";
import styles from "./editors.module.css";

interface SqlFieldProps {
  label: string;
  kind: "column" | "metric" | "where" | "having";
  /** Said under it when nothing is wrong. */
  hint?: string;
  value: string;
  onChange(text: string): void;
  dataset: Dataset | undefined;
}

const SHOWN = 6;

/** SQL with the dataset's first columns one click away; the others are offered while one writes. */
export function SqlField({ dataset, ...props }: SqlFieldProps) {
  const editor = useRef<CodeHandle>(null);
  const columns = (dataset?.columns ?? []).slice(0, SHOWN);
  return (
    <div className={styles.sql}>
      <SqlExpression {...props} dataset={dataset} handle={editor} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset draws its own box */}
      <div className={styles.names} role="group" aria-label="Insert a column">
        {columns.map(({ column_name }) => (
          <button
            key={column_name}
            type="button"
            onClick={() => editor.current?.insert(sqlName(column_name, dataset?.database?.backend))}
          >
            {column_name}
          </button>
        ))}
      </div>
    </div>
  );
}
