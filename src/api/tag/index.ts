export { ensureTag } from "./store.ts";
