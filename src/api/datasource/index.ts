export { datasource } from "./routes.ts";
