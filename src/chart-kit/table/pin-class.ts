import styles from "./DataTable.module.css";

/** Pinned columns stay at the left edge; without any, and without row numbers, the first one does on phones. */
export function pinClass(at: number, pins: readonly number[], hasNumbers: boolean): string | undefined {
  if (at < pins.length) return at === pins.length - 1 ? `${styles.pinned} ${styles.lastPin}` : styles.pinned;
  return at === 0 && !hasNumbers ? styles.freezes : undefined;
}
