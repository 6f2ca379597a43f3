import { type ReactNode, useId } from "react";
import styles from "./editors.module.css";

interface FieldProps {
  label: string;
  hint?: ReactNode;
  children(id: string): ReactNode;
}

/** A label over its field. */
export function Field({ label, hint, children }: FieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children(id)}
      {hint ? <p className={styles.hint}>{hint}</p> : null}
    </div>
  );
}
