import { t } from "../../../i18n/translate.ts";
import styles from "./matrix.module.css";

const MAX_ENTRIES = 40;

interface MatrixLegendProps {
  drawn: ReadonlyMap<string, string>;
  hidden: ReadonlySet<string>;
  onHide(hidden: ReadonlySet<string>): void;
}

export function MatrixLegend({ drawn, hidden, onHide }: MatrixLegendProps) {
  const entries = [...drawn];
  const isAnyHidden = entries.some(([label]) => hidden.has(label));
  return (
    <ul className={styles.legend} aria-label={t("Legend")}>
      {entries.slice(0, MAX_ENTRIES).map(([label, color]) => (
        <li key={label}>
          <button
            type="button"
            aria-pressed={!hidden.has(label)}
            title={label}
            onClick={() => onHide(toggled(hidden, label))}
          >
            <i style={{ background: color }} aria-hidden />
            <span>{label}</span>
          </button>
        </li>
      ))}
      {entries.length > MAX_ENTRIES ? (
        <li>{t("{count, number} more", { count: entries.length - MAX_ENTRIES })}</li>
      ) : null}
      {isAnyHidden ? (
        <li>
          <button type="button" data-all onClick={() => onHide(new Set())}>
            {t("Show all")}
          </button>
        </li>
      ) : null}
    </ul>
  );
}

function toggled(hidden: ReadonlySet<string>, label: string): ReadonlySet<string> {
  const next = new Set(hidden);
  if (!next.delete(label)) next.add(label);
  return next;
}
