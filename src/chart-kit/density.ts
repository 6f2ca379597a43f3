/** How much of a chart fits its box: full; no titles and half the ticks; marks and last value; one figure. */
export type Density = "full" | "compact" | "bare" | "figure";

export function densityOf(width: number, height: number): Density {
  if (width < 120 || height < 80) return "figure";
  if (width < 220 || height < 140) return "bare";
  return width < 300 || height < 220 ? "compact" : "full";
}
