import { textElement } from "../../chart-kit/echart/shapes.ts";
import type { Branch } from "../../chart-kit/hierarchy/hierarchy.ts";
import { hiddenNamesText } from "../../chart-kit/legend/legend.ts";
import { ellipsis, wrapLines } from "../../chart-kit/text-width.ts";
import type { ChartTheme } from "../../chart-seam/chart-type.ts";

/** Names of the innermost ring, which few of its arcs have room for: the largest beside the chart. */

const SWATCH = 9;
const GAP = 6;
const LINE = 14;
const BETWEEN = 5;
const MOST_LINES = 3;
const WIDTH = { least: 104, most: 220, share: 0.4 };

/** Of the part beside a circle; 0 where it would be too small. */
export function sideWidth(width: number, height: number): number {
  if (width < WIDTH.least * 2.5) return 0;
  const beside = Math.max(WIDTH.least, Math.min(WIDTH.most, width - height));
  return Math.min(beside, width * WIDTH.share);
}

interface Side {
  left: number;
  width: number;
  height: number;
  theme: ChartTheme;
  colorOf(branch: Branch): string;
}

export function sideNames(tops: readonly Branch[], { left, width, height, theme, colorOf }: Side): object[] {
  const largest = tops.toSorted((a, b) => b.value - a.value);
  const rows = Math.max(1, Math.floor(height / (LINE + BETWEEN)));
  const listed = largest.slice(0, tops.length > rows ? rows - 1 : rows);
  const perName = height / Math.max(1, listed.length);
  const most = Math.max(1, Math.min(MOST_LINES, Math.floor((perName - BETWEEN) / LINE)));
  const names = listed.map((branch) => ({
    branch,
    lines: linesOf(branch.name, width - SWATCH - GAP, most),
  }));
  const hidden = tops.length - listed.length;
  const lineCount = names.reduce((sum, { lines }) => sum + lines.length * LINE + BETWEEN, hidden > 0 ? LINE : -BETWEEN);
  let top = Math.max(0, (height - lineCount) / 2);
  const elements = names.flatMap(({ branch, lines }) => {
    const y = top;
    top += lines.length * LINE + BETWEEN;
    return [
      swatch({ x: left, y: y + (LINE - SWATCH) / 2, color: colorOf(branch) }),
      ...lines.map((text, i) =>
        textElement({ text, x: left + SWATCH + GAP, y: y + LINE * (i + 0.5), color: theme.textSecondary }, theme),
      ),
    ];
  });
  if (hidden === 0) return elements;
  const text = hiddenNamesText(hidden);
  return [
    ...elements,
    textElement({ text, x: left + SWATCH + GAP, y: top + LINE / 2, color: theme.textTertiary }, theme),
  ];
}

const linesOf = (name: string, width: number, most: number) =>
  most === 1 ? [ellipsis(name, width)] : wrapLines(name, width, most);

const swatch = ({ x, y, color }: { x: number; y: number; color: string }) => ({
  type: "rect",
  silent: true,
  shape: { x, y, width: SWATCH, height: SWATCH, r: 2 },
  style: { fill: color },
});
