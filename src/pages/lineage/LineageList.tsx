import { useState } from "react";
import type { Lineage, NodeKind } from "../../api/lineage/contract.ts";
import { list } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { LINEAGE_COUNTS } from "../../web/components/lineage-kinds.ts";
import { GraphNode } from "./GraphNode.tsx";
import { columnsOf, type GraphItem } from "./graph-layout.ts";
import styles from "./lineage.module.css";

/** The graph for phones: what the item uses and what uses it below each other, further items indented. */
export function LineageList({ lineage }: { lineage: Lineage }) {
  const columns = columnsOf(lineage);
  const distances = [...columns.keys()].sort((a, b) => Math.abs(a) - Math.abs(b));
  const sides = [
    { title: t("Used by"), distances: distances.filter((each) => each > 0) },
    { title: t("Uses"), distances: distances.filter((each) => each < 0) },
  ].filter((side) => side.distances.length > 0);
  return (
    <div className={styles.sides}>
      {sides.map((side) => (
        <section key={side.title} aria-label={side.title}>
          <h2>{side.title}</h2>
          {side.distances.map((distance) => (
            <Level key={distance} lineage={lineage} distance={distance} items={columns.get(distance) ?? []} />
          ))}
        </section>
      ))}
    </div>
  );
}

const SHOWN = 12;
const DEEPEST = 3;

function Level({ lineage, distance, items }: { lineage: Lineage; distance: number; items: readonly GraphItem[] }) {
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? items : items.slice(0, SHOWN);
  const count = items.length - shown.length;
  return (
    <div className={styles.level} data-depth={Math.min(DEEPEST, Math.abs(distance)) - 1}>
      <ul className={styles.nodes}>
        {shown.map((item) => (
          <li key={item.key}>
            <GraphNode item={item} isCenter={false} note={noteOf(lineage, item, distance)} />
          </li>
        ))}
      </ul>
      {count > 0 ? (
        <button type="button" className={styles.more} onClick={() => setOpen(true)}>
          {t("Show {count, number} more", { count })}
        </button>
      ) : null}
    </div>
  );
}

const MOST_NAMES = 2;

/** Through which items it's connected: by name, or many as a number. */
function noteOf({ nodes, edges }: Lineage, { key }: GraphItem, distance: number): string | undefined {
  const keys = new Set(
    edges.flatMap(({ from, to }) => (distance > 0 ? (from === key ? [to] : []) : to === key ? [from] : [])),
  );
  const nearer = nodes.filter((node) => keys.has(node.key) && Math.abs(node.distance) < Math.abs(distance));
  if (nearer.length === 0) return undefined;
  if (nearer.length <= MOST_NAMES)
    return t("through {items}", {
      items: list(
        nearer.map(({ label }) => label),
        "commas",
      ),
    });
  const counts = [...Map.groupBy(nearer, ({ kind }) => kind)].map(([kind, { length }]): [NodeKind, number] => [
    kind,
    length,
  ]);
  return t("through {items}", {
    items: list(
      counts.map(([kind, count]) => LINEAGE_COUNTS[kind](count)),
      "commas",
    ),
  });
}
