import { t } from "../../i18n/translate.ts";
import { type AxisNode, ancestorAt } from "./axis.ts";
import type { Line } from "./lines.ts";
import type { AxisDrawing, PivotDrawing } from "./transform.ts";

export interface Heading {
  /** Equal for adjacent lines that share the heading. */
  key: string;
  /** Heading level, and the number of levels covered. */
  level: number;
  span: number;
  text: string;
  node?: AxisNode;
  isTotal?: boolean;
  fold?: "open" | "closed";
}

/** Values may be HTML; metric names and total labels are text. */
export const isOfData = ({ node, isTotal }: Heading): boolean => node !== undefined && !isTotal;

export function levelCount({ shape }: AxisDrawing): number {
  return shape.depth + (shape.metrics ? 1 : 0);
}

export function headingsOf(line: Line, axis: AxisDrawing, drawing: PivotDrawing): Heading[] {
  const { shape } = axis;
  const isMetricFirst = line.metric !== undefined && !shape.combinesMetrics;
  const prefix = isMetricFirst ? `${line.metric} ` : "";
  const offset = isMetricFirst ? 1 : 0;
  const metric = (level: number, key: string): Heading => ({
    ...{ key, level, span: 1 },
    text: drawing.metrics.get(line.metric ?? "")?.label ?? "",
  });
  return [
    ...(isMetricFirst ? [metric(0, `metric ${line.metric}`)] : []),
    ...groupHeadings(line, axis, { prefix, offset, totalName: drawing.totalName }),
    ...(line.metric !== undefined && !isMetricFirst ? [metric(shape.depth, line.key)] : []),
  ];
}

interface Place {
  prefix: string;
  offset: number;
  totalName: string;
}

function groupHeadings({ node, kind }: Line, axis: AxisDrawing, { prefix, offset, totalName }: Place): Heading[] {
  const { depth } = axis.shape;
  if (kind === "total") {
    return [{ key: `${prefix}total`, level: offset, span: depth, text: totalName, isTotal: true }];
  }
  const rest = depth - node.depth;
  const groups = Array.from({ length: node.depth }, (_, index): Heading => {
    const group = ancestorAt(node, index + 1);
    const isClosed = kind === "closed" && group === node;
    return {
      key: `${prefix}${group.id}`,
      level: offset + index,
      span: isClosed ? 1 + rest : 1,
      text: axis.keyText(index, group.value),
      node: group,
      ...(axis.canFold && group.depth < depth ? { fold: isClosed ? "closed" : "open" } : {}),
    };
  });
  if (kind !== "subtotal") return groups;
  const whole = { key: `${prefix}sub ${node.id}`, level: offset + node.depth, span: rest, text: t("Subtotal") };
  return [...groups, { ...whole, isTotal: true, node }];
}

export interface HeadingRun extends Heading {
  start: number;
  end: number;
}

export function headingRuns(lines: readonly Line[], axis: AxisDrawing, drawing: PivotDrawing): HeadingRun[][] {
  if (levelCount(axis) === 0) {
    const [only = "", ...others] = drawing.order;
    const text = others.length > 0 ? t("Value") : (drawing.metrics.get(only)?.label ?? only);
    return [[{ key: "values", level: 0, span: 1, text, start: 0, end: lines.length }]];
  }
  const levels: HeadingRun[][] = Array.from({ length: levelCount(axis) }, () => []);
  lines.forEach((line, index) => {
    for (const heading of headingsOf(line, axis, drawing)) {
      const runs = levels[heading.level];
      const last = runs?.at(-1);
      if (last && last.key === heading.key && last.end === index) last.end = index + 1;
      else runs?.push({ ...heading, start: index, end: index + 1 });
    }
  });
  return levels;
}
