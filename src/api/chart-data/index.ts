export { chartDataOf, textOf } from "./answer.ts";
export { tableFile, timeName, withoutEnding } from "./download.ts";
export { exactAnswer } from "./exact.ts";
export { batchesTable } from "./file-rows.ts";
export { type Asking, firstCellContexts } from "./grid-contexts.ts";
export { answerContext, chartData } from "./routes.ts";
export { rowSourceOf } from "./row-source.ts";
export { valueJson } from "./rows-json.ts";
export { chartCsv } from "./stored-context.ts";
