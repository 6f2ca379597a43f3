import { Search, X } from "lucide-react";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import styles from "./SearchField.module.css";

export interface SearchFieldProps extends Omit<ComponentProps<"input">, "onChange" | "value" | "type" | "onSubmit"> {
  /** Accessible name. */
  label: string;
  value: string;
  /** Every change. */
  onChange?(text: string): void;
  /** Trimmed text, on Enter and on leaving the field; empty when cleared. */
  onSubmit?(text: string): void;
}

/** A search field. With `onSubmit` it keeps what is typed to itself until Enter or blur. */
export function SearchField({ label, value, onChange, onSubmit, className, placeholder, ...rest }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => setText(value), [value]);
  const submit = (next: string) => {
    if (next.trim() !== value) onSubmit?.(next.trim());
  };
  const change = (next: string) => {
    setText(next);
    onChange?.(next);
  };
  return (
    <div className={[styles.field, className].filter(Boolean).join(" ")}>
      <Search size={16} aria-hidden="true" />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        autoComplete="off"
        spellCheck={false}
        value={text}
        {...rest}
        onChange={(event) => change(event.target.value)}
        onBlur={() => submit(text)}
        onKeyDown={(event) => {
          if (event.key === "Enter") submit(text);
          if (event.key === "Escape" && text !== "") {
            event.stopPropagation();
            change("");
            submit("");
          }
          rest.onKeyDown?.(event);
        }}
      />
      {text === "" ? null : (
        <button
          type="button"
          aria-label="Clear search"
          className={styles.clear}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            change("");
            submit("");
            field.current?.focus();
          }}
        >
          <X size={14} />
        </button>
      )}
    </div>
  );
}
