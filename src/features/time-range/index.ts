export { TimeRangeFields } from "./TimeRangeFields.tsx";
export { sourceOf } from "./use-time-extent.ts";
export { useTimeRangePreview } from "./use-time-range-preview.ts";
