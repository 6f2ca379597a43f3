export { CONNECT_PATH, openUpload, useUploadClosed } from "./upload.ts";
