export { exploreJson } from "./routes.ts";
