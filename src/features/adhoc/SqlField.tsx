import { useRef } from "react";
import { t } from "../../i18n/translate.ts";
import type { Dataset } from "../../model/dataset.ts";
import type { CodeHandle } from "../../ui/code/CodeEditor.tsx";
import { SqlExpression } from "../../web/sql/SqlExpression.tsx";
import { sqlName } from "../../web/sql/words.ts";
import styles from "./editors.module.css";

interface SqlFieldProps {
  label: string;
  kind: "column" | "metric" | "where" | "having";
  hint?: string;
  value: string;
  onChange(text: string): void;
  dataset: Dataset | undefined;
}

const MAX_COLUMNS = 6;

export function SqlField({ dataset, ...props }: SqlFieldProps) {
  const editor = useRef<CodeHandle>(null);
  const columns = (dataset?.columns ?? []).slice(0, MAX_COLUMNS);
  return (
    <div className={styles.sql}>
      <SqlExpression {...props} dataset={dataset} handle={editor} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset draws its own box */}
      <div className={styles.names} role="group" aria-label={t("Insert a column")}>
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
