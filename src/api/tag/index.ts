export type { CreateTag } from "./contract.ts";
export { createNamedTags } from "./save.ts";
export { ensureTag } from "./store.ts";
