/** full: everything; compact: no titles and half the ticks; bare: marks and last value; figure: one number. */
export type Density = "full" | "compact" | "bare" | "figure";

export function densityOf(width: number, height: number): Density {
  if (width < 120 || height < 80) return "figure";
  if (width < 220 || height < 140) return "bare";
  return width < 300 || height < 220 ? "compact" : "full";
}
