import { Search, X } from "lucide-react";
import { type ComponentProps, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { t } from "../i18n/translate.ts";
import styles from "./SearchField.module.css";

export interface SearchFieldProps extends Omit<ComponentProps<"input">, "onChange" | "value" | "type"> {
  label: string;
  value: string;
  onChange(text: string): void;
}

/** The placeholder, or a short one where that would be cut. */
function useFitting(field: RefObject<HTMLInputElement | null>, placeholder: string): string {
  const [isCut, setIsCut] = useState(false);
  useLayoutEffect(() => {
    const element = field.current;
    if (!element || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(() => setIsCut(widthOf(placeholder, element) > element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [field, placeholder]);
  return isCut ? t("Search") : placeholder;
}

function widthOf(text: string, field: HTMLInputElement): number {
  const brush = document.createElement("canvas").getContext("2d");
  if (!brush) return 0;
  brush.font = getComputedStyle(field).font;
  return brush.measureText(text).width;
}

export function SearchField({ label, value, onChange, className, placeholder, ...rest }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const fitting = useFitting(field, placeholder ?? label);
  return (
    <div className={[styles.field, className].filter(Boolean).join(" ")}>
      <Search size={16} aria-hidden="true" />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={fitting}
        autoComplete="off"
        spellCheck={false}
        value={value}
        {...rest}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && value !== "") {
            event.stopPropagation();
            onChange("");
          }
          rest.onKeyDown?.(event);
        }}
      />
      {value === "" ? null : (
        <button
          type="button"
          aria-label={t("Clear search")}
          className={styles.clear}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            onChange("");
            field.current?.focus();
          }}
        >
          <X size={14} />
        </button>
      )}
    </div>
  );
}
