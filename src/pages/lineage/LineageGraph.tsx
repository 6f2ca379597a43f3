import { type CSSProperties, type KeyboardEvent, useEffect, useMemo, useState } from "react";
import type { Lineage } from "../../api/lineage/contract.ts";
import { t } from "../../i18n/translate.ts";
import { useBoxSize } from "../../ui/use-box-size.ts";
import { GraphNode } from "./GraphNode.tsx";
import { type GraphLayout, graphLayout, NODE_HEIGHT, neighborOf, type Placed, type Size } from "./graph-layout.ts";
import styles from "./lineage.module.css";

/** Columns of items with a line to what each uses. Arrow keys move between items; Enter shows an item's own lineage. */
export function LineageGraph({ lineage }: { lineage: Lineage }) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const [active, setActive] = useState<string>();
  const [frame, size] = useBoxSize();
  const layout = useMemo(() => graphLayout(lineage, unfolded, size), [lineage, unfolded, size]);
  const nodeSize = { width: layout.nodeWidth, height: NODE_HEIGHT };
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
            <li key={each.item.key} style={placedAt(each, nodeSize)}>
              <GraphNode
                item={each.item}
                isCenter={each.distance === 0}
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
            style={placedAt({ x, y }, nodeSize)}
            onClick={() => setUnfolded(new Set([...unfolded, distance]))}
          >
            {t("Show {count, number} more", { count })}
          </button>
        ))}
      </div>
    </div>
  );
}

const sized = ({ width, height }: Size): CSSProperties => ({ width, height });

const placedAt = ({ x, y }: { x: number; y: number }, size: Size): CSSProperties => ({
  ...sized(size),
  insetInlineStart: x,
  top: y,
});

const mirrored = (key: string) => (key === "ArrowLeft" ? "ArrowRight" : key === "ArrowRight" ? "ArrowLeft" : key);

function useCenter(frame: React.RefObject<HTMLDivElement | null>, key: string) {
  useEffect(() => {
    frame.current
      ?.querySelector(`[data-key="${CSS.escape(key)}"]`)
      ?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [frame, key]);
}

function Lines({ layout, active }: { layout: GraphLayout; active: string | undefined }) {
  const { width, height, lines, nodeWidth } = layout;
  return (
    <svg className={styles.lines} width={width} height={height} aria-hidden>
      {lines.map(({ from, to }) => (
        <path
          key={`${from.item.key} ${to.item.key}`}
          d={curve(to, from, nodeWidth)}
          data-active={active === from.item.key || active === to.item.key || undefined}
        />
      ))}
    </svg>
  );
}

const BEND = 24;

/** From what is used to what uses it. Items of one column are joined at the same side. */
function curve(used: Placed, user: Placed, nodeWidth: number): string {
  const [y1, y2] = [used.y + NODE_HEIGHT / 2, user.y + NODE_HEIGHT / 2];
  const x1 = used.x + nodeWidth;
  if (used.x === user.x) return `M${x1},${y1} C${x1 + BEND},${y1} ${x1 + BEND},${y2} ${x1},${y2}`;
  const [start, end] = used.x < user.x ? [x1, user.x] : [used.x, user.x + nodeWidth];
  const middle = (start + end) / 2;
  return `M${start},${y1} C${middle},${y1} ${middle},${y2} ${end},${y2}`;
}
