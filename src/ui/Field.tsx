import { type ReactNode, useId } from "react";
import styles from "./Field.module.css";

export interface FieldProps {
  label: string;
  /** At the right of the label. */
  aside?: ReactNode;
  hint?: ReactNode;
  /** What is wrong with what was entered. */
  problem?: string | undefined;
  children(id: string): ReactNode;
}

/** A label over its field, with what is wrong and what helps below. */
export function Field({ label, aside, hint, problem, children }: FieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        {aside ? <span className={styles.aside}>{aside}</span> : null}
      </div>
      {children(id)}
      {problem ? (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      ) : null}
      {hint ? <p className={styles.hint}>{hint}</p> : null}
    </div>
  );
}
