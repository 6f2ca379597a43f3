export { bundledFolders, importFolders } from "./bundled.ts";
export { folderOf } from "./present.ts";
export { folderResource } from "./routes.ts";
