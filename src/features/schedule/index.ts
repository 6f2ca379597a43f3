export { runTimeText } from "./next-run.ts";
export { NextRun, ScheduleField } from "./ScheduleField.tsx";
