export { timeRange } from "./routes.ts";
