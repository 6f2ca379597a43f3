export { uploadResource } from "./routes.ts";
