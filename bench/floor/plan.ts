export interface FloorPlan {
  contexts: readonly unknown[];
  places: readonly Place[];
}

export interface Place {
  chartId: number;
  contextAt: number;
  left: number;
  top: number;
  width: number;
  height: number;
}
