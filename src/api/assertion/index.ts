export { assertionResource } from "./routes.ts";
