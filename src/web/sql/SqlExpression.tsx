import { type Ref, useRef, useState } from "react";
import { type ExpressionProblem, validateExpression } from "../../api/datasource/contract.ts";
import { t } from "../../i18n/translate.ts";
import { type Dataset, datasourceOf } from "../../model/dataset.ts";
import { CodeEditor, type CodeHandle, type CodeProblem } from "../../ui/code/CodeEditor.tsx";
import { Field } from "../../ui/Field.tsx";
import { call } from "../client/client.ts";
import { SLOW_DEBOUNCE_MS, useDebouncedCallback } from "../client/clock.ts";
import { useSqlWords } from "./words.ts";

interface SqlExpressionProps {
  label: string;
  hint?: string;
  placeholder?: string;
  dataset: Dataset | undefined;
  kind: "column" | "metric" | "where" | "having";
  value: string;
  isReadOnly?: boolean;
  onChange(text: string): void;
  handle?: Ref<CodeHandle>;
}

export function SqlExpression({ label, hint, dataset, kind, value, onChange, ...rest }: SqlExpressionProps) {
  const words = useSqlWords(dataset);
  const { problem, isValidating, check } = useValidation(dataset, kind);
  const checkSoon = useDebouncedCallback((text: string) => void check(text), SLOW_DEBOUNCE_MS);
  return (
    <Field
      label={label}
      hint={hint}
      aside={isValidating ? t("Checking…") : undefined}
      problem={problem ? problemText(problem) : undefined}
    >
      {(id) => (
        <CodeEditor
          id={id}
          label={label}
          language="sql"
          dialect={dataset?.database?.backend}
          words={words}
          problem={problem ? placeOf(problem) : undefined}
          {...rest}
          value={value}
          onChange={(text) => {
            onChange(text);
            checkSoon(text);
          }}
          onBlur={() => void check(value)}
        />
      )}
    </Field>
  );
}

function problemText({ message, line_number, start_column }: ExpressionProblem): string {
  if (line_number === null) return message;
  if (start_column === null) return t("Line {line}: {message}", { line: `${line_number}`, message });
  return t("Line {line}, column {column}: {message}", {
    line: `${line_number}`,
    column: `${start_column}`,
    message,
  });
}

const placeOf = ({ message, line_number, start_column, end_column }: ExpressionProblem): CodeProblem => ({
  message,
  line: line_number,
  column: start_column,
  endColumn: end_column,
});

function useValidation(dataset: Dataset | undefined, kind: SqlExpressionProps["kind"]) {
  const [problem, setProblem] = useState<ExpressionProblem>();
  const [isValidating, setIsValidating] = useState(false);
  const latest = useRef("");
  const check = async (expression: string) => {
    const key = `${kind} ${expression}`;
    if (dataset === undefined || key === latest.current) return;
    latest.current = key;
    setProblem(undefined);
    if (expression.trim() === "") return;
    setIsValidating(true);
    try {
      const body = { expression, expression_type: kind };
      const { id, type } = datasourceOf(dataset);
      const { result } = await call(validateExpression, { params: { type, id: `${id}` }, body });
      if (latest.current === key) setProblem(result[0]);
    } catch {
      // Validation is optional: ignore failures to reach the database.
    } finally {
      if (latest.current === key) setIsValidating(false);
    }
  };
  return { problem, isValidating, check };
}
