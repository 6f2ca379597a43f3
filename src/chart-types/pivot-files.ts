/** Used by the server for file exports; loaded on demand. */
export type { PivotForm } from "./pivot-table/schema.ts";
export const loadPivotFiles = () => import("./pivot-table/pivot-frame.ts");
