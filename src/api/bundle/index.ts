export { loadExamples } from "./examples.ts";
export { hiddenFromExport as withheldFromExport } from "./export.ts";
export { bundleResource } from "./routes.ts";
