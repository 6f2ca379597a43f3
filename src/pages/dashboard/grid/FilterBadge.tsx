import { Crosshair, Filter } from "lucide-react";
import { useState } from "react";
import { number } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";
import { Popover } from "../../../ui/Popover.tsx";
import type { BadgeEntry } from "../state/masks.ts";
import styles from "./Tile.module.css";

export function FilterBadge({ entries }: { entries: readonly BadgeEntry[] }) {
  // Every tile has one after a click in a chart, and most are never opened.
  const [isOpen, setIsOpen] = useState<boolean>();
  const applied = entries.filter((entry) => entry.status === "applied");
  const incompatible = entries.filter((entry) => entry.status === "incompatible");
  if (entries.length === 0) return null;
  const counts = { applied: applied.length, others: incompatible.length };
  const name =
    counts.others > 0
      ? t("{applied, plural, one {# filter applied} other {# filters applied}}, {others, number} not applied", counts)
      : t("{count, plural, one {# filter applied} other {# filters applied}}", { count: counts.applied });
  const button = (
    <button
      type="button"
      className={styles.badge}
      aria-label={name}
      data-muted={applied.length === 0 || undefined}
      onClick={isOpen === undefined ? () => setIsOpen(true) : undefined}
    >
      <Filter size={14} aria-hidden />
      {number(applied.length)}
    </button>
  );
  if (isOpen === undefined) return button;
  return (
    <Popover
      open={isOpen}
      onOpenChange={setIsOpen}
      label={name}
      placement="bottomRight"
      content={
        <div className={styles.popover}>
          <BadgeList title={t("Applied ({count, number})", { count: counts.applied })} entries={applied} />
          <BadgeList title={t("Not applied ({count, number})", { count: counts.others })} entries={incompatible} />
        </div>
      }
    >
      {button}
    </Popover>
  );
}

function BadgeList({ title, entries }: { title: string; entries: readonly BadgeEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <>
      <h4 className={styles.popoverTitle}>{title}</h4>
      <ul className={styles.popoverList}>
        {entries.map((entry) => (
          <li key={`${entry.kind}-${entry.id}`}>
            {entry.kind === "filter" ? <Filter size={14} aria-hidden /> : <Crosshair size={14} aria-hidden />}
            <span title={entry.name}>{entry.name}</span>
            <strong title={entry.value}>{entry.value}</strong>
            {entry.reason ? <em>{entry.reason}</em> : null}
          </li>
        ))}
      </ul>
    </>
  );
}
