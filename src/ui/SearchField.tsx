import { Search, X } from "lucide-react";
import { type ComponentProps, useRef } from "react";
import { t } from "../i18n/translate.ts";
import styles from "./SearchField.module.css";
import { useFittingPlaceholder } from "./use-fitting-placeholder.ts";

export interface SearchFieldProps extends Omit<ComponentProps<"input">, "onChange" | "value" | "type"> {
  label: string;
  value: string;
  onChange(text: string): void;
}

export function SearchField({ label, value, onChange, className, placeholder, ...rest }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const fitting = useFittingPlaceholder(field, placeholder ?? label);
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
