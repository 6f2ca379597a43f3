export { makeUploadDatabase } from "./built-in.ts";
export { uploadResource } from "./routes.ts";
