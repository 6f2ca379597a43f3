export { ChangesTable } from "./ChangesTable.tsx";
export { type ChangeContext, changeRows } from "./change-words.ts";
export { changesInBrief } from "./saved-words.ts";
export { type Changed, useChangeContext } from "./use-change-context.ts";
