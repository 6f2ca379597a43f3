export { loadExamples } from "./examples.ts";
export { bundleResource } from "./routes.ts";
