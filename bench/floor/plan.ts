/** What a page without an interface draws: contexts of queries, and where the answers of some of them go. */
export interface FloorPlan {
  contexts: readonly unknown[];
  places: readonly Place[];
}

export interface Place {
  chartId: number;
  /** Of its context in the plan. */
  contextAt: number;
  /** Pixels. */
  left: number;
  top: number;
  width: number;
  height: number;
}
