import { useMemo, useState } from "react";
import { CodeEditor, type CodeProblem } from "../../../ui/code/CodeEditor.tsx";
import { SkeletonLines } from "../../../ui/Skeleton.tsx";
import type { ApiError } from "../../../web/client/errors.ts";
import { useDatabase, useLab, useRun, useTab } from "../state/lab-context.ts";
import type { Run } from "../state/store.ts";
import { useTabView } from "../state/tab-view.ts";
import { editorHandle } from "./handle.ts";
import styles from "./sqllab.module.css";
import { useAutocompleteOff } from "./use-autocomplete-off.ts";
import { useCompletions } from "./use-completions.ts";
import { useEditorKeys } from "./use-lab-keys.ts";
import { useSqlValidation } from "./use-sql-validation.ts";

export function EditorPane() {
  const lab = useLab();
  const tab = useTab();
  const database = useDatabase();
  const completions = useCompletions();
  const [isQuiet] = useAutocompleteOff();
  const [view, changeView] = useTabView();
  const [cursor] = useState(view.cursor);
  const keys = useEditorKeys();
  const run = useRun();
  const validation = useSqlValidation(tab);
  const problem = useMemo(() => (run ? problemOf(run) : undefined), [run]);
  // Only while the failed SQL is still in the editor.
  const isThere = run !== undefined && tab.sql.includes(run.sql.replace(/^EXPLAIN\n/, ""));
  if (!tab.isLoaded) {
    return (
      <div className={styles.waiting}>
        <SkeletonLines lines={6} />
      </div>
    );
  }
  return (
    <CodeEditor
      label="SQL"
      language="sql"
      dialect={database?.backend}
      value={tab.sql}
      words={completions}
      isQuiet={isQuiet}
      problem={(isThere ? problem : undefined) ?? validation}
      isLong
      isFilling
      lines={4}
      placeholder="SELECT …"
      keys={keys}
      handle={editorHandle}
      onChange={(sql) => lab.edit(tab.key, { sql })}
      cursor={cursor}
      onSelect={(selection) => {
        lab.store.setState({ selection });
        changeView({ cursor: selection.to });
      }}
    />
  );
}

function problemOf(run: Run): CodeProblem | undefined {
  const place = run.error && placeOf(run.error);
  if (!run.error || !place || run.line < 0) return undefined;
  return {
    message: run.error.message,
    line: run.line + place.line - 1,
    column: place.column,
    endColumn: null,
  };
}

function placeOf(error: ApiError): { line: number; column: number | null } | undefined {
  for (const { extra } of error.errors) {
    if (typeof extra?.line !== "number") continue;
    return { line: extra.line, column: typeof extra.column === "number" ? extra.column : null };
  }
  return undefined;
}
