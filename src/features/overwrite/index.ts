export { saveWithConfirm } from "./overwrite.ts";
