import type { TooltipContent, TooltipRow } from "./echart-spec.ts";
import styles from "./tooltip.module.css";

export function tooltipElement(content: TooltipContent): HTMLElement {
  const root = element("div", styles.tooltip);
  if (content.title) root.append(element("div", styles.title, content.title));
  const rows = element("div", styles.rows);
  const parts = {
    hasDots: content.rows.some((row) => row.color),
    hasShare: content.rows.some((row) => row.share !== undefined),
  };
  rows.classList.toggle(styles.withDots ?? "", parts.hasDots);
  rows.classList.toggle(styles.withShare ?? "", parts.hasShare);
  for (const row of content.rows) rows.append(...cells(row, parts));
  if (content.total) rows.append(...totalCells(content.total, parts));
  root.append(rows);
  if (content.note) root.append(element("div", styles.note, content.note));
  return root;
}

interface Parts {
  hasDots: boolean;
  hasShare: boolean;
}

function cells(row: TooltipRow, { hasDots, hasShare }: Parts): HTMLElement[] {
  const dot = element("span", row.color ? styles.dot : undefined);
  if (row.color) dot.style.backgroundColor = row.color;
  const focus = row.isFocus ? ` ${styles.focus}` : "";
  const list = [element("span", `${styles.label}${focus}`, row.label)];
  list.push(element("span", `${styles.value}${focus}`, row.value));
  if (hasShare) list.push(element("span", styles.share, row.share ?? ""));
  return hasDots ? [dot, ...list] : list;
}

function totalCells(total: { label: string; value: string }, { hasDots, hasShare }: Parts): HTMLElement[] {
  const list = [element("span", styles.rule)];
  if (hasDots) list.push(element("span", undefined));
  list.push(element("span", styles.label, total.label), element("span", styles.value, total.value));
  if (hasShare) list.push(element("span", styles.share, ""));
  return list;
}

function element(tag: string, className: string | undefined, text?: string): HTMLElement {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text) node.append(isolated(text));
  return node;
}

/** Keeps its direction in a page of the other one. */
function isolated(text: string): HTMLElement {
  const node = document.createElement("bdi");
  node.textContent = text;
  return node;
}

const OFFSET = 16;
const EDGE = 8;

interface TooltipPlace {
  point: readonly [number, number];
  size: readonly [number, number];
  chart: { left: number; top: number };
  window: { width: number; height: number };
  isRightToLeft?: boolean;
}

/**
 * In chart coordinates: after and below the pointer, on the other side when there is no room, never outside the
 * window.
 */
export function placeTooltip({ point, size, chart, window, isRightToLeft }: TooltipPlace): [number, number] {
  const across = { at: point[0], length: size[0], origin: chart.left, room: window.width };
  return [
    isRightToLeft ? -size[0] - along(mirrored(across)) : along(across),
    along({ at: point[1], length: size[1], origin: chart.top, room: window.height }),
  ];
}

interface Side {
  at: number;
  length: number;
  origin: number;
  room: number;
}

const mirrored = ({ at, length, origin, room }: Side): Side => ({ at: -at, length, origin: room - origin, room });

function along({ at, length, origin, room }: Side): number {
  const after = at + OFFSET;
  const before = at - OFFSET - length;
  const fitsAfter = origin + after + length <= room - EDGE;
  const preferred = fitsAfter || origin + before < EDGE ? after : before;
  const last = room - EDGE - length - origin;
  return Math.max(EDGE - origin, Math.min(preferred, last));
}
