export { tableFile, timeName, withoutEnding } from "./files/download.ts";
export { batchesTable } from "./files/file-rows.ts";
export { type ChartRequest as Asking, firstCellContexts } from "./request/grid-contexts.ts";
export { answerContext, chartData } from "./request/routes.ts";
export { chartCsv } from "./request/stored-context.ts";
export { rowSourceOf } from "./rights/row-source.ts";
export { chartDataOf, parseLossless, textOf } from "./run/answer.ts";
export { valueJson } from "./run/rows-json.ts";
