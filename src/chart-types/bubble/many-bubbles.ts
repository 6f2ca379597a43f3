import type { EChartSpec } from "../../chart-kit/echart/echart-spec.ts";
import { drawnLayers, hasManyShapes } from "../../chart-kit/echart/many-shapes.ts";
import type { Shape } from "../../chart-kit/echart/shapes.ts";
import { textWidth } from "../../chart-kit/text-width.ts";
import type { ChartTheme, TransformInput } from "../../chart-seam/chart-type.ts";
import { type Bubble, type Group, LABEL_MIN_WIDTH } from "./bubbles.ts";
import type { BubbleForm } from "./schema.ts";

export interface BubbleFrame {
  grid: { left: number; right: number; top: number; bottom: number };
  x: { min?: unknown; max?: unknown };
  y: { min?: unknown; max?: unknown };
  hasNames: boolean;
  colorOf(group: Group): string;
  nameOf(group: Group): string;
}

export function manyBubbles(
  input: TransformInput<BubbleForm>,
  groups: readonly Group[],
  frame: BubbleFrame,
): (Required<Pick<EChartSpec, "bitmaps">> & { series: Record<string, unknown>[] }) | undefined {
  const { formData: form, theme, width, height } = input;
  if (form.logXAxis || form.logYAxis) return undefined;
  const { grid } = frame;
  const along = ({ min, max }: BubbleFrame["x"], value: number) => (value - Number(min)) / (Number(max) - Number(min));
  const shapeOf = (bubble: Bubble, color: string): Shape => ({
    type: "circle",
    shape: {
      cx: grid.left + along(frame.x, bubble.x) * (width - grid.left - grid.right),
      cy: height - grid.bottom - along(frame.y, bubble.y) * (height - grid.top - grid.bottom),
      r: bubble.width / 2,
    },
    fill: color,
    opacity: form.opacity,
    stroke: color,
    value: bubble.size,
  });
  const layers = groups.map((group) => {
    const color = frame.colorOf(group);
    const shapes = group.bubbles.map((bubble) => shapeOf(bubble, color));
    return { name: frame.nameOf(group), color, group, shapes };
  });
  if (!hasManyShapes(layers)) return undefined;
  const occupied: Place[] = [];
  const named = layers.map(({ group, shapes, ...layer }) => ({
    ...layer,
    shapes,
    texts: frame.hasNames ? namesOf(group, shapes, { occupied, theme }) : [],
  }));
  const { series, bitmaps } = drawnLayers(named, { theme, width, height });
  if (!bitmaps) return undefined;
  return { bitmaps, series: series.map((one, i) => ({ ...one, itemStyle: { color: named[i]?.color } })) };
}

interface Place {
  left: number;
  right: number;
  y: number;
}

const LINE = 14;
const LONGEST = 130;

function namesOf(
  { bubbles }: Group,
  shapes: readonly Shape[],
  { occupied, theme }: { occupied: Place[]; theme: ChartTheme },
): object[] {
  return bubbles.flatMap((bubble, i) => {
    if (bubble.width < LABEL_MIN_WIDTH) return [];
    const { cx = 0, cy = 0, r = 0 } = (shapes[i]?.shape ?? {}) as Record<string, number>;
    const isInside = bubble.width > 44;
    const width = Math.min(LONGEST, textWidth(bubble.name));
    const left = isInside ? cx - width / 2 : cx + r + 5;
    const place = { left, right: left + width, y: cy };
    const isFree = occupied.every(
      (one) => one.right < place.left || one.left > place.right || Math.abs(one.y - cy) > LINE,
    );
    if (!isFree) return [];
    occupied.push(place);
    return [
      {
        type: "text",
        silent: true,
        x: left,
        y: cy,
        style: {
          text: bubble.name,
          fill: theme.text,
          font: `11px ${theme.fontFamily}`,
          stroke: theme.background,
          lineWidth: 2,
          verticalAlign: "middle",
          width: LONGEST,
          overflow: "truncate",
        },
      },
    ];
  });
}
