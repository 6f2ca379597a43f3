export { loadExamples } from "./examples.ts";
export { hiddenFromExport as withheldFromExport } from "./export.ts";
export { bundleTexts, exportToFolder, importFolder, validateFolder } from "./folder-commands.ts";
export { bundleResource } from "./routes.ts";
