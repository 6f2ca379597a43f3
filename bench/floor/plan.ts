/** Content of the page without an interface: query contexts and the boxes of charts. */
export interface FloorPlan {
  contexts: readonly unknown[];
  places: readonly Place[];
}

export interface Place {
  chartId: number;
  /** Index of its context in the plan. */
  contextAt: number;
  /** Pixels. */
  left: number;
  top: number;
  width: number;
  height: number;
}
