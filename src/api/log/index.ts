export { addLogEntry } from "./store.ts";
