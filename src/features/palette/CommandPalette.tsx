import { Search } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useNavigate } from "react-router";
import { rich } from "../../i18n/rich.tsx";
import { t } from "../../i18n/translate.ts";
import { Kbd } from "../../ui/Kbd.tsx";
import styles from "./CommandPalette.module.css";
import type { Entry } from "./entries.ts";
import { useEntries } from "./use-entries.ts";

const TITLES = { go: t("Go to"), do: t("Actions##actions") } as const;

interface CommandPaletteProps {
  ahead?: RefObject<string>;
  onClose(): void;
  onHelp(): void;
}

export function CommandPalette({ ahead, onClose, onHelp }: CommandPaletteProps) {
  const [typed, setTyped] = useState(() => ahead?.current ?? "");
  const [marked, setMarked] = useState(0);
  const navigate = useNavigate();
  const { entries, searching, problem } = useEntries(typed, onHelp);
  const current = entries[Math.min(marked, entries.length - 1)];
  useReturnFocus();

  const open = (entry: Entry, newTab: boolean) => {
    onClose();
    if (entry.to === undefined) entry.run?.();
    else if (newTab) window.open(entry.to, "_blank", "noopener");
    else navigate(entry.to);
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined)
      setMarked((at) => (Math.min(at, entries.length - 1) + step + entries.length) % entries.length || 0);
    else if (event.key === "Enter" && current) open(current, event.ctrlKey || event.metaKey);
    else if (event.key === "Escape") onClose();
    else if (event.key !== "Tab") return;
    event.preventDefault();
    event.stopPropagation();
  };

  return createPortal(
    <div className={styles.mask} onPointerDown={(event) => event.target === event.currentTarget && onClose()}>
      <div
        className={styles.palette}
        role="dialog"
        aria-modal="true"
        aria-label={t("Search or run an action")}
        onKeyDown={handleKey}
      >
        <div className={styles.field}>
          <Search size={18} aria-hidden="true" />
          <input
            // biome-ignore lint/a11y/noAutofocus: the palette is opened in order to type
            autoFocus
            role="combobox"
            aria-expanded="true"
            aria-controls="palette-results"
            aria-activedescendant={current ? `palette-${entries.indexOf(current)}` : undefined}
            aria-label={t("Search or run an action")}
            placeholder={t("Search or run an action…")}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setMarked(0);
            }}
          />
          <Kbd keys="Escape" />
        </div>
        <Results entries={entries} current={current} onMark={setMarked} onOpen={open} />
        <StatusText text={statusTextOf({ typed, searching, problem, isEmpty: entries.length === 0 })} />
        <div className={styles.foot} aria-hidden="true">
          <span>{t("↑↓ move")}</span>
          <span>{t("↵ open")}</span>
          <span>{rich("<keys></keys> new tab", { keys: () => <Kbd keys="Mod+Enter" /> })}</span>
          <span>{t("'>' actions only")}</span>
        </div>
      </div>
    </div>,
    document.body,
  );
}

interface ResultsProps {
  entries: readonly Entry[];
  current: Entry | undefined;
  onMark(index: number): void;
  onOpen(entry: Entry, newTab: boolean): void;
}

function Results({ entries, current, onMark, onOpen }: ResultsProps) {
  return (
    <div id="palette-results" role="listbox" aria-label={t("Results")} className={styles.results} tabIndex={-1}>
      {(["go", "do"] as const).map((section) => {
        const members = entries.filter((entry) => entry.section === section);
        if (members.length === 0) return null;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a group of options
          <div key={section} role="group" aria-label={TITLES[section]}>
            <div className={styles.section} aria-hidden="true">
              {TITLES[section]}
            </div>
            {members.map((entry) => (
              <Row
                key={entry.id}
                entry={entry}
                index={entries.indexOf(entry)}
                marked={entry === current}
                onMark={onMark}
                onOpen={onOpen}
              />
            ))}
          </div>
        );
      })}
    </div>
  );
}

interface RowProps extends Pick<ResultsProps, "onMark" | "onOpen"> {
  entry: Entry;
  index: number;
  marked: boolean;
}

function Row({ entry, index, marked, onMark, onOpen }: RowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys for all rows
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
    <div
      id={`palette-${index}`}
      role="option"
      aria-selected={marked}
      className={styles.row}
      onPointerMove={() => onMark(index)}
      onClick={(event) => onOpen(entry, event.ctrlKey || event.metaKey)}
    >
      <entry.icon size={16} />
      <span className={styles.label} dir="auto">
        {entry.label}
      </span>
      <span className={styles.note}>{entry.note}</span>
      {marked ? <Kbd keys="Enter" /> : entry.keys ? <Kbd keys={entry.keys} /> : null}
    </div>
  );
}

function useReturnFocus(): void {
  const before = useRef(document.activeElement);
  useEffect(() => {
    const element = before.current;
    return () => {
      if (element instanceof HTMLElement && element.isConnected) element.focus();
    };
  }, []);
}

interface State {
  typed: string;
  searching: boolean;
  problem: string | undefined;
  isEmpty: boolean;
}

function statusTextOf({ typed, searching, problem, isEmpty }: State): string | undefined {
  if (problem) return t("Failed to search dashboards, charts and datasets: {problem}", { problem });
  if (!isEmpty) return undefined;
  return searching ? t("Searching…") : t("Nothing found for “{text}”.", { text: typed.trim() });
}

function StatusText({ text }: { text: string | undefined }) {
  return text === undefined ? null : (
    <p className={styles.nothing} role="status">
      {text}
    </p>
  );
}
