export { chartDataOf, textOf } from "./answer.ts";
export { wallClock } from "./prepare.ts";
export { chartData } from "./routes.ts";
