export { openUpload, useUploadClosed } from "./upload.ts";
