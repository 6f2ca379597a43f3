/** What other features use of it. */
export { saveAsking } from "./overwrite.ts";
