export { NextRun, ScheduleField } from "./ScheduleField.tsx";
