import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { inlineKey } from "../i18n/direction.ts";
import styles from "./Tabs.module.css";

export interface Tab {
  key: string;
  label: ReactNode;
  count?: number;
  content?: ReactNode;
  disabled?: boolean;
}

export interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  active: string;
  onChange(key: string): void;
  extra?: ReactNode;
}

/** Arrow keys, Home and End move between tabs. Only the active panel is mounted. */
export function Tabs({ label, tabs, active, onChange, extra }: TabsProps) {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => showSelected(row.current), []);
  const handleKey = (event: KeyboardEvent) => {
    const usable = tabs.filter((tab) => !tab.disabled);
    const at = usable.findIndex((tab) => tab.key === active);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: usable.length - 1 }[inlineKey(event.key)];
    if (to === undefined) return;
    event.preventDefault();
    const next = usable[(to + usable.length) % usable.length];
    if (next === undefined) return;
    onChange(next.key);
    row.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${next.key}`)}`)?.focus();
  };
  const shown = tabs.find((tab) => tab.key === active);
  return (
    <>
      <div className={styles.bar}>
        <div ref={row} className={styles.row} role="tablist" aria-label={label} onKeyDown={handleKey}>
          {tabs.map((tab) => (
            <button
              key={tab.key}
              id={`${id}-${tab.key}`}
              type="button"
              role="tab"
              className={styles.tab}
              aria-selected={tab.key === active}
              aria-controls={tab.content && tab.key === active ? `${id}-panel` : undefined}
              tabIndex={tab.key === active ? 0 : -1}
              disabled={tab.disabled}
              onClick={(event) => {
                event.currentTarget.scrollIntoView({ block: "nearest", inline: "nearest" });
                onChange(tab.key);
              }}
            >
              {tab.label}
              {tab.count ? <span className={styles.count}>{tab.count}</span> : null}
            </button>
          ))}
        </div>
        {extra}
      </div>
      {shown?.content ? (
        <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${active}`} className={styles.panel}>
          {shown.content}
        </div>
      ) : null}
    </>
  );
}

/** In a row that scrolls. */
function showSelected(row: HTMLElement | null): void {
  const tab = row?.querySelector<HTMLElement>("[aria-selected=true]");
  if (!row || !tab) return;
  const start = tab.offsetLeft - row.offsetLeft;
  const end = start + tab.offsetWidth;
  if (start < row.scrollLeft) row.scrollLeft = start - ROOM;
  else if (end > row.scrollLeft + row.clientWidth) row.scrollLeft = end - row.clientWidth + ROOM;
}

/** For the fading end. */
const ROOM = 40;
