import { Popover } from "antd";
import { Crosshair, Filter } from "lucide-react";
import type { BadgeEntry } from "../state/masks.ts";
import styles from "./Tile.module.css";

export function FilterBadge({ entries }: { entries: readonly BadgeEntry[] }) {
  const applied = entries.filter((entry) => entry.status === "applied");
  const incompatible = entries.filter((entry) => entry.status === "incompatible");
  if (entries.length === 0) return null;
  const name = `${applied.length} ${applied.length === 1 ? "filter applied" : "filters applied"}${
    incompatible.length > 0 ? `, ${incompatible.length} not applied` : ""
  }`;
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      content={
        <div className={styles.popover}>
          <BadgeList title="Applied" entries={applied} />
          <BadgeList title="Not applied" entries={incompatible} />
        </div>
      }
    >
      <button type="button" className={styles.badge} aria-label={name} data-muted={applied.length === 0 || undefined}>
        <Filter size={14} aria-hidden />
        {applied.length}
      </button>
    </Popover>
  );
}

function BadgeList({ title, entries }: { title: string; entries: readonly BadgeEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <>
      <h4 className={styles.popoverTitle}>
        {title} ({entries.length})
      </h4>
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
