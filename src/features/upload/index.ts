/** What other features use of it. */
export { openUpload, useUploadClosed } from "./upload.ts";
