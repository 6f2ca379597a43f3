import { type Ref, useRef } from "react";
import { lazyComponent } from "../lazy-component.tsx";
import styles from "./CodeEditor.module.css";
import type { CodeProblem, CodeSelection, CodeWord } from "./editor.ts";
import type { CodeLanguage } from "./languages.ts";

export type { CodeLanguage, CodeProblem, CodeSelection, CodeWord };

/** What can be done to the editor from beside it. */
export interface CodeHandle {
  /** Writes at the cursor and takes the focus. */
  insert(text: string): void;
  /** Takes the focus, at the end. */
  focus(): void;
}

export interface CodeEditorProps {
  id?: string;
  /** Accessible name. */
  label: string;
  /** Id of a text that says more, e.g. what is wrong. */
  describedBy?: string | undefined;
  value: string;
  language: CodeLanguage;
  /** Of SQL: the engine's name, e.g. `duckdb`. */
  dialect?: string | undefined;
  /** Names that are offered while one writes. */
  words?: readonly CodeWord[];
  /** They are offered when asked for alone, by Ctrl+Space. */
  isQuiet?: boolean;
  problem?: CodeProblem | undefined;
  /** Something is wrong with it as a whole. */
  isWrong?: boolean;
  placeholder?: string;
  isReadOnly?: boolean;
  /** Many lines: with line numbers, and Tab indents. */
  isLong?: boolean;
  /** Lines in sight, at least. */
  lines?: number;
  /** As high as what it stands in, and without an edge of its own. */
  isFilling?: boolean;
  /** Acts by key, e.g. `Mod-Enter`; always the same keys. */
  keys?: Readonly<Record<string, () => void>>;
  handle?: Ref<CodeHandle>;
  /** Where the cursor begins, in characters from 0. */
  cursor?: number | undefined;
  onChange?(text: string): void;
  onSelect?(selection: CodeSelection): void;
  onBlur?(): void;
}

const CodeArea = lazyComponent(async () => (await import("./CodeArea.tsx")).CodeArea);

/** Code with highlighting, names offered, and the place of what is wrong. Until it has come, a plain field. */
export function CodeEditor(props: CodeEditorProps) {
  const { id, label, describedBy, value, isReadOnly, problem, lines = 3, isFilling, onChange, onBlur } = props;
  const isFocused = useRef(false);
  const plain = (
    <textarea
      id={id}
      className={styles.plain}
      aria-label={label}
      aria-describedby={describedBy}
      value={value}
      readOnly={isReadOnly}
      spellCheck={false}
      rows={isReadOnly ? Math.max(lines, value.split("\n").length) : lines}
      onFocus={() => {
        isFocused.current = true;
      }}
      onBlur={() => {
        isFocused.current = false;
        onBlur?.();
      }}
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
  return (
    <div
      className={styles.frame}
      data-problem={problem || props.isWrong ? true : undefined}
      data-readonly={isReadOnly || undefined}
      data-filling={isFilling || undefined}
      style={{ minHeight: lines * 20 + 14 }}
    >
      <CodeArea {...props} isFocused={isFocused} fallback={plain} />
    </div>
  );
}

/** Fetches the editor ahead of its first use. */
export const prefetchCodeEditor = CodeArea.prefetch;
