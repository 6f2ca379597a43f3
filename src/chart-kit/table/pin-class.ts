import styles from "./DataTable.module.css";

/** Without pinned columns or row numbers, the first column is sticky on phones. */
export function pinClass(at: number, pins: readonly number[], hasNumbers: boolean): string | undefined {
  if (at < pins.length) return at === pins.length - 1 ? `${styles.pinned} ${styles.lastPin}` : styles.pinned;
  return at === 0 && !hasNumbers ? styles.freezes : undefined;
}
