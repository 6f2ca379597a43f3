export type { PivotForm } from "./pivot-table/schema.ts";
export const loadPivotFiles = () => import("./pivot-table/pivot-frame.ts");
