export { type AnswerBody, type ChartData, chartDataOf, textOf } from "./answer.ts";
export { parseQueryContext, wallClock } from "./prepare.ts";
export { chartData } from "./routes.ts";
