import { Unplug } from "lucide-react";
import { type CSSProperties, type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { Link } from "react-router";
import type { Lineage } from "../../api/lineage/contract.ts";
import { t } from "../../i18n/translate.ts";
import { LINEAGE_KINDS, lineageUrl } from "../../web/components/lineage-kinds.ts";
import { type GraphLayout, graphLayout, NODE, neighborOf, type Placed } from "./graph-layout.ts";
import styles from "./lineage.module.css";

/** Columns of items with a line to what each uses. Arrow keys move between items; Enter shows an item's own lineage. */
export function LineageGraph({ lineage }: { lineage: Lineage }) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const [active, setActive] = useState<string>();
  const layout = useMemo(() => graphLayout(lineage, unfolded), [lineage, unfolded]);
  const frame = useRef<HTMLDivElement>(null);
  useCenter(frame, lineage.node.key);
  const handleKey = (event: KeyboardEvent, at: Placed) => {
    if (!event.key.startsWith("Arrow")) return;
    const isMirrored = getComputedStyle(event.currentTarget).direction === "rtl";
    const next = neighborOf(layout.placed, at, isMirrored ? mirrored(event.key) : event.key);
    if (!next) return;
    event.preventDefault();
    frame.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(next.item.key)}"]`)?.focus();
  };
  return (
    <div className={styles.frame} ref={frame}>
      <div className={styles.graph} style={sized(layout)}>
        <Lines layout={layout} active={active} />
        <ol className={styles.nodes} aria-label={t("Lineage of {name}", { name: lineage.node.label })}>
          {layout.placed.map((each) => (
            <li key={each.item.key} style={placedAt(each)}>
              <GraphNode
                placed={each}
                onActive={(isActive) => setActive(isActive ? each.item.key : undefined)}
                onKey={(event) => handleKey(event, each)}
              />
            </li>
          ))}
        </ol>
        {layout.more.map(({ distance, count, x, y }) => (
          <button
            key={distance}
            type="button"
            className={styles.more}
            style={placedAt({ x, y })}
            onClick={() => setUnfolded(new Set([...unfolded, distance]))}
          >
            {t("Show {count, number} more", { count })}
          </button>
        ))}
      </div>
    </div>
  );
}

/** As properties, since narrow windows show a plain list. */
const sized = ({ width, height }: { width: number; height: number }) =>
  ({ "--width": `${width}px`, "--height": `${height}px` }) as CSSProperties;

const placedAt = ({ x, y }: { x: number; y: number }) =>
  ({ ...sized(NODE), "--x": `${x}px`, "--y": `${y}px` }) as CSSProperties;

const mirrored = (key: string) => (key === "ArrowLeft" ? "ArrowRight" : key === "ArrowRight" ? "ArrowLeft" : key);

function useCenter(frame: React.RefObject<HTMLDivElement | null>, key: string) {
  useEffect(() => {
    frame.current
      ?.querySelector(`[data-key="${CSS.escape(key)}"]`)
      ?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [frame, key]);
}

interface GraphNodeProps {
  placed: Placed;
  onActive(isActive: boolean): void;
  onKey(event: KeyboardEvent): void;
}

function GraphNode({ placed: { item, distance }, onActive, onKey }: GraphNodeProps) {
  const { key, kind, label, within, is_broken } = item;
  const address = distance === 0 ? undefined : lineageUrl(item);
  const text = (
    <>
      <span className={styles.kind}>
        {is_broken ? <Unplug size={12} role="img" aria-label={t("Broken")} /> : null}
        {within && kind !== "dataset" ? `${LINEAGE_KINDS[kind]} · ${within}` : LINEAGE_KINDS[kind]}
      </span>
      <span className={styles.label} dir="auto" title={label}>
        {label}
      </span>
    </>
  );
  const shared = {
    className: styles.node,
    "data-key": key,
    "data-center": distance === 0 || undefined,
    "data-broken": is_broken || undefined,
    onFocus: () => onActive(true),
    onBlur: () => onActive(false),
    onMouseEnter: () => onActive(true),
    onMouseLeave: () => onActive(false),
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

function Lines({ layout, active }: { layout: GraphLayout; active: string | undefined }) {
  const { width, height, lines } = layout;
  return (
    <svg className={styles.lines} width={width} height={height} aria-hidden>
      {lines.map(({ from, to }) => (
        <path
          key={`${from.item.key} ${to.item.key}`}
          d={curve(to, from)}
          data-active={active === from.item.key || active === to.item.key || undefined}
        />
      ))}
    </svg>
  );
}

/** From what is used to what uses it. Items of one column are joined at the same side. */
function curve(used: Placed, user: Placed): string {
  const [y1, y2] = [used.y + NODE.height / 2, user.y + NODE.height / 2];
  const x1 = used.x + NODE.width;
  if (used.x === user.x) return `M${x1},${y1} C${x1 + 36},${y1} ${x1 + 36},${y2} ${x1},${y2}`;
  const [start, end] = used.x < user.x ? [x1, user.x] : [used.x, user.x + NODE.width];
  const middle = (start + end) / 2;
  return `M${start},${y1} C${middle},${y1} ${middle},${y2} ${end},${y2}`;
}
