import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { later } from "../../../web/client/clock.ts";
import styles from "./FilterBar.module.css";

/** How the real list begins when it takes over: with the focus, and open, as its reader left the field. */
export interface FieldStart {
  autoFocus?: boolean;
  defaultOpen?: boolean;
}

/** With what was written before it came. */
export interface WrittenStart extends FieldStart {
  written?: string;
}

interface ListFieldProps {
  id: string;
  placeholder: string;
  disabled?: boolean;
  /** There is nothing to show but the placeholder. */
  isPlain: boolean;
  /** Fetches the code of the real list. */
  prefetch(): Promise<void>;
  children(start: WrittenStart): ReactNode;
}

const OPENING_KEYS: readonly string[] = ["ArrowDown", "ArrowUp", "Enter", " "];

/** An empty list field whose list comes when the pointer or the focus reaches it. Looks the same before and after. */
export function ListField({ id, placeholder, disabled, isPlain, prefetch, children }: ListFieldProps) {
  const [isReal, setReal] = useState(!isPlain);
  const [start] = useState<WrittenStart>({});
  const input = useRef<HTMLInputElement>(null);
  if (!isPlain && !isReal) setReal(true);
  if (isReal) return children(start);
  const take = async () => {
    await prefetch();
    // Not while a press is on its way: a field that is gone before its end gives the focus to the page, and the press is
    // outside of the list then, which closes by either.
    later(0, () => {
      start.autoFocus ||= document.activeElement === input.current;
      setReal(true);
    });
  };
  const open = () => {
    Object.assign(start, { autoFocus: true, defaultOpen: true });
    void take();
  };
  const handleKey = (event: KeyboardEvent) => {
    const { written = "" } = start;
    const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isLetter && (written || event.key !== " ")) start.written = written + event.key;
    else if (event.key === "Backspace") start.written = written.slice(0, -1);
    else if (!OPENING_KEYS.includes(event.key)) return;
    event.preventDefault();
    open();
  };
  return (
    <div className={styles.listField} onPointerEnter={() => !disabled && void take()}>
      <input
        ref={input}
        id={id}
        role="combobox"
        aria-expanded={false}
        aria-haspopup="listbox"
        autoComplete="off"
        placeholder={placeholder}
        disabled={disabled}
        readOnly
        onFocus={() => void take()}
        onMouseDown={open}
        onKeyDown={handleKey}
      />
      <ChevronDown size={16} strokeWidth={1.25} aria-hidden />
    </div>
  );
}
