export { TimeRangePicker } from "./TimeRangePicker.tsx";
export { useTimeRangePreview } from "./use-time-range-preview.ts";
