import { type ReactNode, useId } from "react";
import styles from "./Field.module.css";

export interface FieldProps {
  label: string;
  aside?: ReactNode;
  hint?: ReactNode;
  problem?: string | undefined;
  children(id: string): ReactNode;
}

export function Field({ label, aside, hint, problem, children }: FieldProps) {
  const id = useId();
  return (
    <div className={styles.field} data-problem={problem ? "" : undefined}>
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
