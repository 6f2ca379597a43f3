export { chartDataOf, textOf } from "./answer.ts";
export { answerContext, chartData } from "./routes.ts";
