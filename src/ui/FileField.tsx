import { useId } from "react";
import styles from "./FileField.module.css";

interface FileFieldProps {
  label: string;
  /** For screen readers, if the label says too little. */
  name?: string;
  /** File name extensions, such as `.csv`. */
  accept: readonly string[];
  onFile(file: File): void;
}

/** A link that opens the browser's choice of a file. */
export function FileField({ label, name, accept, onFile }: FileFieldProps) {
  const id = useId();
  return (
    <span className={styles.field}>
      <input
        id={id}
        type="file"
        aria-label={name}
        accept={accept.join(",")}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onFile(file);
          // Lets the same file be chosen again after it was edited.
          target.value = "";
        }}
      />
      <label htmlFor={id}>{label}</label>
    </span>
  );
}
