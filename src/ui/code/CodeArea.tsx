import { type RefObject, useEffect, useId, useImperativeHandle, useLayoutEffect, useRef } from "react";
import { t } from "../../i18n/translate.ts";
import styles from "./CodeEditor.module.css";
import type { CodeEditorProps } from "./CodeEditor.tsx";
import { createEditor, type Editor } from "./editor.ts";

interface CodeAreaProps extends CodeEditorProps {
  isFocused: RefObject<boolean>;
}

export function CodeArea(props: CodeAreaProps) {
  const { value, problem, describedBy, isReadOnly = false, isLong = false, isQuiet = false, handle, isFocused } = props;
  const hint = useId();
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(null);
  const ownChanges = useRef<string[]>([]);
  const latest = useRef(props);
  latest.current = props;
  // In a layout effect, so that no key press is lost between the plain field and the editor.
  // biome-ignore lint/correctness/useExhaustiveDependencies: created once; later changes are applied below
  useLayoutEffect(() => {
    if (!parent.current) return;
    const { id, label, language, dialect, placeholder, cursor } = props;
    const created = createEditor(parent.current, {
      value,
      cursor,
      label,
      id,
      language,
      dialect,
      placeholder,
      isReadOnly,
      isLong,
      isQuiet,
      words: () => latest.current.words ?? [],
      keys: Object.fromEntries(Object.keys(props.keys ?? {}).map((key) => [key, () => latest.current.keys?.[key]?.()])),
      onSelect: (selection) => latest.current.onSelect?.(selection),
      onChange: (text) => {
        if (text === latest.current.value) return;
        ownChanges.current.push(text);
        latest.current.onChange?.(text);
      },
      onBlur: () => latest.current.onBlur?.(),
    });
    editor.current = created;
    if (isFocused.current) created.focus();
    return () => created.destroy();
  }, []);
  useEffect(() => {
    // Own changes come back as `value`, possibly after further changes.
    const at = ownChanges.current.at(-1) === value ? ownChanges.current.length : ownChanges.current.indexOf(value);
    ownChanges.current = at < 0 ? [] : ownChanges.current.slice(at + 1);
    if (at < 0) editor.current?.setValue(value);
  }, [value]);
  useEffect(() => editor.current?.setReadOnly(isReadOnly), [isReadOnly]);
  useEffect(() => editor.current?.setQuiet(isQuiet), [isQuiet]);
  useEffect(() => editor.current?.setProblem(problem), [problem]);
  const description = [describedBy, isLong ? hint : undefined].filter(Boolean).join(" ");
  useEffect(() => editor.current?.setDescription(description), [description]);
  useImperativeHandle(
    handle,
    () => ({ insert: (text) => editor.current?.insert(text), focus: () => editor.current?.focus() }),
    [],
  );
  return (
    <>
      <div ref={parent} className={styles.area} />
      {isLong ? (
        <span id={hint} className="visually-hidden">
          {t("Tab indents. Press Escape, then Tab, to leave the editor.")}
        </span>
      ) : null}
    </>
  );
}
