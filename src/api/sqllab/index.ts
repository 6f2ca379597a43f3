export { sqlLabResource } from "./routes.ts";
