import { type Ref, useRef } from "react";
import { lazyComponent } from "../lazy-component.tsx";
import styles from "./CodeEditor.module.css";
import type { CodeProblem, CodeSelection, CodeWord } from "./editor.ts";
import type { CodeLanguage } from "./languages.ts";

export type { CodeLanguage, CodeProblem, CodeSelection, CodeWord };

export interface CodeHandle {
  insert(text: string): void;
  focus(): void;
}

export interface CodeEditorProps {
  id?: string;
  label: string;
  describedBy?: string | undefined;
  value: string;
  language: CodeLanguage;
  /** For SQL: the engine's name, such as `duckdb`. */
  dialect?: string | undefined;
  words?: readonly CodeWord[];
  isQuiet?: boolean;
  problem?: CodeProblem | undefined;
  isWrong?: boolean;
  placeholder?: string;
  isReadOnly?: boolean;
  /** Several lines: with line numbers, and Tab indents. */
  isLong?: boolean;
  lines?: number;
  isFilling?: boolean;
  /** Shortcuts, such as `Mod-Enter`; the set of keys must not change. */
  keys?: Readonly<Record<string, () => void>>;
  handle?: Ref<CodeHandle>;
  /** Initial cursor offset, zero-based. */
  cursor?: number | undefined;
  onChange?(text: string): void;
  onSelect?(selection: CodeSelection): void;
  onBlur?(): void;
}

const CodeArea = lazyComponent(async () => (await import("./CodeArea.tsx")).CodeArea);

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

export const prefetchCodeEditor = CodeArea.prefetch;
