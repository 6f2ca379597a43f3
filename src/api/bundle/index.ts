export { loadExamples } from "./examples.ts";
export { withheldFromExport } from "./export.ts";
export { bundleResource } from "./routes.ts";
