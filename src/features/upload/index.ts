export { CONNECT_PATH, openUpload, useUploadClosed } from "./upload.ts";
export { useFileDrop } from "./use-file-drop.ts";
