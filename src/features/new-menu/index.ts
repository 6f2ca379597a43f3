export { newThings } from "./new-things.ts";
