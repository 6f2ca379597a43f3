import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { later } from "../../../web/client/clock.ts";
import styles from "./FilterBar.module.css";

export interface FieldStart {
  autoFocus?: boolean;
  defaultOpen?: boolean;
}

export interface TypedStart extends FieldStart {
  typed?: string;
}

interface ListFieldProps {
  id: string;
  placeholder: string;
  disabled?: boolean;
  isPlain: boolean;
  prefetch(): Promise<void>;
  children(start: TypedStart): ReactNode;
}

const OPENING_KEYS: readonly string[] = ["ArrowDown", "ArrowUp", "Enter", " "];

/** An empty list field whose real list loads on hover or focus. Looks the same before and after. */
export function ListField({ id, placeholder, disabled, isPlain, prefetch, children }: ListFieldProps) {
  const [isReal, setReal] = useState(!isPlain);
  const [start] = useState<TypedStart>({});
  const input = useRef<HTMLInputElement>(null);
  if (!isPlain && !isReal) setReal(true);
  if (isReal) return children(start);
  const loadList = async () => {
    await prefetch();
    // Not during a press: removing the pressed field would move the focus to the page and count as a click outside, and
    // either closes the list.
    later(0, () => {
      start.autoFocus ||= document.activeElement === input.current;
      setReal(true);
    });
  };
  const open = () => {
    Object.assign(start, { autoFocus: true, defaultOpen: true });
    void loadList();
  };
  const handleKey = (event: KeyboardEvent) => {
    const { typed = "" } = start;
    const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isLetter && (typed || event.key !== " ")) start.typed = typed + event.key;
    else if (event.key === "Backspace") start.typed = typed.slice(0, -1);
    else if (!OPENING_KEYS.includes(event.key)) return;
    event.preventDefault();
    open();
  };
  return (
    <div className={styles.listField} onPointerEnter={() => !disabled && void loadList()}>
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
        onFocus={() => void loadList()}
        onMouseDown={open}
        onKeyDown={handleKey}
      />
      <ChevronDown size={16} strokeWidth={1.25} aria-hidden />
    </div>
  );
}
