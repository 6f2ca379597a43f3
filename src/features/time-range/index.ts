export { DateTimeField } from "./DateTimeField.tsx";
export { TimeRangeFields } from "./TimeRangeFields.tsx";
export { sourceOf } from "./time-source.ts";
export { useTimeRangePreview } from "./use-time-range-preview.ts";
