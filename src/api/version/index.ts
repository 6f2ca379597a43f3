export { versions } from "./routes.ts";
