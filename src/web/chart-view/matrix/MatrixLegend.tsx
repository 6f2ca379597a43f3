import styles from "./matrix.module.css";

const MOST = 40;

/** What the colours of all cells stand for. */
export function MatrixLegend({ drawn }: { drawn: ReadonlyMap<string, string> }) {
  const entries = [...drawn];
  return (
    <ul className={styles.legend} aria-label="Legend">
      {entries.slice(0, MOST).map(([label, color]) => (
        <li key={label}>
          <i style={{ background: color }} aria-hidden />
          {label}
        </li>
      ))}
      {entries.length > MOST ? <li>{`${entries.length - MOST} more`}</li> : null}
    </ul>
  );
}
