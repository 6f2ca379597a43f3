import { Unplug } from "lucide-react";
import type { KeyboardEvent } from "react";
import { Link } from "react-router";
import { t } from "../../i18n/translate.ts";
import { LINEAGE_KINDS, lineageUrl } from "../../web/components/lineage-kinds.ts";
import type { GraphItem } from "./graph-layout.ts";
import styles from "./lineage.module.css";

interface GraphNodeProps {
  item: GraphItem;
  isCenter: boolean;
  /** How it's connected, where no lines show it. */
  note?: string | undefined;
  onActive?(isActive: boolean): void;
  onKey?(event: KeyboardEvent): void;
}

/** Leads to the item's own lineage, or to the item where it has none. */
export function GraphNode({ item, isCenter, note, onActive, onKey }: GraphNodeProps) {
  const { key, kind, label, within, is_broken } = item;
  const address = isCenter ? undefined : lineageUrl(item);
  const text = (
    <>
      <span className={styles.kind}>
        {is_broken ? <Unplug size={12} role="img" aria-label={t("Broken")} /> : null}
        {within && kind !== "dataset" ? `${LINEAGE_KINDS[kind]} · ${within}` : LINEAGE_KINDS[kind]}
      </span>
      <span className={styles.label} dir="auto" title={label}>
        {label}
      </span>
      {note ? (
        <span className={styles.kind} dir="auto">
          {note}
        </span>
      ) : null}
    </>
  );
  const shared = {
    className: styles.node,
    "data-key": key,
    "data-center": isCenter || undefined,
    "data-broken": is_broken || undefined,
    onFocus: () => onActive?.(true),
    onBlur: () => onActive?.(false),
    onMouseEnter: () => onActive?.(true),
    onMouseLeave: () => onActive?.(false),
    onKeyDown: onKey,
  };
  if (address)
    return (
      <Link to={address} {...shared}>
        {text}
      </Link>
    );
  return item.url ? (
    <a href={item.url} {...shared}>
      {text}
    </a>
  ) : (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys lead through it
    <span tabIndex={0} role="note" {...shared}>
      {text}
    </span>
  );
}
