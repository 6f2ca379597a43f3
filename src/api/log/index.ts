export { addEntry as addLogEntry } from "./store.ts";
