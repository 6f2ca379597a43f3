export { NextRun, ScheduleField } from "./ScheduleField.tsx";
export { browserTimeZone } from "./ZoneSelect.tsx";
