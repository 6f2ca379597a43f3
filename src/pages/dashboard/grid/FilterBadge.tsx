import { Popover } from "antd";
import { Crosshair, Filter } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { inlinePlacement } from "../../../i18n/direction.ts";
import { number } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";
import type { BadgeEntry } from "../state/masks.ts";
import styles from "./Tile.module.css";

export function FilterBadge({ entries }: { entries: readonly BadgeEntry[] }) {
  const [wasOpened, setWasOpened] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (wasOpened) trigger.current?.focus();
  }, [wasOpened]);
  const applied = entries.filter((entry) => entry.status === "applied");
  const incompatible = entries.filter((entry) => entry.status === "incompatible");
  if (entries.length === 0) return null;
  const counts = { applied: applied.length, others: incompatible.length };
  const name =
    counts.others > 0
      ? t("{applied, plural, one {# filter applied} other {# filters applied}}, {others, number} not applied", counts)
      : t("{count, plural, one {# filter applied} other {# filters applied}}", { count: counts.applied });
  const button = {
    type: "button",
    className: styles.badge,
    "aria-label": name,
    "data-muted": applied.length === 0 || undefined,
    children: (
      <>
        <Filter size={14} aria-hidden />
        {number(applied.length)}
      </>
    ),
  } as const;
  // Every tile has one after a click in a chart, and most are never opened.
  if (!wasOpened) return <button {...button} onClick={() => setWasOpened(true)} />;
  return (
    <Popover
      defaultOpen
      trigger="click"
      placement={inlinePlacement("bottomRight")}
      arrow={false}
      content={
        <div className={styles.popover}>
          <BadgeList title={t("Applied ({count, number})", { count: counts.applied })} entries={applied} />
          <BadgeList title={t("Not applied ({count, number})", { count: counts.others })} entries={incompatible} />
        </div>
      }
    >
      <button {...button} ref={trigger} />
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
