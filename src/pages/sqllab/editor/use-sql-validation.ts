import { useEffect, useMemo, useState } from "react";
import { validateSql } from "../../../api/sqllab/contract.ts";
import type { CodeProblem } from "../../../ui/code/CodeEditor.tsx";
import { call } from "../../../web/client/client.ts";
import { SLOW_DEBOUNCE_MS, useDebounced } from "../../../web/client/clock.ts";
import { useLabState } from "../state/lab-context.ts";
import { statementUnder } from "../state/statements.ts";
import { type EditorTab, parsedParams } from "../state/tab.ts";

/** Characters of SQL that are sent to be looked at; longer statements are told of when they run. */
const LONGEST = 20_000;

/**
 * What the database says is wrong with the statement under the cursor, asked when writing rests. Undefined while it is not
 * known. Parameters of templates that cannot be read are left out.
 */
export function useSqlTrial({ sql, dbId, catalog, schema, templateParams }: EditorTab): CodeProblem | undefined {
  const cursor = useLabState((state) => state.selection.to);
  const asked = useMemo(() => {
    const { sql: text, line } = statementUnder(sql, cursor);
    return JSON.stringify({ text, line, dbId, catalog, schema, templateParams });
  }, [sql, cursor, dbId, catalog, schema, templateParams]);
  const rested = useDebounced(asked, SLOW_DEBOUNCE_MS);
  const [told, setTold] = useState<{ of: string; problem: CodeProblem | undefined }>();
  useEffect(() => {
    const stopped = new AbortController();
    // Nobody is held up by a database that cannot be asked now, or does not tell.
    void problemOf(JSON.parse(rested), stopped.signal)
      .then((problem) => setTold({ of: rested, problem }))
      .catch(() => undefined);
    return () => stopped.abort();
  }, [rested]);
  return told?.of === asked ? told.problem : undefined;
}

interface Trial extends Pick<EditorTab, "dbId" | "catalog" | "schema" | "templateParams"> {
  text: string;
  /** Of the editor, on which the text starts. */
  line: number;
}

async function problemOf(trial: Trial, signal: AbortSignal): Promise<CodeProblem | undefined> {
  const { text: sql, line, dbId, catalog, schema, templateParams } = trial;
  if (dbId === null || sql === "" || sql.length > LONGEST) return undefined;
  const template_params = parsedParams(templateParams);
  const body = { sql, catalog, schema, ...(template_params === undefined ? {} : { template_params }) };
  const { result } = await call(validateSql, { params: { id: dbId }, body }, { signal });
  const [fault] = result;
  if (!fault || fault.line_number === null) return undefined;
  return { message: fault.message, line: line + fault.line_number - 1, column: fault.start_column, endColumn: null };
}
