export interface PieFormats {
  short(value: number): string;
  full(value: number): string;
}

/** In pixels; `inner` is 0 for a full pie. */
export interface PieBox {
  x: number;
  y: number;
  inner: number;
  outer: number;
  beside: number;
  /** In percent: smaller slices aren't named. */
  leastShare: number;
  hasLabels: boolean;
  hasLegend: boolean;
}
