export { trash } from "./routes.ts";
