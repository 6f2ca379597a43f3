export { chartDataOf, textOf } from "./answer.ts";
export { wallClock } from "./prepare.ts";
export { answerContext, chartData } from "./routes.ts";
