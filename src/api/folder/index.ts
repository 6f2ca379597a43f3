export { type BundledFolder, bundledFolders, type ImportedFolders, importFolders } from "./bundled.ts";
export { folderResource } from "./routes.ts";
