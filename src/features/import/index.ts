export { canImport, openImport } from "./import.ts";
export { ListImport } from "./ListImport.tsx";
