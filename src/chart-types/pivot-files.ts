/** What the server makes of pivot tables for files, loaded when it is needed. */
export type { PivotFormData } from "./pivot-table/form-data.ts";
export const loadPivotFiles = () => import("./pivot-table/pivot-frame.ts");
