import { useEffect, useMemo, useState } from "react";
import { validateSql } from "../../../api/sqllab/contract.ts";
import type { CodeProblem } from "../../../ui/code/CodeEditor.tsx";
import { call } from "../../../web/client/client.ts";
import { SLOW_DEBOUNCE_MS, useDebounced } from "../../../web/client/clock.ts";
import { useLabState } from "../state/lab-context.ts";
import { statementAtCursor } from "../state/statements.ts";
import { type EditorTab, parsedParams } from "../state/tab.ts";

/** Longer statements are not validated before they run (characters). */
const MAX_CHARACTERS = 20_000;

/**
 * The database's validation error for the statement under the cursor, requested when typing pauses. Undefined while
 * unknown. Unreadable template parameters are left out.
 */
export function useSqlValidation({ sql, dbId, catalog, schema, templateParams }: EditorTab): CodeProblem | undefined {
  const cursor = useLabState((state) => state.selection.to);
  const statement = useMemo(() => {
    const { sql: text, line } = statementAtCursor(sql, cursor);
    return JSON.stringify({ text, line, dbId, catalog, schema, templateParams });
  }, [sql, cursor, dbId, catalog, schema, templateParams]);
  const debounced = useDebounced(statement, SLOW_DEBOUNCE_MS);
  const [validation, setValidation] = useState<{ of: string; problem: CodeProblem | undefined }>();
  useEffect(() => {
    const stopped = new AbortController();
    // Validation is optional: errors of the request are ignored.
    void problemOf(JSON.parse(debounced), stopped.signal)
      .then((problem) => setValidation({ of: debounced, problem }))
      .catch(() => undefined);
    return () => stopped.abort();
  }, [debounced]);
  return validation?.of === statement ? validation.problem : undefined;
}

interface ValidationInput extends Pick<EditorTab, "dbId" | "catalog" | "schema" | "templateParams"> {
  text: string;
  line: number;
}

async function problemOf(input: ValidationInput, signal: AbortSignal): Promise<CodeProblem | undefined> {
  const { text: sql, line, dbId, catalog, schema, templateParams } = input;
  if (dbId === null || sql === "" || sql.length > MAX_CHARACTERS) return undefined;
  const template_params = parsedParams(templateParams);
  const body = { sql, catalog, schema, ...(template_params === undefined ? {} : { template_params }) };
  const { result } = await call(validateSql, { params: { id: dbId }, body }, { signal });
  const [fault] = result;
  if (!fault || fault.line_number === null) return undefined;
  return { message: fault.message, line: line + fault.line_number - 1, column: fault.start_column, endColumn: null };
}
