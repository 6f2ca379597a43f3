import type { ChartTheme } from "../../chart-seam/chart-type.ts";
import { blend } from "./shade.ts";

/** No scheme has fewer colors. */
const FEWEST = 9;

/** Varies colors that repeat because the palette has fewer, so that parts of a whole can be told apart. */
export function withoutRepeats(colors: readonly string[], theme: ChartTheme): string[] {
  if (colors.length <= FEWEST) return [...colors];
  const uses = new Map<string, number>();
  return colors.map((color) => {
    const before = uses.get(color) ?? 0;
    uses.set(color, before + 1);
    return color === theme.others ? color : shadeOf(color, before, theme);
  });
}

/** Paler, then stronger than the color itself. */
function shadeOf(color: string, use: number, { background, text }: ChartTheme): string {
  if (use === 0) return color;
  return use % 2 === 1 ? blend(color, background, 0.4) : blend(color, text, 0.35);
}
