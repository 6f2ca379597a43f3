/** What other features use of it. */
export { newThings } from "./new-things.ts";
