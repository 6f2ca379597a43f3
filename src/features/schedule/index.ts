/** What other features use of it. */
export { NextRun, ScheduleField } from "./ScheduleField.tsx";
export { ownZone } from "./ZoneSelect.tsx";
