import { type ComponentProps, useEffect, useRef } from "react";
import styles from "./Checkbox.module.css";

export interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  label?: string;
  indeterminate?: boolean;
}

export function Checkbox({ label, indeterminate = false, ...rest }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return <input ref={box} type="checkbox" aria-label={label} className={styles.box} {...rest} />;
}
