import { Input } from "antd";
import { useRef, useState } from "react";
import { type ExpressionProblem, validateExpression } from "../../api/datasource/contract.ts";
import { Field } from "../../ui/Field.tsx";
import { call } from "../client.ts";
import styles from "./dataset-editor.module.css";

interface ExpressionFieldProps {
  datasetId: number;
  kind: "column" | "metric";
  value: string;
  onChange(text: string): void;
}

/** SQL of a metric or a calculated column, tried by the database when the field is left. */
export function ExpressionField({ datasetId, kind, value, onChange }: ExpressionFieldProps) {
  const { problem, isTrying, check } = useTrial(datasetId, kind);
  return (
    <Field
      label="SQL expression"
      aside={isTrying ? "Checking…" : undefined}
      problem={problem ? problemText(problem) : undefined}
    >
      {(id) => (
        <Input.TextArea
          id={id}
          className={styles.code}
          status={problem ? "error" : undefined}
          spellCheck={false}
          autoSize={{ minRows: 3, maxRows: 12 }}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => void check(value)}
        />
      )}
    </Field>
  );
}

function problemText({ message, line_number, start_column }: ExpressionProblem): string {
  if (line_number === null) return message;
  return `Line ${line_number}${start_column === null ? "" : `, column ${start_column}`}: ${message}`;
}

/** Tries the last text that was left; what comes late for an earlier one is dropped. */
function useTrial(datasetId: number, kind: "column" | "metric") {
  const [problem, setProblem] = useState<ExpressionProblem>();
  const [isTrying, setIsTrying] = useState(false);
  const latest = useRef("");
  const check = async (expression: string) => {
    if (expression === latest.current) return;
    latest.current = expression;
    setProblem(undefined);
    if (expression.trim() === "") return;
    setIsTrying(true);
    try {
      const body = { expression, expression_type: kind };
      const { result } = await call(validateExpression, { params: { type: "table", id: `${datasetId}` }, body });
      if (latest.current === expression) setProblem(result[0]);
    } catch {
      // Saving is not held up by a database that cannot be asked now.
    } finally {
      setIsTrying(false);
    }
  };
  return { problem, isTrying, check };
}
