export { CONNECT_PATH, canUpload, openUpload, useUploadClosed } from "./upload.ts";
export { useFileDrop } from "./use-file-drop.ts";
