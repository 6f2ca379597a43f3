/** What the server makes of pivot tables for files, loaded when it is needed. */
export type { PivotForm } from "./pivot-table/schema.ts";
export const loadPivotFiles = () => import("./pivot-table/pivot-frame.ts");
